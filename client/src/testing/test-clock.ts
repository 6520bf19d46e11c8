import type { Clock } from "@yourcall/core";

export interface TestClock extends Clock {
  /** Every pause between two attempts, in milliseconds. */
  readonly pauses: number[];
  /** Moves time ahead and fires what is due. */
  advance(ms: number): void;
  /** Resolves as soon as a timer of this length is set. */
  untilSet(ms: number): Promise<void>;
  /** Like `untilSet`, for a timer that is not set yet. */
  untilNext(ms: number): Promise<void>;
}

/** A clock on which pauses between attempts (at most 10 s) end immediately, and longer limits only when the test moves time. */
export function createTestClock(): TestClock {
  let now = Date.UTC(2030, 0, 1);
  const timers = new Set<{ at: number; ms: number; act: () => void }>();
  const watchers: { ms: number; tell: () => void }[] = [];
  const pauses: number[] = [];
  return {
    pauses,
    now: () => now,
    after(ms, act) {
      const timer = { at: now + ms, ms, act };
      timers.add(timer);
      for (const watcher of watchers) if (watcher.ms === ms) watcher.tell();
      if (ms <= 10_000) {
        pauses.push(ms);
        setImmediate(() => {
          if (!timers.delete(timer)) return;
          now = Math.max(now, timer.at);
          act();
        });
      }
      return () => timers.delete(timer);
    },
    advance(ms) {
      now += ms;
      for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.act();
    },
    untilSet(ms) {
      return [...timers].some((timer) => timer.ms === ms) ? Promise.resolve() : this.untilNext(ms);
    },
    untilNext: (ms) => new Promise((tell) => watchers.push({ ms, tell })),
  };
}
