export interface Load {
  /** How many round trips in all. */
  count: number;
  inFlight: number;
}

export interface LoadResult {
  /** How long each round trip took, in milliseconds. */
  ms: number[];
  /** How long all of it took. */
  totalMs: number;
  /** How many more were made before the count began. */
  warmUp: number;
}

type RoundTrip = (lane: number) => Promise<void>;

// What has idled while others had their turn has closed its connections and left the caches.
const leastWarmUp = 20;

/** Makes round trips, `inFlight` at a time, after a few that are not counted. */
export async function runLoad(roundTrip: RoundTrip, { count, inFlight }: Load): Promise<LoadResult> {
  const warmUp = Math.max(leastWarmUp, inFlight);
  await runLanes(roundTrip, { count: warmUp, inFlight });
  const from = performance.now();
  const ms = await runLanes(roundTrip, { count, inFlight });
  return { ms, totalMs: performance.now() - from, warmUp };
}

// Each lane starts its next round trip when its last has ended.
async function runLanes(roundTrip: RoundTrip, { count, inFlight }: Load): Promise<number[]> {
  const ms: number[] = [];
  let left = count;
  const lanes = Array.from({ length: inFlight }, async (_, lane) => {
    while (left-- > 0) {
      const begun = performance.now();
      await roundTrip(lane);
      ms.push(performance.now() - begun);
    }
  });
  await Promise.all(lanes);
  return ms;
}
