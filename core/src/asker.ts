import type { Approval, Question } from "./ask.ts";
import type { Outcome } from "./outcome.ts";

/** Who asks, as a person recognises it. */
export interface AgentInfo {
  name: string;
  session?: string;
  title?: string;
  cwd?: string;
}

/** What happens at the deadline. Either way the outcome is `expired`; `recommended` adds a fallback nobody chose. */
export type OnTimeout = "expire" | "recommended";

/** One call by an agent. */
export interface AskRequest {
  questions: Question[];
  /** Names this very call, so that the same call made again finds its ask. Derived from a call id, never from content. */
  key?: string;
  kind?: "question" | "approval";
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
