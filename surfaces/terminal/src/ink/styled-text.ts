import type { Palette } from "../screen/theme.ts";
import { cellWidth } from "../text/cell-width.ts";
import { toClusters } from "../text/character-clusters.ts";
import type { Line } from "../text/styled-line.ts";

/** A line as text with escape sequences, for Ink's `Text`. */
export function toStyledText(line: Line, palette: Palette): string {
  return line.map(({ style, text }) => palette(style, text)).join("");
}

/** The same with the cell at `column` in reverse video: a cursor for apps that use the terminal's own elsewhere. */
export function toStyledTextWithCursor(line: Line, column: number, palette: Palette): string {
  let before = "";
  let at = 0;
  let after = "";
  let under: string | null = null;
  for (const { style, text } of line) {
    let left = "";
    let right = "";
    for (const cluster of toClusters(text)) {
      if (under !== null) right += cluster;
      else if (at >= column) under = cluster;
      else {
        left += cluster;
        at += cellWidth(cluster);
      }
    }
    before += palette(style, left);
    after += palette(style, right);
  }
  return `${before}${" ".repeat(Math.max(0, column - at))}\u001b[7m${under ?? " "}\u001b[27m${after}`;
}
