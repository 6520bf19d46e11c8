import type { AgentInfo, Ask, Clock, CreatedAsk, Delivery, HubAsker, Outcome, Question } from "@yourcall/core";
import type { AnswerBody, DeclineBody } from "@yourcall/core/internal/wire";

/** An ask of this client, as the hub lists it. */
export interface KnownAsk extends CreatedAsk, Pick<Ask, "kind" | "context" | "asksAgain" | "thread"> {
  status: "pending" | Outcome["status"];
  agent: Pick<AgentInfo, "session">;
  questions: Question[];
  createdAt: string;
  delivery?: Pick<Delivery, "state">;
  /** How many askers wait for it now. */
  waiting: { count: number };
}

/** The hub as the server needs it. A hub client is one. */
export interface McpHub extends HubAsker {
  /** With `takeOver`, the ask may be one that an earlier call of this client left without its outcome. */
  create(
    request: Parameters<HubAsker["create"]>[0] & { takeOver?: boolean },
    options?: { signal?: AbortSignal; holdSeconds?: number; withinMs?: number },
  ): Promise<CreatedAsk>;
  /** How the ask ended, or null if it is still pending after `timeoutMs`. */
  wait(id: string, options?: { signal?: AbortSignal; timeoutMs?: number }): Promise<Outcome | null>;
  get(id: string): Promise<KnownAsk>;
  /** The newest asks of a session. */
  list(query: { status: "all"; session: string; order: "newest"; limit: number }): Promise<{ asks: KnownAsk[] }>;
}

/** The hub with the rights of the person who answers in the card. A hub client with a person's token is one. */
export interface CardHub extends Pick<McpHub, "get" | "wait"> {
  answer(id: string, body: AnswerBody): Promise<unknown>;
  decline(id: string, body: DeclineBody): Promise<unknown>;
}

/** The card that clients with MCP Apps show in the conversation. */
export interface McpCard {
  /** Its page: one file that requests nothing. */
  html(): Promise<string>;
  /** The key of the nonces by which a card is recognized. Servers with the same key accept each other's cards. */
  key(): Promise<Uint8Array>;
  /** Called when a card is first used. */
  hub(): Promise<CardHub>;
}

/** The settings that all connections share. */
export interface McpSettings {
  /** Called at the first call of a tool, so that the server starts without a hub. */
  hub: () => Promise<McpHub>;
  clock: Clock;
  /** How long the ask of a call that was cut off is kept; 0 withdraws it at once. Ten minutes by default. */
  keepMs?: number;
  /** Signs the state that a client carries from one round of a form to the next; servers with the same key accept each other's. Random by default. */
  roundKey?: Uint8Array<ArrayBuffer>;
  env?: Readonly<Record<string, string | undefined>>;
  /** Without it, no client is shown a card. */
  card?: McpCard;
}
