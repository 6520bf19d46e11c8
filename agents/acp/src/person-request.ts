import type { Ask, Outcome, ReportedOutcome } from "@yourcall/core";

/** A request of an agent to its client that only a person can settle: the ask it becomes, and the way back. */
export interface PersonRequest {
  ask: Ask;
  /** The session it belongs to, as the agent calls it. */
  session?: string;
  /** The reply for the agent; undefined if the outcome decides nothing, so that somebody else still may. */
  toResult(outcome: Outcome): unknown;
  /** What the reply of an editor decided; undefined if nothing was decided. */
  toReport(result: unknown): ReportedOutcome | undefined;
  /** The reply if nobody decided. */
  cancelled: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

/** An object's own fields, none for anything else. */
export function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text with something in it. */
export function toText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
