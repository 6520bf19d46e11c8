import { createListeners, type Listener } from "../listeners.ts";
import type { Query } from "../queries/query.ts";
import type { StoredEvent } from "../store.ts";
import { isKept, readEvents } from "./read-events.ts";
import type { RecentAsks } from "./recent-asks.ts";

/** Calls listeners for every commit to the database, by this hub or another: each event once, in order. */
interface Subscribers {
  add(listener: Listener, onRewound?: () => void): () => void;
  /** This hub has committed these events, the first right after the sequence `base`. */
  committed(base: number, events: readonly StoredEvent[]): void;
  /** Looks for new events, because another hub says that there may be some. Resolves when all of them have been announced. */
  poll(): Promise<void>;
  stop(): void;
}

// Events per read: each may carry an ask of a megabyte.
const atOnce = 20;

/** Reads new events when another hub announces some, and every `lookEveryMs` in any case, in case a message was lost. */
export function createSubscribers(
  query: Query,
  recent: RecentAsks,
  {
    lookEveryMs,
    notifiedUpTo: start,
    log,
  }: { lookEveryMs: number; notifiedUpTo: number; log: (message: string) => void },
): Subscribers {
  const { add, notify, rewound } = createListeners(log);
  let toldUpTo = start;
  let polling: Promise<void> | undefined;
  let pollAgain = false;
  let stopped = false;
  const timer = setInterval(() => void poll(), lookEveryMs);
  timer.unref();

  function poll(): Promise<void> {
    pollAgain = true;
    polling ??= pollNow().finally(() => {
      polling = undefined;
    });
    return polling;
  }

  async function pollNow(): Promise<void> {
    while (pollAgain && !stopped) {
      pollAgain = false;
      try {
        while (await notifySome());
      } catch {
        // The database cannot be read now; the next look catches up.
      }
    }
  }

  /** Announces the next events; true if there may be more. */
  async function notifySome(): Promise<boolean> {
    const from = toldUpTo;
    const read = await readEvents(query, from, atOnce);
    const { events, bytes, last } = read;
    if (stopped) return false;
    // If a commit of our own was announced during the read, it is not lost, only newer than what was read.
    if (toldUpTo === from && !isKept(from, read)) {
      toldUpTo = Math.min(toldUpTo, last);
      rewound();
    }
    for (const [index, { sequence, record }] of events.entries())
      if (sequence > toldUpTo) recent.add(record, bytes[index] ?? 0);
    // Our own commits may have been announced in the meantime.
    const fresh = events.filter(({ sequence }) => sequence > toldUpTo);
    const isFull = events.length === atOnce;
    toldUpTo = Math.max(toldUpTo, isFull ? (events.at(-1)?.sequence ?? 0) : last);
    notify(fresh);
    return isFull;
  }

  return {
    add,
    committed(base, events) {
      if (toldUpTo !== base) return void poll();
      toldUpTo = base + events.length;
      notify(events);
    },
    poll: poll,
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
