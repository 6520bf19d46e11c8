import type { Clock } from "../clock.ts";

/** A clock that moves only when the test moves it. */
export interface TestClock extends Clock {
  /** How long it has been running, whatever it is set to. */
  uptimeMs(): number;
  /** Lets time pass and fires what is due by then, in order. */
  advance(ms: number): void;
  /** Sets the clock forwards or backwards, as a person or a time server does. Timers do not notice. */
  set(byMs: number): void;
  /** The length of every timer that was skipped because of `skipUpToMs`. */
  readonly pauses: number[];
  /** Resolves as soon as a timer of this length is set. */
  untilSet(ms: number): Promise<void>;
  /** Like `untilSet`, for a timer that is not set yet. */
  untilNext(ms: number): Promise<void>;
}

/** With `skipUpToMs`, timers of at most this length are due at once, without the test moving time. */
export function createTestClock({ start = Date.UTC(2030, 0, 1), skipUpToMs = -1 } = {}): TestClock {
  let passed = 0;
  let offset = start;
  const timers = new Set<{ at: number; ms: number; act: () => void }>();
  const watchers: { ms: number; resolve: () => void }[] = [];
  const pauses: number[] = [];

  return {
    pauses,
    now: () => offset + passed,
    uptimeMs: () => passed,
    after(ms, act) {
      const timer = { at: passed + Math.max(0, ms), ms, act };
      timers.add(timer);
      for (const watcher of watchers) if (watcher.ms === ms) watcher.resolve();
      if (ms <= skipUpToMs) {
        pauses.push(ms);
        setImmediate(() => {
          if (!timers.delete(timer)) return;
          passed = Math.max(passed, timer.at);
          act();
        });
      }
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const until = passed + ms;
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
        if (next === undefined) break;
        passed = Math.max(passed, next.at);
        timers.delete(next);
        next.act();
      }
      passed = until;
    },
    set(byMs) {
      offset += byMs;
    },
    untilSet(ms) {
      return [...timers].some((timer) => timer.ms === ms) ? Promise.resolve() : this.untilNext(ms);
    },
    untilNext: (ms) => new Promise((resolve) => watchers.push({ ms, resolve })),
  };
}
