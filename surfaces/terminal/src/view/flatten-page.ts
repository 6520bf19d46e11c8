import type { Cursor, Line } from "../text/styled-line.ts";
import type { Page } from "./page.ts";

/** A page as lines: the head that stays, the rows that may scroll, and where in the rows the focus and the cursor are. */
export interface Flat {
  head: Line[];
  rows: Line[];
  focus: { start: number; end: number };
  cursor: Cursor | null;
}

export function flatten(page: Page, options: { blanks: boolean; short: boolean }): Flat {
  const blank: Line[] = options.blanks ? [[]] : [];
  const rows: Line[] = [];
  let focus = { start: 0, end: 1 };
  let cursor: Cursor | null = null;
  for (const [index, block] of page.blocks.entries()) {
    if (index > 0 && block.attached !== true) rows.push(...blank);
    const start = rows.length;
    rows.push(...(options.short && index !== page.focus ? (block.short ?? block.lines) : block.lines));
    if (index === page.focus) focus = { start, end: rows.length };
    if (block.cursor !== undefined) cursor = { row: start + block.cursor.row, column: block.cursor.column };
  }
  rows.push(...blank);
  const head = page.head.length === 0 ? blank : [...blank, ...page.head, ...blank];
  return { head, rows, focus, cursor };
}
