import type { TextField } from "@yourcall/core";
import { type Cursor, type Glyphs, type Line, span, wrapField } from "@yourcall/terminal";
import { toPointer, youMark } from "./transcript.ts";

/** The message that is being written, as many of its rows as there is room for, with the cursor's among them. */
export function toFieldLines(
  { text, cursor }: TextField,
  screen: { width: number; rows: number; glyphs: Glyphs },
  placeholder: string,
): { lines: Line[]; cursor: Cursor } {
  const indent = youMark.length + 2;
  const wrapped = wrapField(text, cursor, Math.max(1, screen.width - indent - 1));
  const rows = Math.max(1, screen.rows);
  const first = Math.max(0, Math.min(wrapped.row - rows + 1, wrapped.lines.length - rows));
  const lines = wrapped.lines.slice(first, first + rows).map((line, row): Line => {
    const start = row === 0 ? span(`${youMark}${toPointer(screen.glyphs)} `, "chip") : span(" ".repeat(indent));
    return text === "" ? [start, span(placeholder, "muted")] : [start, span(line)];
  });
  return { lines, cursor: { row: wrapped.row - first, column: indent + wrapped.column } };
}
