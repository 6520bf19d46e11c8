import type { PersonClient } from "@yourcall/client";
import { createPersonClient } from "@yourcall/client/browser";
import type { Ask, AskToolOutput, Outcome } from "@yourcall/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useHubAsk } from "../hub/use-hub-ask.ts";
import { QuestionCard } from "../question-card.tsx";
import { useAskContext } from "./ask-provider.tsx";
import { PartNote } from "./part-note.tsx";
import { shareEvents } from "./share-events.ts";
import type { ToolCall } from "./tool-call.ts";

// How long to wait before the ask is considered lost: the page may show the call before the server has registered the ask.
const lostMs = 15_000;

interface Props {
  call: ToolCall;
  /** The key of its ask in the hub. */
  askKey: string;
  /** What to show if there is no longer anything to follow. */
  instead: ReactNode;
  /** Passes the outcome to the chat. Not called if the run does so itself. */
  onOutcome(ask: Ask, outcome: Outcome): void | PromiseLike<void>;
  toOutput?: (ask: Ask, outcome: Outcome) => AskToolOutput;
}

/** The live card of a tool call: an answer on any other screen ends it here too. */
export default function LiveAsk(props: Props) {
  const { session, routes = "", shared } = useAskContext();
  const client = toClient(shared, routes, session);
  const { id, lost, error } = useAskId(client, session, props.askKey);
  if (id !== undefined) return <LiveCard {...props} client={client} id={id} />;
  if (props.instead !== undefined) return props.instead;
  if (error !== undefined) return <PartNote tone="danger">This question cannot be shown: {error.message}</PartNote>;
  // The server keeps trying.
  if (lost && props.call.running)
    return <PartNote busy>The hub is away. The question appears when it is back.</PartNote>;
  if (lost)
    return <PartNote tone="danger">This question did not reach the hub. Send a message to go on without it.</PartNote>;
  return <PartNote busy>Preparing a question…</PartNote>;
}

function LiveCard({ call, client, id, instead, onOutcome, toOutput }: Props & { client: PersonClient; id: string }) {
  const { onEnded } = useAskContext();
  const { card, error } = useHubAsk(client, id);
  const told = useRef("");
  const outcome = card?.ask.outcome;
  useEffect(() => {
    if (card === undefined || outcome === undefined || told.current === id) return;
    if (call.state !== "waiting" || call.running) return;
    told.current = id;
    const { toolCallId } = call;
    if (onEnded.current === undefined) void onOutcome(card.ask, outcome);
    else onEnded.current({ toolCallId, output: toOutput?.(card.ask, outcome) });
  });
  // The conversation around the card already shows who asks and what the agent said.
  if (card !== undefined)
    return <QuestionCard compact {...card} ask={{ ...card.ask, agent: undefined, context: undefined }} />;
  if (instead !== undefined) return instead;
  if (error !== undefined) return <PartNote tone="danger">This question cannot be shown: {error.message}</PartNote>;
  return <PartNote busy>Preparing a question…</PartNote>;
}

function toClient(shared: Map<string, unknown>, baseUrl: string, session: string): PersonClient {
  const known = shared.get("client") as PersonClient | undefined;
  if (known !== undefined) return known;
  // The app's own cookie says who it is; the token stays on its server.
  const withCookie: typeof fetch = (url, init) => fetch(url, { ...init, credentials: "same-origin" });
  const client = shareEvents(createPersonClient({ baseUrl, token: () => null, fetch: withCookie }), session);
  shared.set("client", client);
  return client;
}

/** The id of the ask with this key, as soon as there is one. */
function useAskId(client: PersonClient, session: string, key: string) {
  const [found, setFound] = useState<{ id?: string; lost?: boolean; error?: Error }>({});
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(() => setFound((known) => ({ ...known, lost: true })), lostMs);
    const set = (id: string) => {
      clearTimeout(timer);
      setFound({ id });
      leaving.abort();
    };
    async function follow(): Promise<void> {
      for await (const event of client.events({ signal: leaving.signal })) {
        if (event.type === "ask-created" && event.ask.key === key) return set(event.ask.id);
        if (event.type !== "snapshot") continue;
        const { asks } = await client.list({ session, key, status: "all" });
        const ask = asks.find(({ status }) => status === "pending") ?? asks[0];
        if (leaving.signal.aborted) return;
        if (ask !== undefined) return set(ask.id);
      }
    }
    follow().catch((error: unknown) => {
      if (!leaving.signal.aborted) setFound({ error: error instanceof Error ? error : new Error(String(error)) });
    });
    return () => {
      clearTimeout(timer);
      leaving.abort();
      setFound({});
    };
  }, [client, session, key]);
  return found;
}
