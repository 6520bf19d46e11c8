import {
  cellWidth,
  cutText,
  detectGlyphs,
  type Glyphs,
  padText,
  toAsciiText,
  unicodeGlyphs,
} from "@yourcall/terminal/internal";

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

/** A text; or one whose end matters more, so that its start is cut. */
export type Cell = string | { start: string; end: string };

const gap = "  ";
const narrowest = 12;
// The other columns shrink to leave this much for the text: enough to recognize a sentence.
const readable = 28;
// A narrower column is useless, and so is less of a start.
const telling = 8;
// The other columns do not shrink for the rest of a longer end.
const readableEnd = 22;

/**
 * Rows as lines of at most `width` cells, with aligned columns. Cells must be clean and have one line. Without a width (a pipe)
 * nothing is cut, and one long text does not make every line as long.
 */
export function toTable(
  rows: readonly (readonly Cell[])[],
  columns: readonly Column[],
  width: number,
  { ellipsis } = outputGlyphs(),
): string[] {
  const widths = columns.map(({ max = Number.POSITIVE_INFINITY }, index) => {
    const widest = Math.max(0, ...rows.map((row) => cellWidth(toText(row[index]))));
    return Number.isFinite(width) ? Math.min(widest, max) : widest;
  });
  const at = columns.findIndex(({ rest }) => rest === true);
  const leftOver = () =>
    widths.reduce((left, cell, index) => (index === at || cell === 0 ? left : left - cell - gap.length), width);
  const wanted = Math.max(0, ...rows.map((row) => leastOf(row[at])));
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
  const after = widths.reduce((sum, cell, index) => (index > at && cell > 0 ? sum + gap.length + cell : sum), 0);
  return rows.map((row) => {
    const isLast = row.slice(at + 1).every((next) => toText(next) === "");
    const line = row
      .map((cell, index) => {
        // With nothing after it, the text uses the room of the columns there.
        const room = (widths[index] ?? 0) + (index === at && isLast ? after : 0);
        const [cut, size] = [cutCell(cell, room, ellipsis), padded[index] ?? 0];
        return columns[index]?.right === true
          ? `${" ".repeat(Math.max(0, size - cellWidth(cut)))}${cut}`
          : padText(cut, size);
      })
      .filter((_, index) => (widths[index] ?? 0) > 0)
      .join(gap)
      .trimEnd();
    return cutText(line, width, ellipsis);
  });
}

function toText(cell: Cell = ""): string {
  return typeof cell === "string" ? cell : cell.start + cell.end;
}

/** The width for which other columns shrink. */
function leastOf(cell: Cell = ""): number {
  if (typeof cell === "string") return Math.min(readable, cellWidth(cell));
  return Math.min(telling, cellWidth(cell.start)) + Math.min(readableEnd, cellWidth(cell.end));
}

function cutCell(cell: Cell, width: number, ellipsis: string): string {
  if (typeof cell === "string" || cellWidth(toText(cell)) <= width) return cutText(toText(cell), width, ellipsis);
  const room = width - cellWidth(cell.end);
  return cutText(cutText(cell.start, room < 1 ? telling : room, ellipsis) + cell.end, width, ellipsis);
}

/** The width of standard output; infinite if it is not a terminal. */
export function outputWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;
}

/** The marks that standard output can show. */
export function outputGlyphs(): Glyphs {
  return process.stdout.isTTY ? detectGlyphs(process.env) : unicodeGlyphs;
}

/** Lines for standard output, in ASCII if the terminal needs it. */
export function toOutput(lines: readonly string[]): string {
  const plain = outputGlyphs() !== unicodeGlyphs;
  return lines.map((line) => `${plain ? toAsciiText(line) : line}\n`).join("");
}
