/** Time, passed in because core has none, and so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once, no sooner than after `ms`; returns how to cancel it. */
  after(ms: number, act: () => void): () => void;
}

/** The longest delay that `setTimeout` supports; with a longer one it fires immediately. */
export const longestTimerMs = 2 ** 31 - 1;

/** The system's clock, for callers that have to pass one in; nothing in core uses it. Its timers keep a process alive. */
export const machineClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, Math.min(Math.max(0, ms), longestTimerMs));
    return () => clearTimeout(timer);
  },
};

const longestSleepMs = 30_000;

/**
 * Calls back at this time, or in half a minute if that is sooner: a clock may jump, and a laptop may sleep through a timer.
 * Returns how to cancel it.
 */
export function wakeAt(clock: Clock, time: number, act: () => void): () => void {
  return clock.after(Math.max(0, Math.min(time - clock.now(), longestSleepMs)), act);
}

/** Resolves after `ms`, or rejects with the signal's reason as soon as it is aborted. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
