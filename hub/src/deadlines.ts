import type { Clock } from "./clock.ts";
import type { Store } from "./store/store.ts";

// A clock may jump, and a laptop may sleep through a timer: it is looked at again at least this often.
const longestSleepMs = 30_000;

/** Ends asks when they are due, those that came due while no hub ran too. */
export interface Deadlines {
  /** An ask with this deadline has come; it may be the next one. */
  added(expiresAt: number | null): void;
  stop(): void;
}

export function watchDeadlines(store: Store, clock: Clock, expire: (id: string) => Promise<void>): Deadlines {
  let next = Number.POSITIVE_INFINITY;
  let cancel = () => {};
  let stopped = false;

  function sleepUntil(at: number): void {
    cancel();
    next = at;
    if (stopped) return;
    const wait = Math.min(at - clock.now(), longestSleepMs);
    cancel = clock.after(Math.max(0, wait), () => void look());
  }

  async function look(): Promise<void> {
    try {
      for (;;) {
        // Whatever comes while we look may be due before what we find.
        next = Number.POSITIVE_INFINITY;
        const due = await store.nextDeadline();
        if (stopped || due === null) return;
        if (due.expiresAt > clock.now()) return sleepUntil(Math.min(due.expiresAt, next));
        await expire(due.id);
      }
    } catch {
      // The store cannot be read or written now. What is due stays due.
      sleepUntil(clock.now() + 1000);
    }
  }

  void look();
  return {
    added(expiresAt) {
      if (expiresAt !== null && expiresAt < next) sleepUntil(expiresAt);
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}
