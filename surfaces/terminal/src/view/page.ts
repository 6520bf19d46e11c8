import type { Answering, FieldName, TextField } from "@yourcall/core";
import { fieldOf } from "@yourcall/core/internal";
import type { Glyphs } from "../screen/glyphs.ts";
import { type Cursor, hangLines, indentLines, type Line, lineWidth, type Span, span } from "../text/styled-line.ts";
import { wrapField } from "../text/wrap-field.ts";

/** A row of a page with everything that belongs to it: an option with its description, a field, a question in the review. */
export interface Block {
  lines: Line[];
  /** A shorter form for small screens, while the row is not focused. */
  short?: Line[];
  /** No blank line above it. */
  attached?: boolean;
  /** The line of a plan or a change that it shows whole, counted from 1. */
  reviewed?: number;
  cursor?: Cursor;
}

/** Shown next to or below the rows. */
export interface Preview {
  title: string;
  /** Its lines for this width. A drawing that is too wide is cut; text that must be read is wrapped. */
  toRows(width: number): Line[];
  /** Whether all of it must have been on the screen before anything can be allowed. */
  mustRead?: boolean;
  /** How many of its first rows show what can also be read line by line. */
  reviewedRows?(width: number): number;
  /** Whether it is too long to be shown whole, so that nothing can be allowed. */
  isCut?: boolean;
}

/** A page between the chip above and the rule below. The frame decides how much of it fits. */
export interface Page {
  title: string;
  /** The agent's question or our own sentence. Does not scroll with the rows. */
  head: Line[];
  blocks: Block[];
  /** The block that must stay on the screen. */
  focus: number;
  preview?: Preview;
}

/** The number, the pointer and the mark before a row. */
export function rowStart(number: string, focused: boolean, mark: Span | null, glyphs: Glyphs): Line {
  const pointer = focused ? span(`${glyphs.pointer} `, "focus") : span("  ");
  return [span(`${number.padEnd(1)} `, "dim"), pointer, ...(mark === null ? [] : [mark, span(" ")])];
}

/** A field after `start`, its other lines below the first; with the cursor while it is open. */
export function fieldBlock(
  state: Answering,
  name: FieldName,
  start: Line,
  width: number,
  glyphs: Glyphs,
  placeholder = "",
): Block {
  return textBlock(fieldOf(state, name), state.field === name, start, width, glyphs, placeholder);
}

/** A text field after `start`, whichever field it is. */
export function textBlock(
  { text, cursor }: TextField,
  open: boolean,
  start: Line,
  width: number,
  glyphs: Glyphs,
  placeholder = "",
): Block {
  // On a narrow screen a long start leaves no room for the text, which then gets its own rows.
  const beside = lineWidth(start) + 8 <= width;
  const offset = beside ? lineWidth(start) : 2;
  const wrapped = wrapField(text, cursor, Math.max(1, width - offset - 1));
  const rows = wrapped.lines.map((line): Line => [span(line, open ? "strong" : "text")]);
  const shown: Line[] = text === "" && placeholder !== "" ? [[span(placeholder, "muted")]] : rows;
  const lines = beside ? hangLines(start, shown) : [start, ...indentLines(rows, offset)];
  const short = lines.length > 1 ? { short: [[...(lines[0] ?? []), span(` ${glyphs.ellipsis}`, "dim")]] } : {};
  const row = wrapped.row + (beside ? 0 : 1);
  return open ? { lines, cursor: { row, column: offset + wrapped.column } } : { lines, ...short };
}
