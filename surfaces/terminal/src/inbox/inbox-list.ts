import type { WireAsk } from "@yourcall/client";
import {
  asksOf,
  changePendingList,
  dismissEnded,
  emptyPendingList,
  groupSame,
  hasWords,
  markedAsks,
  nextAsk,
  type PendingChange,
  type PendingList,
  putOffAsk,
  startsSession,
  toggleMark,
} from "@yourcall/client/internal";

/** A row of the list: who asks, one of their asks or several that are the same, or the gap before the next session. */
export type ListRow = { type: "group"; id: string; of: AskRow } | AskRow | { type: "gap" };

export interface AskRow {
  type: "ask";
  /** Of the oldest, so that the row stays the same when others join it. */
  id: string;
  /** What the row shows and opens. */
  lead: string;
  /** All of them, oldest first; most rows have one. */
  ids: readonly string[];
}

/**
 * The pending list with a filter, marks and a cursor. The cursor stays on its ask, not on its row, when other asks come and go. An ask
 * that has ended is removed when the cursor next moves and is not on it.
 */
export interface InboxList extends PendingList {
  filter: string;
  /** Asks that are declined together. */
  marked: ReadonlySet<string>;
  /** Asks that the person put off: the focus moves to them by itself only if no other ask is pending. */
  putOff: ReadonlySet<string>;
  /** The rows that match the filter. */
  rows: readonly ListRow[];
  /** The index in `rows` of each ask in them. */
  stops: readonly number[];
  /** Which of `stops` has the cursor; -1 if there are none. */
  at: number;
}

export const emptyList: InboxList = {
  ...emptyPendingList,
  filter: "",
  marked: new Set(),
  putOff: new Set(),
  rows: [],
  stops: [],
  at: -1,
};

/** The ask under the cursor; the oldest pending one if several are the same. */
export function focusedAsk(list: InboxList): WireAsk | undefined {
  const row = focusedRow(list);
  return row === undefined ? undefined : list.asks.get(row.lead);
}

/** The ids of the pending asks under the cursor: more than one if they are the same. */
export function focusedSame(list: InboxList): string[] {
  return (focusedRow(list)?.ids ?? []).filter((id) => list.asks.get(id)?.status === "pending");
}

function focusedRow(list: InboxList): AskRow | undefined {
  const row = list.rows[list.stops[list.at] ?? -1];
  return row?.type === "ask" ? row : undefined;
}

export function changeList(list: InboxList, change: PendingChange): InboxList {
  return withPending(list, withoutReplied(changePendingList(list, change), change));
}

/** The ask that this one replies to gives it its row, and the cursor. */
function withoutReplied(list: PendingList, change: PendingChange): PendingList {
  const replied = change.type === "ask-created" ? change.ask.replyTo : undefined;
  if (replied === undefined) return list;
  return dismissEnded(list, ...list.order.filter((id) => id !== replied));
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
    return row?.type === "ask" && row.ids.includes(id);
  });
  return at === -1 ? list : { ...list, at };
}

/** Moves the cursor to the next pending ask, one that was put off if there is no other, and removes ended asks. Stays if none is pending. */
export function focusNext(list: InboxList): InboxList {
  const [shown, after] = [shownLeads(list), focusedAsk(list)?.id];
  const next = nextAsk(shown, after, list.putOff) ?? nextAsk(shown, after, new Set());
  return next === undefined ? list : sweep(moveTo(list, next.id));
}

/** Puts off the ask under the cursor, which moves to the next one. Stays if all others were put off, too. */
export function putOffFocused(list: InboxList): InboxList {
  const ask = focusedAsk(list);
  if (ask?.status !== "pending") return list;
  const putOff = focusedSame(list).reduce((before, id) => putOffAsk(before, id, list.asks), list.putOff);
  const next = nextAsk(shownLeads(list), ask.id, putOff);
  return next === undefined ? { ...list, putOff } : sweep(moveTo({ ...list, putOff }, next.id));
}

/** Marks the asks under the cursor, or removes their marks. */
export function markFocused(list: InboxList): InboxList {
  const ids = focusedSame(list);
  const isMarked = ids.every((id) => list.marked.has(id));
  const changed = ids.filter((id) => list.marked.has(id) === isMarked);
  return ids.length === 0 ? list : { ...list, marked: changed.reduce(toggleMark, list.marked) };
}

/** The ids of the asks that are declined together. */
export function markedIds(list: InboxList): string[] {
  if (list.marked.size === 0) return [];
  return markedAsks(shownAsks(list), list.marked).map(({ id }) => id);
}

/** Moves on from an ask that was ended here: to the next pending one, or to an empty list. */
export function leaveEnded(list: InboxList): InboxList {
  const next = focusedAsk(list)?.status === "pending" ? list : focusNext(list);
  return withPending(next, dismissEnded(next));
}

/** Removes ended asks, except the one under the cursor. */
export function sweep(list: InboxList): InboxList {
  return withPending(list, dismissEnded(list, focusedRow(list)?.id, focusedAsk(list)?.id));
}

export function filterList(list: InboxList, filter: string): InboxList {
  return arrange({ ...list, filter });
}

function withPending(list: InboxList, pending: PendingList): InboxList {
  const next = { ...list, ...pending };
  // Changes of a draft or of the connection change no row.
  return pending.order === list.order && pending.pending === list.pending ? next : arrange(next);
}

/** Rebuilds the rows, with the cursor on the same ask, or near its old place if that ask is gone. */
function arrange(list: InboxList): InboxList {
  const before = focusedRow(list);
  const rows = toRows(list);
  const stops: number[] = [];
  let at = -1;
  for (const [index, row] of rows.entries()) {
    if (row.type !== "ask") continue;
    if (before !== undefined && (row.ids.includes(before.id) || row.ids.includes(before.lead))) at = stops.length;
    stops.push(index);
  }
  if (at === -1) at = Math.min(Math.max(0, list.at), stops.length - 1);
  return { ...list, rows, stops, at };
}

function shownAsks(list: InboxList): WireAsk[] {
  return asksOf(list).filter((ask) => hasWords(ask, list.filter));
}

/** One ask of each row. */
function shownLeads(list: InboxList): WireAsk[] {
  return groupSame(shownAsks(list)).map(({ lead }) => lead);
}

function toRows(list: InboxList): ListRow[] {
  const groups = groupSame(shownAsks(list));
  return groups.flatMap(({ id, lead, asks }, index): ListRow[] => {
    const row: AskRow = { type: "ask", id, lead: lead.id, ids: asks.map((ask) => ask.id) };
    const above = groups[index - 1];
    const isAlone = asks.length === 1 && above?.asks.length === 1;
    if (isAlone && !startsSession(lead, above.lead)) return [row];
    const heading: ListRow = { type: "group", id, of: row };
    return index === 0 ? [heading, row] : [{ type: "gap" }, heading, row];
  });
}
