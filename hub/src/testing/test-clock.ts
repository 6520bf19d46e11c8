import type { Clock } from "../clock.ts";

/** A clock that moves only when the test moves it. */
export interface TestClock extends Clock {
  /** Lets time pass and fires what is due by then, in order. */
  advance(ms: number): void;
  /** Sets the clock forwards or backwards, as a person or a time server does. Timers do not notice. */
  set(byMs: number): void;
}

export function createTestClock(start = Date.UTC(2030, 0, 1)): TestClock {
  let passed = 0;
  let offset = start;
  const timers = new Set<{ at: number; act: () => void }>();
  return {
    now: () => offset + passed,
    uptimeMs: () => passed,
    after(ms, act) {
      const timer = { at: passed + Math.max(0, ms), act };
      timers.add(timer);
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
  };
}
