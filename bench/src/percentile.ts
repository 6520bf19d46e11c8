/** The smallest sample that at least `share` of all samples do not exceed; undefined when there are none. */
export function percentile(samples: readonly number[], share: number): number | undefined {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
