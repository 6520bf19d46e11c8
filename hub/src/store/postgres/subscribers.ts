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

/** Reads new events when another hub announces some, and every `pollEveryMs` in any case, in case a message was lost. */
export function createSubscribers(
  query: Query,
  recent: RecentAsks,
  {
    pollEveryMs,
    notifiedUpTo: start,
    log,
  }: { pollEveryMs: number; notifiedUpTo: number; log: (message: string) => void },
): Subscribers {
  const { add, notify, rewound } = createListeners(log);
  let notifiedUpTo = start;
  let polling: Promise<void> | undefined;
  let pollAgain = false;
  let stopped = false;
  const timer = setInterval(() => void poll(), pollEveryMs);
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
    const from = notifiedUpTo;
    const read = await readEvents(query, from, atOnce);
    const { events, bytes, last } = read;
    if (stopped) return false;
    // If a commit of our own was announced during the read, it is not lost, only newer than what was read.
    if (notifiedUpTo === from && !isKept(from, read)) {
      notifiedUpTo = Math.min(notifiedUpTo, last);
      rewound();
    }
    for (const [index, { sequence, record }] of events.entries())
      if (sequence > notifiedUpTo) recent.add(record, bytes[index] ?? 0);
    // Our own commits may have been announced in the meantime.
    const fresh = events.filter(({ sequence }) => sequence > notifiedUpTo);
    const isFull = events.length === atOnce;
    notifiedUpTo = Math.max(notifiedUpTo, isFull ? (events.at(-1)?.sequence ?? 0) : last);
    notify(fresh);
    return isFull;
  }

  return {
    add,
    committed(base, events) {
      if (notifiedUpTo !== base) return void poll();
      notifiedUpTo = base + events.length;
      notify(events);
    },
    poll: poll,
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
