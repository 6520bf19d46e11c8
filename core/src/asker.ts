import type { AgentInfo, Approval, AskKind, OnTimeout, Outcome, Question } from "./schemas.ts";

/** One call by an agent. */
export interface AskRequest {
  questions: Question[];
  /** Names this call, so that the same call made again finds its ask. Derived from a call id, never from content. */
  key?: string;
  kind?: AskKind;
  approval?: Approval;
  agent?: AgentInfo;
  timeoutMs?: number;
  onTimeout?: OnTimeout;
  context?: string;
  metadata?: Record<string, unknown>;
}

/** The port of every agent adapter. Resolves with how the ask ended; aborting the signal withdraws it (`cancelled`). */
export interface Asker {
  ask(request: AskRequest, options?: { signal?: AbortSignal }): Promise<Outcome>;
}

/** An ask as the hub describes it to its asker. */
export interface CreatedAsk {
  id: string;
  /** Where a person can answer it. */
  url?: string;
  expiresAt?: string;
  /** Set if it has already ended. */
  outcome?: Outcome;
}

/** An asker whose asks live in a hub and outlive the asking process. `followAsk` combines the parts. */
export interface HubAsker extends Asker {
  /**
   * Creates the ask, or finds the one with its key. Aborting stops further attempts but never one under way, which could leave an
   * ask behind: it then resolves with the ask, or rejects with the signal's reason if the hub certainly has none.
   */
  create(request: AskRequest, options?: { signal?: AbortSignal; holdSeconds?: number }): Promise<CreatedAsk>;
  /** How the ask ended; null if it is not known yet. Never withdraws it. */
  wait(id: string, options?: { signal?: AbortSignal }): Promise<Outcome | null>;
  /** Withdraws the ask, trying for up to `withinMs`. Rejects with `already-ended` and the `outcome` that won. */
  cancel(id: string, reason?: string, options?: { withinMs?: number }): Promise<{ outcome?: Outcome | null }>;
}

export function isHubAsker(asker: Asker): asker is HubAsker {
  const { create, wait, cancel } = asker as Partial<HubAsker>;
  return create !== undefined && wait !== undefined && cancel !== undefined;
}
