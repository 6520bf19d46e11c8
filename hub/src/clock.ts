import { uptime } from "node:os";

/** Time, passed in so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** How long the machine has been running, asleep or not, whatever its clock is set to. */
  uptimeMs?(): number;
  /** Calls back once, no sooner than after `ms`. Returns how to cancel. */
  after(ms: number, act: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  uptimeMs: () => uptime() * 1000,
  after(ms, act) {
    // The longest that setTimeout can wait; callers look at the clock again anyway.
    const timer = setTimeout(act, Math.min(Math.max(0, ms), 2 ** 31 - 1));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Acts again and again, until it is cancelled. What fails is tried again next time. */
export function every(clock: Clock, ms: number, act: () => Promise<unknown>): () => void {
  let stopped = false;
  let cancel = clock.after(ms, run);
  function run(): void {
    void act().catch(() => {});
    if (!stopped) cancel = clock.after(ms, run);
  }
  return () => {
    stopped = true;
    cancel();
  };
}
