import type { AgentInfo, Approval, AskKind, OnTimeout, Outcome, Question } from "./schemas.ts";

/** One call by an agent. */
export interface AskRequest {
  questions: Question[];
  /** Names this very call, so that the same call made again finds its ask. Derived from a call id, never from content. */
  key?: string;
  kind?: AskKind;
  approval?: Approval;
  agent?: AgentInfo;
  timeoutMs?: number;
  onTimeout?: OnTimeout;
  context?: string;
  metadata?: Record<string, unknown>;
}

/** The port every agent adapter is handed. Resolves with how the ask ended; aborting the signal withdraws it (`cancelled`). */
export interface Asker {
  ask(request: AskRequest, options?: { signal?: AbortSignal }): Promise<Outcome>;
}
