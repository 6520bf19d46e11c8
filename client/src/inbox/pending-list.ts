import type { Delivery } from "@yourcall/core";
import { askedOf } from "@yourcall/core/internal";
import type { HubEvent, WireAsk, WireDraft } from "@yourcall/core/internal/wire";

/** The asks of all agents. An ended ask keeps its place until it is dismissed. */
export interface PendingList {
  asks: ReadonlyMap<string, WireAsk>;
  /**
   * The ids of all asks in the order of every screen: oldest first, from all agents, so that a new ask comes last. A reply to a question of
   * the person takes the place of the ask that it replies to.
   */
  order: readonly string[];
  /** By id, the time of that place: of replies, and of asks whose agent has not replied yet. */
  since: ReadonlyMap<string, string>;
  /** How many of the asks are pending. */
  pending: number;
  link: "connecting" | "live" | "reconnecting";
  /** Whether the pending asks have been read at least once. */
  loaded: boolean;
}

/** What `followPending` reports: the hub's events, and what it read between them. */
export type PendingChange =
  | Exclude<HubEvent, { type: "snapshot" }>
  /** A page of pending asks; `all` marks the last one. */
  | { type: "asks-listed"; asks: readonly WireAsk[]; all: boolean }
  /** The hub no longer knows this ask. */
  | { type: "ask-forgotten"; id: string }
  | { type: "link-changed"; link: "live" | "reconnecting" };

export const emptyPendingList: PendingList = {
  asks: new Map(),
  order: [],
  since: new Map(),
  pending: 0,
  link: "connecting",
  loaded: false,
};

/** The list after a change that `followPending` reports; the first one changes `emptyPendingList`. */
export function changePendingList(list: PendingList, change: PendingChange): PendingList {
  switch (change.type) {
    case "link-changed":
      return { ...list, link: change.link };
    case "asks-listed":
      return { ...putAsks(list, change.asks), loaded: true };
    case "ask-created":
    case "ask-ended":
      return putAsks(list, [change.ask]);
    case "ask-drafted":
      return putDraft(list, change);
    case "ask-delivered":
      return putDelivery(list, change);
    case "ask-forgotten":
      return dropAsks(list, [change.id]);
  }
}

/** Removes ended asks, except those with the ids `kept`. */
export function dismissEnded(list: PendingList, ...kept: readonly (string | undefined)[]): PendingList {
  if (list.asks.size === list.pending) return list;
  const ended = [...list.asks.values()].filter(({ id, status }) => status !== "pending" && !kept.includes(id));
  return ended.length === 0
    ? list
    : dropAsks(
        list,
        ended.map(({ id }) => id),
      );
}

/** All asks of the list, oldest first. */
export function asksOf({ asks, order }: PendingList): WireAsk[] {
  return order.flatMap((id) => asks.get(id) ?? []);
}

/** The pending asks, oldest first. */
export function pendingOf(list: PendingList): WireAsk[] {
  return asksOf(list).filter(({ status }) => status === "pending");
}

function putAsks(list: PendingList, asks: readonly WireAsk[]): PendingList {
  const known = new Map(list.asks);
  const added = asks.filter(({ id, status }) => status === "pending" && !known.has(id));
  for (const ask of asks) {
    const before = known.get(ask.id);
    // An ended ask never comes back, and one that ended before it was shown never appears.
    if (before === undefined ? ask.status === "pending" : before.status === "pending")
      known.set(ask.id, withNewerDraft(ask, before));
    // It may have ended on this screen before the hub reported its delivery.
    else if (before !== undefined && before.delivery === undefined && ask.delivery !== undefined)
      known.set(ask.id, { ...before, delivery: ask.delivery });
  }
  const since = keepPlaces(list.since, asks, known);
  const order = added.length === 0 ? list.order : inOrder(list.order.concat(added.map(({ id }) => id)), known, since);
  return withCount({ ...list, asks: known, order, since });
}

function keepPlaces(
  since: PendingList["since"],
  asks: readonly WireAsk[],
  known: PendingList["asks"],
): PendingList["since"] {
  const places = new Map(since);
  for (const { id, outcome, createdAt, replyTo = "" } of asks) {
    const place = places.get(replyTo);
    if (place !== undefined) {
      places.delete(replyTo);
      places.set(id, place);
    }
    if (askedOf(outcome) !== undefined && known.has(id)) places.set(id, places.get(id) ?? createdAt);
    else if (outcome !== undefined) places.delete(id);
  }
  return places;
}

// A list may be older than an event that has already arrived.
function withNewerDraft(ask: WireAsk, before: WireAsk | undefined): WireAsk {
  const draft = before?.draft;
  if (ask.status !== "pending" || draft === undefined || draft.revision <= (ask.draft?.revision ?? 0)) return ask;
  return { ...ask, draft, expiresAt: before?.expiresAt };
}

function putDraft(list: PendingList, saved: { id: string; draft: WireDraft; expiresAt?: string }): PendingList {
  const ask = list.asks.get(saved.id);
  if (ask?.status !== "pending" || saved.draft.revision <= (ask.draft?.revision ?? 0)) return list;
  const expiresAt = saved.expiresAt ?? ask.expiresAt;
  return { ...list, asks: new Map(list.asks).set(ask.id, { ...ask, draft: saved.draft, expiresAt }) };
}

function putDelivery(list: PendingList, { id, delivery }: { id: string; delivery: Delivery }): PendingList {
  const ask = list.asks.get(id);
  if (ask === undefined || ask.status === "pending") return list;
  return { ...list, asks: new Map(list.asks).set(id, { ...ask, delivery }) };
}

function dropAsks(list: PendingList, ids: readonly string[]): PendingList {
  const gone = new Set(ids);
  const asks = new Map([...list.asks].filter(([id]) => !gone.has(id)));
  return withCount({ ...list, asks, order: list.order.filter((id) => !gone.has(id)) });
}

/** Asks of one moment stay in the order in which the hub reported them. */
function inOrder(ids: readonly string[], asks: PendingList["asks"], since: PendingList["since"]): string[] {
  const at = (id: string) => since.get(id) ?? asks.get(id)?.createdAt ?? "";
  return [...ids].sort((one, other) => (at(one) < at(other) ? -1 : at(one) > at(other) ? 1 : 0));
}

function withCount(list: PendingList): PendingList {
  let pending = 0;
  for (const { status } of list.asks.values()) if (status === "pending") pending++;
  return { ...list, pending };
}
