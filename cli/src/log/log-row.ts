import type { WireAsk } from "@yourcall/client";
import { type Outcome, toAgentText, toByText, toDecision } from "@yourcall/core";
import type { Column } from "../inbox/table-text.ts";
import { toLocalDate } from "../times.ts";

/** The columns of `toLogRow`. */
export const logColumns: Column[] = [{}, { max: 28, min: 0 }, { rest: true }, { max: 28, min: 0 }];

/** A decision in one line: when, who asked, what was decided, who decided it and where. */
export function toLogRow(ask: WireAsk, outcome: Outcome, home?: string): string[] {
  return [
    toLocalDate(outcome.at),
    toAgentText(ask, home),
    toDecision(ask, outcome),
    outcome.status === "answered" || outcome.status === "declined" ? toByText(outcome.by) : "",
  ];
}
