/** A line of a change: removed, added or unchanged. */
export interface DiffLine {
  sign: "-" | "+" | " ";
  text: string;
}

/** How many pairs of lines may still be compared. */
export interface Budget {
  pairs: number;
}

/** With more pairs than this, comparing every line with every other would take longer than a frame may. */
export function createBudget(): Budget {
  return { pairs: 250_000 };
}

/**
 * What has to be removed and added to get from one text to the other, line by line, in as few lines as possible; if that exceeds the
 * budget, whatever is between lines that both texts have exactly once. Changes shown together share one budget.
 */
export function lineDiff(before: string, after: string, budget = createBudget()): DiffLine[] {
  const [old, next] = [toLines(before), toLines(after)];
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < next.length - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  const lines = (sign: DiffLine["sign"], texts: string[]) => texts.map((text): DiffLine => ({ sign, text }));
  return [
    ...lines(" ", old.slice(0, start)),
    ...between(old.slice(start, old.length - end), next.slice(start, next.length - end), budget),
    ...lines(" ", old.slice(old.length - end)),
  ];
}

function toLines(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** The longest common subsequence, by the usual table of lengths. */
function between(old: string[], next: string[], budget: Budget): DiffLine[] {
  const width = next.length + 1;
  const isLarge = old.length * next.length > budget.pairs;
  const anchors = isLarge ? findAnchors(old, next) : [];
  if (anchors.length > 0) return betweenAnchors(old, next, anchors, budget);
  if (!isLarge) budget.pairs -= old.length * next.length;
  const common = new Uint32Array(isLarge ? 0 : (old.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  if (!isLarge)
    for (let row = old.length - 1; row >= 0; row -= 1)
      for (let column = next.length - 1; column >= 0; column -= 1)
        common[row * width + column] =
          old[row] === next[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < next.length) {
    const [one, other] = [old[row], next[column]];
    if (!isLarge && one !== undefined && one === other) {
      lines.push({ sign: " ", text: one });
      row += 1;
      column += 1;
    } else if (one !== undefined && (other === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ sign: "-", text: one });
      row += 1;
    } else {
      lines.push({ sign: "+", text: other ?? "" });
      column += 1;
    }
  }
  return lines;
}

type Anchor = readonly [row: number, column: number];

/** Lines that each text has exactly once, as many as stand in the same order in both. */
function findAnchors(old: string[], next: string[]): Anchor[] {
  const places = new Map<string, number>();
  for (const [at, line] of next.entries()) places.set(line, places.has(line) ? -1 : at);
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const line of old) (seen.has(line) ? repeated : seen).add(line);
  const pairs = old.flatMap((line, row): Anchor[] => {
    const column = places.get(line) ?? -1;
    return column < 0 || repeated.has(line) ? [] : [[row, column]];
  });
  return toIncreasing(pairs);
}

/** The longest run of pairs whose columns increase. */
function toIncreasing(pairs: Anchor[]): Anchor[] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, [, column]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < column) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const found: Anchor[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) found.push(pair);
  }
  return found.reverse();
}

function betweenAnchors(old: string[], next: string[], anchors: Anchor[], budget: Budget): DiffLine[] {
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  for (const [oldAt, nextAt] of [...anchors, [old.length, next.length] as const]) {
    const part = between(old.slice(row, oldAt), next.slice(column, nextAt), budget);
    for (const line of part) lines.push(line);
    const text = old[oldAt];
    if (text !== undefined) lines.push({ sign: " ", text });
    [row, column] = [oldAt + 1, nextAt + 1];
  }
  return lines;
}
