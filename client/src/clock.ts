/** Time, handed in so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once, no sooner than after `ms`; returns how to call it off. */
  after(ms: number, act: () => void): () => void;
}

/** The clock of the machine. Its timers keep a process alive: whoever waits for an answer must not exit between two attempts. */
export const clientClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    // More than this overflows setTimeout, which would then fire at once.
    const timer = setTimeout(act, Math.min(Math.max(0, ms), 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};

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
