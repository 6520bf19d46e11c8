import type { WireAsk } from "@yourcall/client";
import {
  asksOf,
  changePendingList,
  dismissEnded,
  emptyPendingList,
  hasWords,
  markedAsks,
  nextAsk,
  type PendingChange,
  type PendingList,
  putOffAsk,
  startsSession,
  toggleMark,
} from "@yourcall/client/internal";

/** A row of the list: who asks, one of their asks, or the gap before the next session. */
export type ListRow = { type: "group"; id: string } | { type: "ask"; id: string } | { type: "gap" };

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

/** Moves the cursor to the next pending ask, one that was put off if there is no other, and removes ended asks. Stays if none is pending. */
export function focusNext(list: InboxList): InboxList {
  const [shown, after] = [shownAsks(list), focusedId(list)];
  const next = nextAsk(shown, after, list.putOff) ?? nextAsk(shown, after, new Set());
  return next === undefined ? list : sweep(moveTo(list, next.id));
}

/** Puts off the ask under the cursor, which moves to the next one. Stays if all others were put off, too. */
export function putOffFocused(list: InboxList): InboxList {
  const ask = focusedAsk(list);
  if (ask?.status !== "pending") return list;
  const putOff = putOffAsk(list.putOff, ask.id, list.asks);
  const next = nextAsk(shownAsks(list), ask.id, putOff);
  return next === undefined ? { ...list, putOff } : sweep(moveTo({ ...list, putOff }, next.id));
}

/** Marks the ask under the cursor, or removes its mark. */
export function markFocused(list: InboxList): InboxList {
  const ask = focusedAsk(list);
  return ask?.status === "pending" ? { ...list, marked: toggleMark(list.marked, ask.id) } : list;
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
  return withPending(list, dismissEnded(list, focusedId(list)));
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

function shownAsks(list: InboxList): WireAsk[] {
  return asksOf(list).filter((ask) => hasWords(ask, list.filter));
}

function toRows(list: InboxList): ListRow[] {
  const shown = shownAsks(list);
  return shown.flatMap((ask, index): ListRow[] => {
    const row: ListRow = { type: "ask", id: ask.id };
    if (!startsSession(ask, shown[index - 1])) return [row];
    const heading: ListRow = { type: "group", id: ask.id };
    return index === 0 ? [heading, row] : [{ type: "gap" }, heading, row];
  });
}
