import type { WireAsk } from "@yourcall/client";
import { type Ask, type By, cleanLine, type Outcome, toAnswerText, toHeaderName } from "@yourcall/core";
import { toAgentText } from "./list-row.ts";
import type { Column } from "./table-text.ts";
import { toLocalDate } from "./times.ts";

/** The columns of `toLogRow`. */
export const logColumns: Column[] = [{}, { max: 28 }, { rest: true }, { max: 28 }];

/** A decision in one line: when, who asked, what was decided, who decided it and where. */
export function toLogRow(ask: WireAsk, outcome: Outcome, home?: string): string[] {
  return [
    toLocalDate(outcome.at),
    toAgentText(ask, home),
    toDecision(ask, outcome),
    outcome.status === "answered" || outcome.status === "declined" ? toByText(outcome.by) : "",
  ];
}

/** `web by ana`, and a script is named as one. */
export function toByText({ surface, user, act }: By): string {
  const who = user === undefined ? "" : ` by ${cleanLine(user)}`;
  return `${cleanLine(surface)}${who}${act === "script" ? " (script)" : ""}`;
}

function toDecision(ask: Ask, outcome: Outcome): string {
  const headers = ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ");
  const why = (reason: string | undefined) => (reason === undefined ? "" : ` ("${cleanLine(reason)}")`);
  switch (outcome.status) {
    case "answered":
      return outcome.answers
        .map((answer, index) => {
          const note = answer.notes === undefined ? "" : ` (note: ${cleanLine(answer.notes)})`;
          return `${toHeaderName(ask, index)}: ${toAnswerText(ask, index, answer)}${note}`;
        })
        .concat(outcome.comment === undefined ? [] : [`comment: ${cleanLine(outcome.comment)}`])
        .join(" · ");
    case "declined":
      return `${headers}: declined${why(outcome.reason)}`;
    case "cancelled":
      return `${headers}: withdrawn${why(outcome.reason)}`;
    case "expired":
      return `${headers}: expired, nobody answered`;
  }
}
