const context = 3;
// Beyond this the table below would cost more than it shows.
const longest = 2000;

type Line = { mark: " " | "+" | "-"; text: string };

/** What changes between two texts, line by line as `diff -u` shows it; empty where nothing does. */
export function toDifference(before: string, after: string): string[] {
  if (before === after) return [];
  const lines = compare(toLines(before), toLines(after));
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ mark }) => mark !== " "),
  );
  return lines.flatMap(({ mark, text }, index) => {
    if (near[index] !== true) return near[index - 1] === true && index < lines.length - 1 ? ["  …"] : [];
    return [`${mark} ${text}`];
  });
}

function toLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

// The longest common subsequence, after what is the same at both ends.
function compare(before: string[], after: string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const same = (text: string): Line => ({ mark: " ", text });
  return [
    ...before.slice(0, start).map(same),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function compareMiddle(before: string[], after: string[]): Line[] {
  const gone = before.map((text): Line => ({ mark: "-", text }));
  const come = after.map((text): Line => ({ mark: "+", text }));
  if (before.length > longest || after.length > longest) return [...gone, ...come];
  const common = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  const at = (row: number, column: number) => common[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      (common[row] as Uint32Array)[column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: Line[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const left = before[row];
    const right = after[column];
    if (left !== undefined && left === right) {
      lines.push({ mark: " ", text: left });
      row++;
      column++;
    } else if (left !== undefined && (right === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ mark: "-", text: left });
      row++;
    } else {
      lines.push({ mark: "+", text: right ?? "" });
      column++;
    }
  }
  return lines;
}
