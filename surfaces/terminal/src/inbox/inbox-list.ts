import type { WireAsk } from "@yourcall/client";
import {
  changePendingList,
  dismissEnded,
  emptyPendingList,
  type PendingChange,
  type PendingList,
} from "@yourcall/client/internal";
import { cleanText } from "@yourcall/core";
import { toSubjectText } from "@yourcall/core/internal";

/** A row of the list: who asks, one of their asks, or the gap before the next group. */
export type ListRow = { type: "group"; id: string } | { type: "ask"; id: string } | { type: "gap" };

/**
 * The pending list with a filter and a cursor. The cursor stays on its ask, not on its row, when other asks come and go. An ask
 * that has ended is removed when the cursor next moves and is not on it.
 */
export interface InboxList extends PendingList {
  filter: string;
  /** The rows that match the filter. */
  rows: readonly ListRow[];
  /** The index in `rows` of each ask in them. */
  stops: readonly number[];
  /** Which of `stops` has the cursor; -1 if there are none. */
  at: number;
}

export const emptyList: InboxList = { ...emptyPendingList, filter: "", rows: [], stops: [], at: -1 };

/** The ask under the cursor. */
export function focusedAsk(list: InboxList): WireAsk | undefined {
  const id = focusedId(list);
  return id === undefined ? undefined : list.asks.get(id);
}

function focusedId(list: InboxList): string | undefined {
  const row = list.rows[list.stops[list.at] ?? -1];
  return row?.type === "ask" ? row.id : undefined;
}

export function changeList(list: InboxList, change: PendingChange): InboxList {
  return withPending(list, changePendingList(list, change));
}

/** Moves the cursor by asks, without wrapping, and removes asks that ended elsewhere. */
export function moveCursor(list: InboxList, by: number): InboxList {
  if (list.stops.length === 0) return list;
  const at = Math.max(0, Math.min(list.stops.length - 1, list.at + by));
  return at === list.at ? list : sweep({ ...list, at });
}

/** Moves the cursor to this ask, if it is shown. */
export function moveTo(list: InboxList, id: string): InboxList {
  const at = list.stops.findIndex((stop) => {
    const row = list.rows[stop];
    return row?.type === "ask" && row.id === id;
  });
  return at === -1 ? list : { ...list, at };
}

/**
 * Moves the cursor to the next pending ask, or the one before, and removes ended asks. Those in `putOff` come last. Stays if
 * none is pending.
 */
export function focusNext(list: InboxList, putOff: ReadonlySet<string>): InboxList {
  const waits = (at: number, also: boolean) => {
    const row = list.rows[list.stops[at] ?? -1];
    return row?.type === "ask" && list.asks.get(row.id)?.status === "pending" && (also || !putOff.has(row.id));
  };
  const later = list.stops.map((_, at) => at);
  const order = [...later.slice(Math.max(0, list.at)), ...later.slice(0, Math.max(0, list.at)).reverse()];
  const at = order.find((one) => waits(one, false)) ?? order.find((one) => waits(one, true));
  return at === undefined ? list : sweep({ ...list, at });
}

/** Moves on from an ask that was ended here: to the next pending one, or to an empty list. */
export function leaveEnded(list: InboxList, putOff: ReadonlySet<string>): InboxList {
  const next = focusNext(list, putOff);
  return withPending(next, dismissEnded(next));
}

/** Removes ended asks, except the one under the cursor. */
export function sweep(list: InboxList): InboxList {
  return withPending(list, dismissEnded(list, focusedId(list)));
}

export function filterList(list: InboxList, filter: string): InboxList {
  return arrange({ ...list, filter });
}

function withPending(list: InboxList, pending: PendingList): InboxList {
  const next = { ...list, ...pending };
  // Changes of a draft or of the connection change no row.
  return pending.groups === list.groups && pending.pending === list.pending ? next : arrange(next);
}

/** Rebuilds the rows, with the cursor on the same ask, or near its old place if that ask is gone. */
function arrange(list: InboxList): InboxList {
  const before = focusedId(list);
  const rows = toRows(list);
  const stops: number[] = [];
  let at = -1;
  for (const [index, row] of rows.entries()) {
    if (row.type !== "ask") continue;
    if (row.id === before) at = stops.length;
    stops.push(index);
  }
  if (at === -1) at = Math.min(Math.max(0, list.at), stops.length - 1);
  return { ...list, rows, stops, at };
}

function toRows({ asks, groups, filter }: InboxList): ListRow[] {
  const words = filter.trim().toLowerCase().split(/\s+/);
  const shows = (id: string) => {
    const ask = asks.get(id);
    return ask !== undefined && (filter.trim() === "" || words.every((word) => searchText(ask).includes(word)));
  };
  const rows: ListRow[] = [];
  for (const ids of groups.values()) {
    const shown = ids.filter(shows);
    const [first] = shown;
    if (first === undefined) continue;
    if (rows.length > 0) rows.push({ type: "gap" });
    rows.push({ type: "group", id: first });
    for (const id of shown) rows.push({ type: "ask", id });
  }
  return rows;
}

const searchTexts = new WeakMap<WireAsk, string>();

/** Everything a filter looks at, cleaned once. */
function searchText(ask: WireAsk): string {
  const known = searchTexts.get(ask);
  if (known !== undefined) return known;
  const { name, title = "", cwd = "", branch = "", worktree = "", subagent = "" } = ask.agent;
  const questions = ask.questions.flatMap(({ question, header, options }) => [
    header,
    question,
    ...options.map(({ label }) => label),
  ]);
  const approval = ask.approval === undefined ? [] : [ask.kind, ask.approval.tool, toSubjectText(ask.approval)];
  const who = [name, title, cwd, branch, worktree, subagent];
  const text = cleanText([...who, ...approval, ...questions].join("\n")).toLowerCase();
  searchTexts.set(ask, text);
  return text;
}
