import { createListeners, type Listener } from "../listeners.ts";
import type { StoredEvent } from "../store.ts";
import type { Query } from "./connection.ts";
import { isKept, readEvents } from "./read-events.ts";
import type { RecentAsks } from "./recent-asks.ts";

/** Calls listeners for every commit to the database, by this hub or another: each event once, in order. */
export interface Subscribers {
  add(listener: Listener, onRewound?: () => void): () => void;
  /** This hub has committed these events, the first right after the sequence `base`. */
  committed(base: number, events: readonly StoredEvent[]): void;
  /** Another hub says that there may be something new. Resolves when all of it has been told. */
  look(): Promise<void>;
  stop(): void;
}

// Each may be an ask of a megabyte.
const atOnce = 20;

/** Reads what is new when told so, and every `lookEveryMs` in any case: that closes every gap. */
export function createSubscribers(
  query: Query,
  recent: RecentAsks,
  { lookEveryMs, toldUpTo: start, log }: { lookEveryMs: number; toldUpTo: number; log: (message: string) => void },
): Subscribers {
  const { add, tell, rewound } = createListeners(log);
  let toldUpTo = start;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let stopped = false;
  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();

  function look(): Promise<void> {
    lookAgain = true;
    looking ??= lookNow().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function lookNow(): Promise<void> {
    while (lookAgain && !stopped) {
      lookAgain = false;
      try {
        while (await tellSome());
      } catch {
        // The database cannot be read now; the next look catches up.
      }
    }
  }

  /** Tells the next events; true if there may be more. */
  async function tellSome(): Promise<boolean> {
    const from = toldUpTo;
    const read = await readEvents(query, from, atOnce);
    const { events, bytes, last } = read;
    if (stopped) return false;
    // A commit of ours that was announced during the read is not lost; it is newer than what was read.
    if (toldUpTo === from && !isKept(from, read)) {
      toldUpTo = Math.min(toldUpTo, last);
      rewound();
    }
    for (const [index, { sequence, record }] of events.entries())
      if (sequence > toldUpTo) recent.saw(record, bytes[index] ?? 0);
    // Own commits may have been told meanwhile.
    const fresh = events.filter(({ sequence }) => sequence > toldUpTo);
    const isFull = events.length === atOnce;
    toldUpTo = Math.max(toldUpTo, isFull ? (events.at(-1)?.sequence ?? 0) : last);
    tell(fresh);
    return isFull;
  }

  return {
    add,
    committed(base, events) {
      if (toldUpTo !== base) return void look();
      toldUpTo = base + events.length;
      tell(events);
    },
    look,
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
