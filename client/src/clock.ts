import type { Clock } from "@yourcall/core";

export type { Clock };

/** The machine's clock. Its timers keep a process alive, so that it does not exit between two attempts. */
export const clientClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    // More than this overflows setTimeout, which would then fire at once.
    const timer = setTimeout(act, Math.min(Math.max(0, ms), 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};
