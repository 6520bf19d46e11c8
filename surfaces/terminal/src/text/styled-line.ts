import type { StyleName } from "../screen/theme.ts";
import { cellWidth } from "./cell-width.ts";
import { cutText, wrapText } from "./wrap-text.ts";

/** A piece of a line in one style. */
export interface Span {
  text: string;
  style: StyleName;
}

/** One row of the screen, as the views produce it. The palette adds the colours later. */
export type Line = readonly Span[];

/** The position of the terminal's own cursor, for typing and for input methods. */
export interface Cursor {
  row: number;
  column: number;
}

export function span(text: string, style: StyleName = "text"): Span {
  return { text, style };
}

// Cached, because a repaint shows mostly the same lines as the one before.
const widths = new WeakMap<Line, number>();

export function lineWidth(line: Line): number {
  const known = widths.get(line);
  if (known !== undefined) return known;
  let width = 0;
  for (const { text } of line) width += cellWidth(text);
  widths.set(line, width);
  return width;
}

export function lineText(line: Line): string {
  return line.map(({ text }) => text).join("");
}

/** Text in one style, wrapped. Never empty: a missing text still takes a row. */
export function wrapLine(text: string, width: number, style: StyleName = "text"): Line[] {
  const lines = wrapText(text, Math.max(1, width));
  return (lines.length === 0 ? [""] : lines).map((line) => [span(line, style)]);
}

/** The line, cut with a visible mark if it is wider than `width`. */
export function cutLine(line: Line, width: number): Line {
  if (lineWidth(line) <= width) return line;
  const kept: Span[] = [];
  let room = width;
  for (const piece of line) {
    const size = cellWidth(piece.text);
    if (size < room) {
      kept.push(piece);
      room -= size;
      continue;
    }
    kept.push({ ...piece, text: cutText(`${piece.text}  `, room) });
    break;
  }
  return kept;
}

/** The lines with `cells` spaces before each. */
export function indentLines(lines: readonly Line[], cells = 2): Line[] {
  return lines.map((line) => [span(" ".repeat(cells)), ...line]);
}

/** The lines after `start`, with a hanging indent of the same width. */
export function hangLines(start: Line, lines: readonly Line[]): Line[] {
  return lines.map((line, index) => [...(index === 0 ? start : [span(" ".repeat(lineWidth(start)))]), ...line]);
}

/** At most two of the lines; the second is cut if there are more. */
export function firstTwoLines([first = [], second, third]: readonly Line[], width: number): Line[] {
  if (second === undefined) return [first];
  return [first, third === undefined ? second : cutLine([...second, span(" "), ...third], width)];
}

/** The line, padded with spaces to `width` cells. */
export function padLine(line: Line, width: number): Line {
  const missing = width - lineWidth(line);
  return missing > 0 ? [...line, span(" ".repeat(missing))] : line;
}
