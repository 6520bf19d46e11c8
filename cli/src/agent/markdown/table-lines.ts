import { cellWidth, type Line, lineText, padText, type Span, span } from "@yourcall/terminal";
import type { Tokens } from "marked";
import { toInlineSpans } from "./inline-spans.ts";
import { wrapSpans } from "./wrap-spans.ts";

const gap = "  ";

/** A table in columns, or where it is too wide for that, row by row with the name of each column. */
export function toTableLines(table: Tokens.Table, width: number): Line[] {
  const rows = [table.header, ...table.rows].map((cells) => cells.map((cell) => toInlineSpans(cell.tokens)));
  const header = rows[0] ?? [];
  const widths = header.map((_, column) => Math.max(...rows.map((cells) => widthOf(cells[column]))));
  if (widths.reduce((sum, size) => sum + size + gap.length, -gap.length) > width) return toRecords(rows, width);
  return rows.map((cells, row) =>
    cells.flatMap((cell, column): Span[] => {
      const pieces = row === 0 ? cell.map(({ text }) => span(text, "strong")) : cell;
      const blank = padText("", (widths[column] ?? 0) - widthOf(cell));
      return column === cells.length - 1 ? pieces : [...pieces, span(`${blank}${gap}`)];
    }),
  );
}

function toRecords([header = [], ...rows]: Span[][][], width: number): Line[] {
  return rows.flatMap((cells, row) => [
    ...(row === 0 ? [] : [[]]),
    ...cells.flatMap((cell, column) =>
      wrapSpans([span(`${lineText(header[column] ?? [])}: `, "strong"), ...cell], width),
    ),
  ]);
}

function widthOf(cell: readonly Span[] | undefined): number {
  return cellWidth(lineText(cell ?? []));
}
