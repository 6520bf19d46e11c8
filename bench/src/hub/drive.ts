import { serveParent } from "./serve-parent.ts";

/** One way to make round trips; `lane` numbers those that are in flight together. */
export interface Driver {
  roundTrip(lane: number): Promise<void>;
  /** Called after each load, before other subjects have their turn. */
  rest?(): Promise<void>;
  stop?(): Promise<void>;
}

export interface Load {
  /** How many round trips in all. */
  count: number;
  inFlight: number;
}

export interface LoadResult {
  /** How long each round trip took, in milliseconds. */
  ms: number[];
  /** How long the whole load took. */
  totalMs: number;
  /** How many more were made as warm-up, uncounted. */
  warmUp: number;
}

// While other subjects had their turn, connections were closed and caches went cold.
const leastWarmUp = 20;

/** The process of a driver: starts it and runs the loads its parent asks for, each after a few round trips that are not counted. */
export function drive<Settings>(start: (settings: Settings) => Promise<Driver>): Promise<void> {
  return serveParent<Settings>(async (settings) => {
    const driver = await start(settings);
    async function load({ count, inFlight }: Load): Promise<LoadResult> {
      const warmUp = Math.max(leastWarmUp, inFlight);
      await runLanes(driver, { count: warmUp, inFlight });
      const from = performance.now();
      const ms = await runLanes(driver, { count, inFlight });
      const totalMs = performance.now() - from;
      await driver.rest?.();
      return { ms, totalMs, warmUp };
    }
    return { calls: { load }, stop: driver.stop };
  });
}

// Each lane starts its next round trip when the previous one has ended.
async function runLanes(driver: Driver, { count, inFlight }: Load): Promise<number[]> {
  const ms: number[] = [];
  let left = count;
  const lanes = Array.from({ length: inFlight }, async (_, lane) => {
    while (left-- > 0) {
      const begun = performance.now();
      await driver.roundTrip(lane);
      ms.push(performance.now() - begun);
    }
  });
  await Promise.all(lanes);
  return ms;
}
