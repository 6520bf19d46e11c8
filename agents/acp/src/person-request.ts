import type { Ask, Outcome, ReportedOutcome } from "@yourcall/core";
import { toFields } from "@yourcall/core/internal";

/** A request of an agent to its client that only a person can settle. */
export interface PersonRequest {
  /** The session it belongs to, as the agent calls it. */
  session?: string;
  /** The tool call it is about. */
  call?: string;
  /**
   * Asks the person through `put`, once or part by part. Resolves with the reply for the agent; undefined if nothing was decided and
   * somebody else may still decide.
   */
  settle(put: (ask: Ask) => Promise<Outcome>): Promise<unknown>;
  /** The decision in an editor's reply; undefined if it decides nothing. */
  toReport(result: unknown): ReportedOutcome | undefined;
  /** The reply if nobody decided. */
  cancelled: unknown;
  /** Whether the reply is one of the agent's options, with no place for what the person says. */
  isWordless?: boolean;
}

/** The reply to a permission request that nobody decided. */
export const cancelled = { outcome: { outcome: "cancelled" } };

/** How many characters of what the agent said just before go into the ask's context. */
export const mostSaid = 500;

export type Fields = Readonly<Record<string, unknown>>;

/** Whether a tool call comes with its input. */
export function hasInput({ rawInput }: Fields): boolean {
  return Object.keys(toFields(rawInput)).length > 0;
}

/** The value if it is a string that is not blank. */
export function toNonBlank(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
