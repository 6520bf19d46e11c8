import { createListeners, type Listener } from "../listeners.ts";
import type { StoredEvent } from "../store.ts";
import type { Statements } from "./connection.ts";
import { lastSequence, readEvents } from "./read-events.ts";

/** Calls listeners for every commit to the file, by this process or another: each event once, in order. */
interface Subscribers {
  add(listener: Listener, onRewound?: () => void): () => void;
  /** This process has committed these events. */
  committed(events: readonly StoredEvent[]): void;
  stop(): void;
}

// Events per read: each may carry an ask of a megabyte.
const atOnce = 20;

/** Polls every `pollEveryMs` for commits of other processes, since SQLite cannot notify. */
export function createSubscribers(
  sql: Statements,
  { pollEveryMs, log }: { pollEveryMs: number; log: (message: string) => void },
): Subscribers {
  const { add, notify } = createListeners(log);
  // Unknown only while the file cannot be read.
  let notifiedUpTo: number | undefined;
  poll();
  const polling = setInterval(poll, pollEveryMs);
  polling.unref();

  function poll(): void {
    try {
      notifyOthers(lastSequence(sql));
    } catch {
      // The file cannot be read now; the next poll catches up.
    }
  }

  /** Announces what other processes have committed up to a sequence. */
  function notifyOthers(upTo: number): void {
    for (let from = notifiedUpTo ?? upTo; from < upTo; ) {
      const limit = Math.min(atOnce, upTo - from);
      const events = readEvents(sql, from, limit).filter(({ sequence }) => sequence <= upTo);
      from = events.at(-1)?.sequence ?? upTo;
      notifiedUpTo = from;
      notify(events);
    }
    notifiedUpTo ??= upTo;
  }

  return {
    add,
    committed(events) {
      const [first, last] = [events[0], events.at(-1)];
      if (first === undefined || last === undefined) return;
      notifyOthers(first.sequence - 1);
      notifiedUpTo = last.sequence;
      notify(events);
    },
    stop: () => clearInterval(polling),
  };
}
