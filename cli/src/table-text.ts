import { cellWidth, cutText, detectUnicode, padText, toAsciiText } from "@yourcall/terminal";

export interface Column {
  /** The most cells it takes; what is longer is cut. */
  max?: number;
  /** Takes what the others leave. */
  rest?: boolean;
}

const gap = "  ";
const narrowest = 12;

/**
 * Rows as lines of at most `width` cells, columns under each other. The cells are clean and of one line. Without a width
 * (a pipe) nothing is cut.
 */
export function toTable(rows: readonly (readonly string[])[], columns: readonly Column[], width: number): string[] {
  const cells = rows.map((row) =>
    row.map((text, index) =>
      Number.isFinite(width) ? cutText(text, columns[index]?.max ?? Number.POSITIVE_INFINITY) : text,
    ),
  );
  const widths = columns.map((_, index) => Math.max(0, ...cells.map((row) => cellWidth(row[index] ?? ""))));
  const at = columns.findIndex(({ rest }) => rest === true);
  const taken = widths.reduce((sum, cell, index) => (index === at ? sum : sum + cell + (cell > 0 ? gap.length : 0)), 0);
  const room = Math.max(narrowest, width - taken);
  if (at !== -1) widths[at] = Math.min(widths[at] ?? 0, room);
  return cells.map((row) => {
    const line = row
      .map((text, index) => padText(index === at ? cutText(text, room) : text, widths[index] ?? 0))
      .filter((_, index) => (widths[index] ?? 0) > 0)
      .join(gap)
      .trimEnd();
    return cutText(line, width);
  });
}

/** How wide lines on standard output may be; without end where it is no terminal. */
export function outputWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
}

/** Lines for standard output, in ASCII where the terminal shows nothing else. */
export function toOutput(lines: readonly string[]): string {
  const plain = process.stdout.isTTY && !detectUnicode(process.env);
  return lines.map((line) => `${plain ? toAsciiText(line) : line}\n`).join("");
}
