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
 * budget, everything between the first and the last line that differ. Changes shown together share one budget.
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
