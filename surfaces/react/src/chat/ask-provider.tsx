import type { AskToolOutput } from "@yourcall/core";
import { createContext, type ReactNode, useContext, useMemo, useRef } from "react";

/** A tool call of this chat whose question or approval has ended in the hub. */
export interface EndedCall {
  toolCallId: string;
  /** The tool's output, for a question. */
  output?: AskToolOutput;
}

export interface AskProviderProps {
  /** The id of the chat, which is the session of its asks in the hub. */
  session: string;
  /** Where the app's server has the routes of `createAskRoutes`. Without it, answers go only to the chat, not through a hub. */
  routes?: string | undefined;
  /**
   * Called when an ask has ended in the hub and its run is not active in this page. Without it, the outcome becomes the tool's output
   * (`addToolOutput`), and the chat continues as its `sendAutomaticallyWhen` says.
   */
  onEnded?: ((ended: EndedCall) => void) | undefined;
  children: ReactNode;
}

interface AskContext {
  session: string;
  routes: string | undefined;
  /** Objects that the cards of this chat share. */
  shared: Map<string, unknown>;
  onEnded: { current: AskProviderProps["onEnded"] };
}

const Context = createContext<AskContext | null>(null);

/**
 * Tells the cards of a chat which session they belong to, and where their asks live.
 *
 * @example
 * import type { ReactNode } from "react";
 * const withAsks = (chat: ReactNode) => (
 *   <AskProvider session="chat-1" routes="/api/asks">
 *     {chat}
 *   </AskProvider>
 * );
 */
export function AskProvider({ session, routes, onEnded, children }: AskProviderProps) {
  const latest = useRef(onEnded);
  latest.current = onEnded;
  const value = useMemo(() => ({ session, routes, shared: new Map(), onEnded: latest }), [session, routes]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

export function useAskContext(): AskContext {
  const context = useContext(Context);
  if (context === null) throw new Error("A question is shown outside of AskProvider. Put one around the thread.");
  return context;
}
