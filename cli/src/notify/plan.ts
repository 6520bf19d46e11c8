import { dropOldest, wakeAt } from "@yourcall/core/internal";
import type { Clock } from "@yourcall/hub";
import { type QuietHours, quietUntil } from "./notify-settings.ts";

interface PlanOptions {
  afterMs: number;
  quiet: QuietHours | null;
  clock: Clock;
  /** Called when this ask has waited long enough. */
  onDue: (id: string) => void;
}

/** When to notify about which ask: once each, `afterMs` after it was created; in quiet hours only once they end. */
export interface Plan {
  add(id: string, createdAt: number): void;
  /** Starts the wait again, because somebody is working on the ask. */
  postpone(id: string): void;
  /** The ask no longer needs a notification. */
  remove(id: string): void;
  /** Nothing is sent before this is called. */
  start(): void;
  stop(): void;
}

// If more than this wait for the end of quiet hours, the oldest are dropped.
const mostPlanned = 1000;

export function createPlan({ afterMs, quiet, clock, onDue }: PlanOptions): Plan {
  const due = new Map<string, number>();
  let next = Number.POSITIVE_INFINITY;
  let cancel = () => {};
  let runs = false;

  function sleepUntil(at: number): void {
    cancel();
    next = at;
    if (runs && at !== Number.POSITIVE_INFINITY) cancel = wakeAt(clock, at, sendDue);
  }

  function sendDue(): void {
    const now = clock.now();
    const end = quietUntil(quiet, now);
    if (end !== null) {
      sleepUntil(due.size === 0 ? Number.POSITIVE_INFINITY : end);
      return;
    }
    let first = Number.POSITIVE_INFINITY;
    for (const [id, planned] of due) {
      // Even if the clock was set back, no ask waits longer than a new one would.
      const at = Math.min(planned, now + afterMs);
      if (at <= now) {
        due.delete(id);
        onDue(id);
      } else {
        due.set(id, at);
        first = Math.min(first, at);
      }
    }
    sleepUntil(first);
  }

  function set(id: string, at: number): void {
    due.set(id, at);
    dropOldest(due, mostPlanned);
    if (at < next) sleepUntil(at);
  }

  return {
    add: (id, createdAt) => set(id, createdAt + afterMs),
    postpone(id) {
      if (due.has(id)) set(id, clock.now() + afterMs);
    },
    remove: (id) => void due.delete(id),
    start() {
      runs = true;
      sendDue();
    },
    stop() {
      runs = false;
      cancel();
    },
  };
}
