import { cellWidth, toClusters } from "../text/cell-width.ts";
import { type Cursor, type Line, lineWidth } from "../text/styled-line.ts";
import type { Palette } from "./theme.ts";

/** How long a change of style flashes. */
export const flashMs = 100;

export const beginUpdate = "\x1b[?2026h";
export const endUpdate = "\x1b[?2026l";
const hideCursor = "\x1b[?25l";
const showCursor = "\x1b[?25h";
// Erases this row, then everything below it. If everything is erased from the top row, tmux takes it for a cleared screen and
// copies it into its scrollback.
const eraseFromHere = "\x1b[K\x1b7\x1b[B\x1b[J\x1b8";

/** A line as text with escape sequences. */
export function toStyledText(line: Line, palette: Palette): string {
  let styled = "";
  for (const { style, text } of line) styled += palette(style, text);
  return styled;
}

/** Like `toStyledText`, with the cell at `column` in reverse video: a cursor for apps that use the terminal's own elsewhere. */
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

/** Paints frames over each other in the normal screen, so that everything above stays in the scrollback. */
export function createPainter(write: (text: string) => void, initialPalette: Palette) {
  let palette = initialPalette;
  // Most lines of a frame are the same objects as in the one before, so each is styled once.
  let texts = new WeakMap<Line, string>();
  let painted: readonly string[] = [];
  let shown: readonly Line[] = [];
  let cursorRow = 0;
  let cursorColumn = 0;
  let height = 0;
  // Rows of the frame that were pushed into the scrollback when the screen became lower. A taller screen may bring them back.
  let pushed: readonly Line[] = [];

  function toText(line: Line): string {
    const known = texts.get(line);
    if (known !== undefined) return known;
    const text = toStyledText(line, palette);
    texts.set(line, text);
    return text;
  }

  function toTop(): string {
    return `${cursorRow > 0 ? `\x1b[${cursorRow}A` : ""}\r`;
  }

  function forget(): void {
    painted = [];
    shown = [];
    pushed = [];
    cursorRow = 0;
  }

  return {
    paint(lines: readonly Line[], cursor: Cursor | null) {
      const next = lines.map(toText);
      const shrinks = next.length < painted.length;
      let out = `${beginUpdate}${hideCursor}${toTop()}`;
      for (let index = 0; index < next.length; index++) {
        if (index > 0) out += "\r\n";
        const last = index === next.length - 1;
        if (next[index] !== painted[index] || (shrinks && last)) out += `${next[index]}\x1b[K`;
      }
      if (shrinks) out += "\x1b[J";
      const bottom = Math.max(0, next.length - 1);
      const row = cursor === null ? bottom : Math.min(cursor.row, bottom);
      if (row < bottom) out += `\x1b[${bottom - row}A`;
      out += "\r";
      if (cursor !== null) out += `${cursor.column > 0 ? `\x1b[${cursor.column}C` : ""}${showCursor}`;
      write(out + endUpdate);
      painted = next;
      shown = lines;
      cursorRow = row;
      cursorColumn = cursor?.column ?? 0;
    },
    /** The terminal was resized and may have wrapped the old lines. */
    resized(columns: number, rows: number) {
      if (painted.length === 0) return;
      const room = Math.max(0, rows - 1);
      const rowsOf = (lines: readonly Line[]) =>
        lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(lineWidth(line) / Math.max(1, columns))), 0);
      const above = shown.slice(0, cursorRow);
      // The cursor's own line may have been wrapped before the cursor.
      const within = Math.floor(cursorColumn / Math.max(1, columns));
      cursorRow = Math.min(rowsOf(pushed) + rowsOf(above) + within, room);
      // A screen that grows brings back the last rows that were pushed.
      let kept = pushed;
      while (kept.length > 0 && rowsOf(pushed) - rowsOf(kept) < rows - height) kept = kept.slice(0, -1);
      let gone = 0;
      while (gone < above.length && rowsOf(above.slice(gone)) + within > room) gone++;
      pushed = [...kept, ...above.slice(0, gone)];
      height = rows;
      write(`${toTop()}${eraseFromHere}`);
      painted = [];
      shown = [];
      cursorRow = 0;
    },
    /** Removes the frame and leaves the cursor where it began. */
    clear() {
      if (painted.length > 0) write(`${toTop()}${eraseFromHere}`);
      forget();
    },
    /** Paints the next frame in full, from the cursor down. */
    forget,
    setPalette(next: Palette) {
      palette = next;
      texts = new WeakMap();
      // Other colours: every line must be painted again.
      painted = painted.map(() => "\0");
    },
  };
}
