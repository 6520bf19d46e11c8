import { cellWidth } from "./cell-width.ts";
import { toClusters } from "./character-clusters.ts";

/** A field's text as rows of the screen, with the position of its cursor. */
export interface WrappedField {
  lines: string[];
  row: number;
  /** In cells from the start of the row, always less than the width. */
  column: number;
}

/**
 * Wraps text that is being typed: at the width, between characters, keeping every space. A line that fills its last row gets an
 * empty row after it, so that there is always a cell for the cursor and the rows do not depend on its position.
 * `cursor` counts UTF-16 units. A character wider than the width becomes `…`.
 */
export function wrapField(text: string, cursor: number, width: number): WrappedField {
  const limit = Math.max(1, Math.floor(width));
  const lines: string[] = [];
  let place: { row: number; column: number } | undefined;
  let offset = 0;
  for (const paragraph of text.split("\n")) {
    let line = "";
    let used = 0;
    for (const cluster of toClusters(paragraph)) {
      const size = cellWidth(cluster);
      const shown = size > limit ? "…" : cluster;
      const cells = size > limit ? 1 : size;
      if (used + cells > limit) {
        lines.push(line);
        line = "";
        used = 0;
      }
      offset += cluster.length;
      if (cursor < offset) place ??= { row: lines.length, column: Math.min(used, limit - 1) };
      line += shown;
      used += cells;
    }
    if (used >= limit) {
      lines.push(line);
      line = "";
      used = 0;
    }
    if (cursor <= offset) place ??= { row: lines.length, column: used };
    lines.push(line);
    offset++;
    if (offset > text.length) place ??= { row: lines.length - 1, column: used };
  }
  return { lines, row: place?.row ?? 0, column: place?.column ?? 0 };
}
