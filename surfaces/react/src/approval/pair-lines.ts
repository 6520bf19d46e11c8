// Comparing every line with every other takes time, and in a long text nobody looks for the line that was changed.
const mostPairs = 900;
// Lines that have less in common are different lines.
const alike = 0.5;

/**
 * Which removed line became which added one, in order: the pairs that have most words in common. Lines of blocks of the same length
 * belong together one by one.
 */
export function pairLines(removed: readonly string[], added: readonly string[]): [old: number, next: number][] {
  if (removed.length === added.length) return removed.map((_, at) => [at, at]);
  if (removed.length * added.length > mostPairs) return [];
  const [before, after] = [removed.map(splitWords), added.map(splitWords)];
  // best[i][j]: how much the lines from i and from j on have in common, at best.
  const best = Array.from({ length: removed.length + 1 }, () => new Array<number>(added.length + 1).fill(0));
  const at = (old: number, next: number) => best[old]?.[next] ?? 0;
  const common = before.map((one) => after.map((other) => toCommon(one, other)));
  const together = (old: number, next: number) => {
    const share = common[old]?.[next] ?? 0;
    return share < alike ? 0 : share + at(old + 1, next + 1);
  };
  for (let old = removed.length - 1; old >= 0; old -= 1)
    for (let next = added.length - 1; next >= 0; next -= 1) {
      const row = best[old];
      if (row !== undefined) row[next] = Math.max(at(old + 1, next), at(old, next + 1), together(old, next));
    }
  const pairs: [number, number][] = [];
  for (let [old, next] = [0, 0]; old < removed.length && next < added.length; ) {
    if (together(old, next) > 0 && together(old, next) === at(old, next)) pairs.push([old++, next++]);
    else if (at(old + 1, next) >= at(old, next + 1)) old += 1;
    else next += 1;
  }
  return pairs;
}

// The first words of a line say enough about it.
const mostWords = 60;

function splitWords(line: string): string[] {
  return (line.slice(0, 1000).match(/\w+/g) ?? []).slice(0, mostWords);
}

/** The share of words that two lines have in common, from 0 to 1. */
function toCommon(one: readonly string[], other: readonly string[]): number {
  const left = [...other];
  let shared = 0;
  for (const word of one) {
    const found = left.indexOf(word);
    if (found === -1) continue;
    left.splice(found, 1);
    shared += 1;
  }
  return one.length + other.length === 0 ? 0 : (2 * shared) / (one.length + other.length);
}
