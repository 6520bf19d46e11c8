import { type AgentInfo, type Clock, type Delivery, machineClock, YourcallError } from "@yourcall/core";
import { maxPageSize, pause } from "@yourcall/core/internal";
import type { AskPage, HubEvent, WireAsk, WireDraft } from "@yourcall/core/internal/wire";
import type { HubClient } from "./create-hub-client.ts";

/** The asks of all agents, in a stable order. An ended ask keeps its place until it is dismissed. */
export interface PendingList {
  asks: ReadonlyMap<string, WireAsk>;
  /**
   * The ids of the asks of each session, oldest first. Sessions are in the order of their oldest ask when the list is first made; a
   * new one comes last, and the others keep their places.
   */
  groups: ReadonlyMap<string, readonly string[]>;
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

/** What a source of events calls. */
export interface EventSink {
  onEvent: (event: HubEvent) => void;
  onState: (state: "live" | "reconnecting") => void;
}

export interface FollowOptions {
  client: Pick<HubClient, "events" | "list" | "get">;
  signal: AbortSignal;
  /** The list with all changes so far. */
  list: () => PendingList;
  onChange: (change: PendingChange) => void;
  /** Events from elsewhere, for instance one stream for all tabs of a browser. A source may begin without a snapshot. */
  source?: (sink: EventSink) => Promise<void>;
  /** Whether anybody is looking; nothing is refreshed otherwise. */
  isWatched?: () => boolean;
  clock?: Clock;
}

const retryMs = 500;
// Whether an asker waits is not an event, so it is polled.
const refreshMs = 60_000;

/**
 * Follows the pending asks until the signal ends it: a list at the start and after every gap, then events. An ask
 * that was pending and is missing from a list ended during the gap, and its outcome is looked up.
 */
export async function followPending(options: FollowOptions): Promise<void> {
  const { client, signal, list, onChange, source, isWatched = () => true, clock = machineClock } = options;
  let reads = 0;
  let reading = false;
  /** Asks that ended while a list was being read, which may still call them pending. */
  const ended = new Set<string>();

  const sink: EventSink = {
    onEvent(event) {
      if (event.type === "snapshot") return void read(event);
      if (event.type === "ask-ended") ended.add(event.ask.id);
      onChange(event);
    },
    onState(link) {
      const isBack = link === "live" && list().link === "reconnecting";
      onChange({ type: "link-changed", link });
      if (isBack) void read();
    },
  };

  /** Reads all pending asks, starting with the given first page. A later read replaces one under way. */
  async function read(first?: AskPage): Promise<void> {
    const mine = ++reads;
    const isCurrent = () => mine === reads && !signal.aborted;
    reading = true;
    ended.clear();
    try {
      const missing = new Set(pendingOf(list()).map(({ id }) => id));
      const untaken = [...list().asks.values()].filter(({ delivery }) => delivery?.state === "waiting");
      const readPage = (cursor?: string) => client.list({ status: "pending", limit: maxPageSize, cursor });
      let page = first ?? (await keepTrying(isCurrent, readPage));
      while (page !== undefined && isCurrent()) {
        for (const { id } of page.asks) missing.delete(id);
        const { cursor } = page;
        const asks = page.asks.filter(({ id }) => !ended.has(id));
        onChange({ type: "asks-listed", asks, all: cursor === undefined });
        if (cursor === undefined) return await settle(missing, untaken, isCurrent);
        page = await keepTrying(isCurrent, () => readPage(cursor));
      }
    } finally {
      if (mine === reads) reading = false;
    }
  }

  async function settle(
    missing: Iterable<string>,
    untaken: readonly WireAsk[],
    isCurrent: () => boolean,
  ): Promise<void> {
    for (const { id } of untaken) {
      const ask = await keepTrying(isCurrent, () => client.get(id).catch(nullIfUnknown));
      if (ask?.delivery !== undefined) onChange({ type: "ask-delivered", id, delivery: ask.delivery });
    }
    for (const id of missing) {
      const ask = await keepTrying(isCurrent, () => client.get(id).catch(nullIfUnknown));
      if (ask === null) onChange({ type: "ask-forgotten", id });
      else if (ask !== undefined && ask.status !== "pending") onChange({ type: "ask-ended", ask });
    }
  }

  /** Gives up when the hub is away: everything is read again once it is back. */
  async function keepTrying<Value>(isCurrent: () => boolean, act: () => Promise<Value>): Promise<Value | undefined> {
    while (isCurrent()) {
      try {
        const value = await act();
        return isCurrent() ? value : undefined;
      } catch {
        if (list().link === "reconnecting") return undefined;
        await pause(clock, retryMs, signal).catch(() => {});
      }
    }
    return undefined;
  }

  function refreshLater(): void {
    const cancel = clock.after(refreshMs, () => {
      signal.removeEventListener("abort", cancel);
      if (isWatched() && !reading && list().link === "live") void read();
      refreshLater();
    });
    signal.addEventListener("abort", cancel, { once: true });
  }

  if (signal.aborted) return;
  refreshLater();
  if (source !== undefined) {
    const done = source(sink);
    // The source may begin without a snapshot, and the first paint should not wait for one.
    void read();
    return done;
  }
  for await (const event of client.events({ signal, onState: sink.onState })) sink.onEvent(event);
}

function nullIfUnknown(error: unknown): null {
  if (YourcallError.isInstance(error) && error.code === "not-found") return null;
  throw error;
}

export const emptyPendingList: PendingList = {
  asks: new Map(),
  groups: new Map(),
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

/** The pending asks, oldest first. */
export function pendingOf(list: PendingList): WireAsk[] {
  return [...list.asks.values()]
    .filter(({ status }) => status === "pending")
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : 0));
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
  return withCount({
    ...list,
    asks: known,
    groups: added.length === 0 ? list.groups : addToGroups(list.groups, added),
  });
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
  const left = Array.from(list.groups, ([key, ids]) => [key, ids.filter((id) => !gone.has(id))] as const);
  return withCount({ ...list, asks, groups: new Map(left.filter(([, ids]) => ids.length > 0)) });
}

function addToGroups(groups: PendingList["groups"], asks: readonly WireAsk[]): PendingList["groups"] {
  const grown = new Map(Array.from(groups, ([key, ids]) => [key, [...ids]]));
  for (const { id, agent } of asks) {
    const key = toGroupKey(agent);
    const ids = grown.get(key);
    if (ids === undefined) grown.set(key, [id]);
    else ids.push(id);
  }
  return grown;
}

// A session is one run of one agent. If none is named, the agent's description of itself is used instead.
function toGroupKey({ name, session, title, cwd }: AgentInfo): string {
  return JSON.stringify(session === undefined ? [name, null, title, cwd] : [name, session]);
}

function withCount(list: PendingList): PendingList {
  let pending = 0;
  for (const { status } of list.asks.values()) if (status === "pending") pending++;
  return { ...list, pending };
}
