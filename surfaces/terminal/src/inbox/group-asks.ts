import type { WireAsk } from "@yourcall/client";
import { cleanText } from "@yourcall/core";

/** The asks of one session, oldest first. */
export interface AskGroup {
  key: string;
  ids: readonly string[];
}

/** A row of the list: who asks, one of their asks, or the gap before the next. */
export type ListRow = { type: "group"; id: string } | { type: "ask"; id: string } | { type: "gap" };

/**
 * Puts asks behind those that are there: an ask joins the group of its session, a new session comes last. What stands keeps
 * its place, so that the order is by age of the oldest ask when the list is first made, and fixed from then on.
 */
export function addToGroups(groups: readonly AskGroup[], asks: readonly WireAsk[]): AskGroup[] {
  const byKey = new Map(groups.map((group) => [group.key, [...group.ids]]));
  for (const ask of asks) {
    const key = toGroupKey(ask);
    const ids = byKey.get(key);
    if (ids === undefined) byKey.set(key, [ask.id]);
    else if (!ids.includes(ask.id)) ids.push(ask.id);
  }
  return Array.from(byKey, ([key, ids]) => ({ key, ids }));
}

export function removeFromGroups(groups: readonly AskGroup[], gone: ReadonlySet<string>): AskGroup[] {
  return groups
    .map(({ key, ids }) => ({ key, ids: ids.filter((id) => !gone.has(id)) }))
    .filter(({ ids }) => ids.length > 0);
}

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

// A session is one run of one agent. Where none is named, what the agent says of itself stands for it.
function toGroupKey({ agent }: WireAsk): string {
  return JSON.stringify(
    agent.session === undefined ? [agent.name, null, agent.title, agent.cwd] : [agent.name, agent.session],
  );
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
