import { dropOldest, wakeAt } from "@yourcall/core/internal";
import type { Clock } from "@yourcall/hub";

interface PlanOptions {
  afterMs: number;
  clock: Clock;
  /** Called when this ask is to be looked at. */
  look: (id: string) => void;
}

/** When to look at which ask: first `afterMs` after it was created. */
export interface Plan {
  add(id: string, createdAt: number): void;
  /** Looks at it at this time, too. */
  again(id: string, at: number): void;
  /** Starts the wait again, because somebody is working on the ask. */
  postpone(id: string): void;
  /** The ask no longer needs a notification. */
  remove(id: string): void;
  /** Nothing is looked at before this is called. */
  start(): void;
  stop(): void;
}

// If more than this wait for the end of quiet hours, the oldest are dropped.
const mostPlanned = 1000;

export function createPlan({ afterMs, clock, look }: PlanOptions): Plan {
  /** `withinMs` is how long it was to wait when that was planned. */
  const due = new Map<string, { at: number; withinMs: number }>();
  let next = Number.POSITIVE_INFINITY;
  let cancel = () => {};
  let runs = false;

  function sleepUntil(at: number): void {
    cancel();
    next = at;
    if (runs && at !== Number.POSITIVE_INFINITY) cancel = wakeAt(clock, at, wake);
  }

  function wake(): void {
    const now = clock.now();
    let first = Number.POSITIVE_INFINITY;
    for (const [id, { at: planned, withinMs }] of due) {
      // Even if the clock was set back, no ask waits longer than was planned.
      const at = Math.min(planned, now + withinMs);
      if (at <= now) {
        due.delete(id);
        look(id);
      } else {
        due.set(id, { at, withinMs });
        first = Math.min(first, at);
      }
    }
    sleepUntil(first);
  }

  function set(id: string, at: number, withinMs: number): void {
    due.set(id, { at, withinMs });
    dropOldest(due, mostPlanned);
    if (at < next) sleepUntil(at);
  }

  return {
    add: (id, createdAt) => set(id, createdAt + afterMs, afterMs),
    again(id, at) {
      const planned = due.get(id);
      if (planned === undefined || at < planned.at) set(id, at, Math.max(0, at - clock.now()));
    },
    postpone(id) {
      if (due.has(id)) set(id, clock.now() + afterMs, afterMs);
    },
    remove: (id) => void due.delete(id),
    start() {
      runs = true;
      wake();
    },
    stop() {
      runs = false;
      cancel();
    },
  };
}
