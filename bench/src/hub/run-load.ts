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
}

/** Makes round trips, `inFlight` at a time: each lane starts its next one when its last has ended. */
export async function runLoad(roundTrip: (lane: number) => Promise<void>, load: Load): Promise<LoadResult> {
  const ms: number[] = [];
  let left = load.count;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: load.inFlight }, async (_, lane) => {
      while (left-- > 0) {
        const begun = performance.now();
        await roundTrip(lane);
        ms.push(performance.now() - begun);
      }
    }),
  );
  return { ms, totalMs: performance.now() - from };
}
