import type { AgentInfo, CreatedAsk, Delivery, HubAsker, Outcome, Question } from "@yourcall/core";

/** An ask of this client, as the hub lists it. */
export interface KnownAsk extends CreatedAsk {
  status: "pending" | Outcome["status"];
  agent: Pick<AgentInfo, "session">;
  questions: Question[];
  createdAt: string;
  delivery?: Pick<Delivery, "state">;
}

/** The hub as the server needs it. A hub client is one. */
export interface McpHub extends HubAsker {
  create(
    request: Parameters<HubAsker["create"]>[0],
    options?: { signal?: AbortSignal; holdSeconds?: number; withinMs?: number },
  ): Promise<CreatedAsk>;
  /** How the ask ended, or null if it is still pending after `timeoutMs`. */
  wait(id: string, options?: { signal?: AbortSignal; timeoutMs?: number }): Promise<Outcome | null>;
  get(id: string): Promise<KnownAsk>;
  /** The newest asks of a session. */
  list(query: { status: "all"; session: string; order: "newest"; limit: number }): Promise<{ asks: KnownAsk[] }>;
}
