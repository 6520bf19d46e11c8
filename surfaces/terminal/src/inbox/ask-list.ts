import type { WireAsk, WireDraft } from "@yourcall/client";
import { type AskGroup, addToGroups, removeFromGroups } from "@yourcall/core";
import { type ListRow, matchesFilter, toRows } from "./group-asks.ts";

/**
 * The asks of all agents. The cursor holds an ask, not a row: what comes and goes does not move it to another. An ask that
 * has ended keeps its place until the cursor moves next and is not on it.
 */
export interface AskList {
  asks: ReadonlyMap<string, WireAsk>;
  groups: readonly AskGroup[];
  filter: string;
  /** What the filter leaves. */
  rows: readonly ListRow[];
  /** The index in `rows` of each ask in them. */
  stops: readonly number[];
  /** Which of `stops` has the cursor; -1 where there is none. */
  at: number;
  pending: number;
  /** How many have ended and are still shown. */
  ended: number;
}

export const emptyList: AskList = {
  asks: new Map(),
  groups: [],
  filter: "",
  rows: [],
  stops: [],
  at: -1,
  pending: 0,
  ended: 0,
};

/** The ask under the cursor. */
export function focusedAsk(list: AskList): WireAsk | undefined {
  const id = focusedId(list);
  return id === undefined ? undefined : list.asks.get(id);
}

function focusedId(list: AskList): string | undefined {
  const row = list.rows[list.stops[list.at] ?? -1];
  return row?.type === "ask" ? row.id : undefined;
}

/** Puts asks into the list, or what is new about them in their place. */
export function putAsks(list: AskList, asks: readonly WireAsk[]): AskList {
  const known = new Map(list.asks);
  const fresh = asks.filter(({ id, status }) => status === "pending" && !known.has(id));
  // What has ended here has ended; an event or a page from before cannot bring it back.
  for (const ask of asks) {
    const before = known.get(ask.id);
    if (before === undefined ? ask.status === "pending" : before.status === "pending") known.set(ask.id, ask);
  }
  return arrange({ ...list, asks: known, groups: fresh.length === 0 ? list.groups : addToGroups(list.groups, fresh) });
}

/** Somebody saved a draft. The order stands, so nothing else is touched. */
export function putDraft(list: AskList, id: string, draft: WireDraft, expiresAt: string | undefined): AskList {
  const ask = list.asks.get(id);
  if (ask === undefined || ask.status !== "pending") return list;
  const asks = new Map(list.asks).set(id, { ...ask, draft, ...(expiresAt === undefined ? {} : { expiresAt }) });
  return { ...list, asks };
}

export function dropAsks(list: AskList, ids: readonly string[]): AskList {
  const gone = new Set(ids);
  const asks = new Map(list.asks);
  for (const id of gone) asks.delete(id);
  return arrange({ ...list, asks, groups: removeFromGroups(list.groups, gone) });
}

/** Moves the cursor by asks, never around the end, and clears away what has ended elsewhere. */
export function moveCursor(list: AskList, by: number): AskList {
  if (list.stops.length === 0) return list;
  const at = Math.max(0, Math.min(list.stops.length - 1, list.at + by));
  if (at === list.at) return list;
  return sweep({ ...list, at });
}

/** Takes away what has ended, but for the ask under the cursor. */
export function sweep(list: AskList): AskList {
  const kept = focusedId(list);
  const gone: string[] = [];
  if (list.ended > 0)
    for (const { id, status } of list.asks.values()) if (status !== "pending" && id !== kept) gone.push(id);
  return gone.length === 0 ? list : dropAsks(list, gone);
}

export function filterList(list: AskList, filter: string): AskList {
  return arrange({ ...list, filter });
}

/** Makes the rows anew, with the cursor on the ask it was on, or near its place where that is gone. */
function arrange(list: AskList): AskList {
  const before = focusedId(list);
  const shows = (id: string) => {
    const ask = list.asks.get(id);
    return ask !== undefined && (list.filter.trim() === "" || matchesFilter(ask, list.filter.trim()));
  };
  const rows = toRows(list.groups, shows);
  const stops: number[] = [];
  let at = -1;
  for (const [index, row] of rows.entries()) {
    if (row.type !== "ask") continue;
    if (row.id === before) at = stops.length;
    stops.push(index);
  }
  if (at === -1) at = Math.min(Math.max(0, list.at), stops.length - 1);
  let pending = 0;
  for (const { status } of list.asks.values()) if (status === "pending") pending++;
  return { ...list, rows, stops, at, pending, ended: list.asks.size - pending };
}
