/**
 * How long these programs run. A short run is part of the suite; `npm run torture` sets YOURCALL_TORTURE=long. Both are
 * bounded in count and in time. YOURCALL_SEED repeats a run that failed.
 */
export function planTorture(name: string, counts: { short: number; long: number }): Torture {
  const seed = Number(process.env.YOURCALL_SEED ?? Date.now() % 2 ** 31);
  const count = process.env.YOURCALL_TORTURE === "long" ? counts.long : counts.short;
  console.log(`${name}: ${count} rounds, YOURCALL_SEED=${seed}`);
  const until = performance.now() + tortureLimitMs * 0.75;
  return { seed, count, isLate: () => performance.now() > until };
}

/** For one long run. The short ones finish within the project's own limit. */
export const tortureLimitMs = process.env.YOURCALL_TORTURE === "long" ? 60 * 60_000 : 120_000;

export interface Torture {
  seed: number;
  count: number;
  /** On a slow machine: stop here and check what was done, before the test times out. */
  isLate(): boolean;
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
