import type { WireAsk } from "@yourcall/client";
import { cleanLine, toHeaderName } from "@yourcall/core";
import { isAgentGone, toAgentText, toMarks } from "@yourcall/terminal";
import { toAge } from "../times.ts";
import type { Column } from "./table-text.ts";

export { isAgentGone };

/** The columns of `toListRow`. */
export const listColumns: Column[] = [{}, { max: 32, min: 0 }, { max: 18, min: 8 }, { rest: true }, {}, {}];

/** An ask in one line: id, who asks from where, headers, question, age, and what else matters before it is opened. */
export function toListRow(ask: WireAsk, shortId: string, now: number, home?: string): string[] {
  const more = ask.questions.length - 1;
  return [
    shortId,
    toAgentText(ask, home),
    `${toHeaderName(ask, 0)}${more > 0 ? ` +${more}` : ""}`,
    cleanLine(ask.questions[0]?.question ?? ""),
    toAge(now - Date.parse(ask.createdAt)),
    toMarks(ask, now).join(", "),
  ];
}
