import { uptime } from "node:os";
import type { Clock as CoreClock } from "@yourcall/core";
import { longestTimerMs } from "@yourcall/core/internal";

export interface Clock extends CoreClock {
  /** How long the machine has been running, asleep or not, whatever its clock is set to. */
  uptimeMs?(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  uptimeMs: () => uptime() * 1000,
  after(ms, act) {
    const timer = setTimeout(act, Math.min(Math.max(0, ms), longestTimerMs));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Acts repeatedly until cancelled. A failure is retried next time. */
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
