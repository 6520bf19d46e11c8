import { type Clock, machineClock, YourcallError } from "@yourcall/core";
import { maxPageSize, pause } from "@yourcall/core/internal";
import type { AskPage, HubEvent, WireAsk } from "@yourcall/core/internal/wire";
import type { HubClient } from "./create-hub-client.ts";
import { type PendingChange, type PendingList, pendingOf } from "./inbox/pending-list.ts";

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
