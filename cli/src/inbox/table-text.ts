import { cellWidth, cutText, detectUnicode, padText, toAsciiText } from "@yourcall/terminal/internal";

export interface Column {
  /** Its maximum width in cells; longer text is cut. */
  max?: number;
  /** Shrinks to this many cells if the line is narrow; with 0 it disappears. */
  min?: number;
  /** Takes the remaining width. */
  rest?: boolean;
  /** Aligned to the right. */
  right?: boolean;
}

const gap = "  ";
const narrowest = 12;
// The other columns shrink to leave this much for the text: enough to recognize a sentence.
const readable = 28;
// A narrower column is useless.
const telling = 8;

/**
 * Rows as lines of at most `width` cells, with aligned columns. Cells must be clean and have one line. Without a width (a pipe)
 * nothing is cut, and one long text does not make every line as long.
 */
export function toTable(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  width: number,
  least = readable,
): string[] {
  const widths = columns.map(({ max = Number.POSITIVE_INFINITY }, index) => {
    const widest = Math.max(0, ...rows.map((row) => cellWidth(row[index] ?? "")));
    return Number.isFinite(width) ? Math.min(widest, max) : widest;
  });
  const at = columns.findIndex(({ rest }) => rest === true);
  const leftOver = () =>
    widths.reduce((left, cell, index) => (index === at || cell === 0 ? left : left - cell - gap.length), width);
  const wanted = Math.min(widths[at] ?? 0, least);
  // The last columns shrink first: who asked and what matters more than where it was answered.
  for (const [index, { min }] of [...columns.entries()].reverse()) {
    const missing = wanted - leftOver();
    const cell = widths[index] ?? 0;
    if (min === undefined || missing <= 0) continue;
    const kept = Math.max(min, cell - missing);
    widths[index] = Math.min(cell, kept < telling ? min : kept);
  }
  // If the line is still too wide, the columns after the text are dropped, starting with the last.
  for (let index = columns.length - 1; index > at && leftOver() < Math.min(wanted, narrowest); index--)
    widths[index] = 0;
  if (at !== -1) widths[at] = Math.min(widths[at] ?? 0, Math.max(narrowest, leftOver()));
  const padded = Number.isFinite(width)
    ? widths
    : widths.map((cell, index) => (at !== -1 && index >= at ? 0 : Math.min(cell, columns[index]?.max ?? cell)));
  return rows.map((row) => {
    const line = row
      .map((text, index) => {
        const [cut, size] = [cutText(text, widths[index] ?? 0), padded[index] ?? 0];
        return columns[index]?.right === true
          ? `${" ".repeat(Math.max(0, size - cellWidth(cut)))}${cut}`
          : padText(cut, size);
      })
      .filter((_, index) => (widths[index] ?? 0) > 0)
      .join(gap)
      .trimEnd();
    return cutText(line, width);
  });
}

/** The width of standard output; infinite if it is not a terminal. */
export function outputWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;
}

/** Lines for standard output, in ASCII if the terminal needs it. */
export function toOutput(lines: readonly string[]): string {
  const plain = process.stdout.isTTY && !detectUnicode(process.env);
  return lines.map((line) => `${plain ? toAsciiText(line) : line}\n`).join("");
}
