import type { WireAsk } from "@yourcall/client";
import { type AskGroup, cleanText } from "@yourcall/core";

/** A row of the list: who asks, one of their asks, or the gap before the next. */
export type ListRow = { type: "group"; id: string } | { type: "ask"; id: string } | { type: "gap" };

/** The groups as rows, with only the asks that `shows` lets through. */
export function toRows(groups: readonly AskGroup[], shows: (id: string) => boolean): ListRow[] {
  const rows: ListRow[] = [];
  for (const { ids } of groups) {
    const shown = ids.filter(shows);
    const [first] = shown;
    if (first === undefined) continue;
    if (rows.length > 0) rows.push({ type: "gap" });
    rows.push({ type: "group", id: first });
    for (const id of shown) rows.push({ type: "ask", id });
  }
  return rows;
}

/** Does the ask hold every word of the filter, in whatever it shows? */
export function matchesFilter(ask: WireAsk, filter: string): boolean {
  const text = searchText(ask);
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const searchTexts = new WeakMap<WireAsk, string>();

function searchText(ask: WireAsk): string {
  const known = searchTexts.get(ask);
  if (known !== undefined) return known;
  const { name, title = "", cwd = "" } = ask.agent;
  const questions = ask.questions.flatMap(({ question, header, options }) => [
    header,
    question,
    ...options.map(({ label }) => label),
  ]);
  const approval = ask.approval === undefined ? [] : [ask.kind, ask.approval.tool];
  const text = cleanText([name, title, cwd, ...approval, ...questions].join("\n")).toLowerCase();
  searchTexts.set(ask, text);
  return text;
}
