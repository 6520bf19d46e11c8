import type { Outcome } from "@yourcall/core";
import type { CardAsk } from "@yourcall/react";
import type { Host } from "./host.ts";

/** What the server gives to the card, and no model reads. */
export interface Given {
  ask: CardAsk & { id: string };
  nonce: string;
  surface: string;
}

/** What the server says about the ask. */
interface State {
  status?: "pending" | "ended" | "refused";
  outcome?: Outcome;
  message?: string;
  /** Whether this was the answer that ended it. */
  isAccepted?: boolean;
  /** Whether the agent was waiting for it. */
  isAwaited?: boolean;
}

/** Sends what the person did. With nothing to send, the server waits a little for the end of the ask. Rejects if it cannot be reached. */
export async function callServer(host: Host, { ask: { id }, nonce }: Given, end: object = {}): Promise<State> {
  const params = { name: "answer_card", arguments: { id, nonce, ...end } };
  const result = (await host.request("tools/call", params)) as {
    isError?: boolean;
    structuredContent?: State;
    content?: { text?: string }[];
  };
  const state = result.structuredContent ?? {};
  if (state.status === undefined) throw new Error(result.content?.[0]?.text ?? "The server did not accept it.");
  return state;
}

/** Writes a message into the conversation, for an agent that no longer waits. False if the client does not take it. */
export async function tellAgent({ capabilities, request }: Host, id: string, outcome: Outcome): Promise<boolean> {
  if (capabilities.message === undefined) return false;
  const asked = outcome.status === "declined" && outcome.asked !== undefined;
  const done = asked ? "asked you something about" : outcome.status;
  const text = `I have ${done} your question. Call get_answer with {"id": "${id}"}.`;
  try {
    const reply = await request("ui/message", { role: "user", content: [{ type: "text", text }] });
    return (reply as { isError?: boolean } | null)?.isError !== true;
  } catch {
    return false;
  }
}
