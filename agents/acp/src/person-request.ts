import type { Ask, Outcome, ReportedOutcome } from "@yourcall/core";

/** Asks a person and resolves with how that ended. */
export type AskPerson = (ask: Ask) => Promise<Outcome>;

/** A request of an agent to its client that only a person can settle. */
export interface PersonRequest {
  /** The session it belongs to, as the agent calls it. */
  session?: string;
  /** The tool call it is about. */
  call?: string;
  /** Asks the person, once or part by part. The reply for the agent; undefined if nothing was decided, so that somebody else still may. */
  settle(ask: AskPerson): Promise<unknown>;
  /** What the reply of an editor decided; undefined if nothing was decided. */
  toReport(result: unknown): ReportedOutcome | undefined;
  /** The reply if nobody decided. */
  cancelled: unknown;
}

/** The reply to a permission request that nobody decided. */
export const cancelled = { outcome: { outcome: "cancelled" } };

/** How much of what the agent said just before is put with an ask. */
export const mostSaid = 500;

export type Fields = Readonly<Record<string, unknown>>;

export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text with something in it. */
export function toText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
