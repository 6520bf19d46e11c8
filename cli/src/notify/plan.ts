import { dropOldest, wakeAt } from "@yourcall/core/internal";
import type { Clock } from "@yourcall/hub";

interface PlanOptions {
  afterMs: number;
  clock: Clock;
  /** Called when this ask is due. */
  onDue: (id: string) => void;
}

/** When which ask is due: first `afterMs` after it was created. */
interface Plan {
  add(id: string, createdAt: number): void;
  /** Makes the ask due at this time, too. */
  again(id: string, at: number): void;
  /** Starts the wait again, because somebody is working on the ask. */
  postpone(id: string): void;
  /** The ask no longer needs a notification. */
  remove(id: string): void;
  /** Nothing is due before this is called. */
  start(): void;
  stop(): void;
}

// If more than this wait for the end of quiet hours, the oldest are dropped.
const mostPlanned = 1000;

export function createPlan({ afterMs, clock, onDue }: PlanOptions): Plan {
  /** `withinMs` is how long it was to wait when that was planned. */
  const due = new Map<string, { at: number; withinMs: number }>();
  let next = Number.POSITIVE_INFINITY;
  let cancel = () => {};
  let runs = false;

  function sleepUntil(at: number): void {
    cancel();
    next = at;
    if (runs && at !== Number.POSITIVE_INFINITY) cancel = wakeAt(clock, at, callDue);
  }

  function callDue(): void {
    const now = clock.now();
    let first = Number.POSITIVE_INFINITY;
    for (const [id, { at: planned, withinMs }] of due) {
      // Even if the clock was set back, no ask waits longer than was planned.
      const at = Math.min(planned, now + withinMs);
      if (at <= now) {
        due.delete(id);
        onDue(id);
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
      callDue();
    },
    stop() {
      runs = false;
      cancel();
    },
  };
}
