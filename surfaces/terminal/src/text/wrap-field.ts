import { showTabs } from "@yourcall/core/internal";
import { cellWidth, toClusters } from "./cell-width.ts";

/** A field's text as rows of the screen, with the position of its cursor. */
interface WrappedField {
  lines: string[];
  row: number;
  /** In cells from the start of the row, always less than the width. */
  column: number;
}

interface Cell {
  shown: string;
  width: number;
  /** In UTF-16 units. */
  length: number;
}

/**
 * Wraps text that is being typed: at words and around wide characters, keeping every space; a word longer than a row breaks
 * between characters. A line that fills its last row gets an empty row after it, so that there is always a cell for the cursor
 * and the rows do not depend on its position. `cursor` counts UTF-16 units. A character wider than the width becomes `…`.
 */
export function wrapField(text: string, cursor: number, width: number): WrappedField {
  const limit = Math.max(1, Math.floor(width));
  const lines: string[] = [];
  let place: { row: number; column: number } | undefined;
  let offset = 0;
  for (const paragraph of showTabs(text).split("\n")) {
    let used = 0;
    for (const row of toRows(paragraph, limit)) {
      used = 0;
      for (const { width, length } of row) {
        offset += length;
        if (cursor < offset) place ??= { row: lines.length, column: Math.min(used, limit - 1) };
        used += width;
      }
      lines.push(row.map(({ shown }) => shown).join(""));
    }
    if (cursor <= offset) place ??= { row: lines.length - 1, column: used };
    offset++;
    if (offset > text.length) place ??= { row: lines.length - 1, column: used };
  }
  return { lines, row: place?.row ?? 0, column: place?.column ?? 0 };
}

function toRows(paragraph: string, limit: number): Cell[][] {
  let row: Cell[] = [];
  let used = 0;
  const rows = [row];
  const breakAt = (index: number) => {
    row = row.splice(index);
    used = row.reduce((sum, { width }) => sum + width, 0);
    rows.push(row);
  };
  for (const cluster of toClusters(paragraph)) {
    const size = cellWidth(cluster);
    const cell = { shown: size > limit ? "…" : cluster, width: size > limit ? 1 : size, length: cluster.length };
    while (used + cell.width > limit) breakAt(lastBreak([...row, cell]));
    row.push(cell);
    used += cell.width;
  }
  if (used >= limit) breakAt(row.length);
  return rows;
}

/** Where the last cell's row may break: before it, or before the word that it belongs to, if that is not the whole row. */
function lastBreak(cells: readonly Cell[]): number {
  const last = cells.length - 1;
  const isSpace = (index: number) => cells[index]?.shown === " ";
  const isWide = (index: number) => (cells[index]?.width ?? 0) > 1;
  if (isSpace(last)) return last;
  for (let index = last; index > 0; index--) if (isSpace(index - 1) || isWide(index - 1) || isWide(index)) return index;
  return last;
}
