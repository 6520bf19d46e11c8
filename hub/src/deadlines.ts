import { wakeAt } from "@yourcall/core/internal";
import type { Clock } from "./clock.ts";
import type { Store } from "./store/store.ts";

/** Ends asks when they are due, including those that came due while no hub ran. */
export function watchDeadlines(store: Store, clock: Clock, expire: (id: string) => Promise<void>) {
  let next = Number.POSITIVE_INFINITY;
  let cancel = () => {};
  let stopped = false;

  function sleepUntil(at: number): void {
    cancel();
    next = at;
    if (!stopped) cancel = wakeAt(clock, at, () => void expireDue());
  }

  async function expireDue(): Promise<void> {
    try {
      for (;;) {
        // An ask that arrives during this read may be due before the one that the read finds.
        next = Number.POSITIVE_INFINITY;
        const due = await store.nextDeadline();
        if (stopped || due === null) return;
        if (due.expiresAt > clock.now()) return sleepUntil(Math.min(due.expiresAt, next));
        await expire(due.id);
      }
    } catch {
      // The store is unavailable at the moment. What is due stays due, so try again.
      sleepUntil(clock.now() + 1000);
    }
  }

  void expireDue();
  return {
    /** Looks in the store again, because any ask may now be the next one due. */
    checkAgain: () => sleepUntil(clock.now()),
    /** A new ask has this deadline; it may be the next one due. */
    added(expiresAt: number | undefined) {
      if (expiresAt !== undefined && expiresAt < next) sleepUntil(expiresAt);
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}
