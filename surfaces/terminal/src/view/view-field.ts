import { type Answering, type FieldName, fieldOf } from "@yourcall/core";
import type { Glyphs } from "../screen/glyphs.ts";
import { type Line, lineWidth, span } from "../text/styled-line.ts";
import { wrapField } from "../text/wrap-field.ts";
import type { Block } from "./page.ts";

/** A field behind `start`, its other lines below the first; with the cursor while it is open. */
export function fieldBlock(
  state: Answering,
  name: FieldName,
  start: Line,
  width: number,
  glyphs: Glyphs,
  placeholder = "",
): Block {
  const open = state.field === name;
  const { text, cursor } = fieldOf(state, name);
  // On a narrow screen a long start leaves no room for the text, which then gets its own rows.
  const beside = lineWidth(start) + 8 <= width;
  const offset = beside ? lineWidth(start) : 2;
  const wrapped = wrapField(text, cursor, Math.max(1, width - offset - 1));
  const body = wrapped.lines.map((line): Line => [span(" ".repeat(offset)), span(line, open ? "strong" : "text")]);
  const first = wrapped.lines[0] ?? "";
  const shown = text === "" && placeholder !== "" ? span(placeholder, "muted") : span(first, open ? "strong" : "text");
  const lines: Line[] = beside ? [[...start, shown], ...body.slice(1)] : [start, ...body];
  const short = lines.length > 1 ? { short: [[...(lines[0] ?? []), span(` ${glyphs.ellipsis}`, "dim")]] } : {};
  const row = wrapped.row + (beside ? 0 : 1);
  return open ? { lines, cursor: { row, column: offset + wrapped.column } } : { lines, ...short };
}
