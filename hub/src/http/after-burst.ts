import type { Clock } from "../clock.ts";

export interface Burst {
  /** One more of what comes in bursts. */
  add(): void;
  stop(): void;
}

/** Acts when at least so many have come since the last time, and then none for a while. */
export function afterBurst(
  clock: Clock,
  { least, quietMs }: { least: number; quietMs: number },
  act: () => void,
): Burst {
  let count = 0;
  let seen = 0;
  let cancel: (() => void) | undefined;

  function look(): void {
    cancel = undefined;
    if (count > seen) wait();
    else {
      count = 0;
      act();
    }
  }

  function wait(): void {
    seen = count;
    cancel = clock.after(quietMs, look);
  }

  return {
    add() {
      count += 1;
      if (count >= least && cancel === undefined) wait();
    },
    stop: () => cancel?.(),
  };
}
