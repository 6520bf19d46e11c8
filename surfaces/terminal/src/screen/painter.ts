import type { WriteStream } from "node:tty";
import { type Cursor, type Line, lineWidth } from "../text/styled-line.ts";
import type { Palette } from "./theme.ts";

/** Paints frames over each other in the normal screen, so that everything above stays in the scrollback. */
export interface Painter {
  paint(lines: readonly Line[], cursor: Cursor | null): void;
  /** The terminal was resized and may have wrapped the old lines. */
  resized(columns: number, rows: number): void;
  /** Removes the frame and leaves the cursor where it began. */
  clear(): void;
  /** Paints the next frame in full, from the cursor down. */
  forget(): void;
  setPalette(palette: Palette): void;
}

/** How long a change of style flashes. */
export const flashMs = 100;

const beginUpdate = "\x1b[?2026h";
const endUpdate = "\x1b[?2026l";
const hideCursor = "\x1b[?25l";
const showCursor = "\x1b[?25h";
// This row, then all below it. tmux takes erasing everything from the top row for a cleared screen and copies it into its
// scrollback.
const eraseFromHere = "\x1b[K\x1b7\x1b[B\x1b[J\x1b8";

export function createPainter(write: (text: string) => void, initialPalette: Palette): Painter {
  let palette = initialPalette;
  // Most lines of a frame are the same objects as in the one before, so each is styled once.
  let texts = new WeakMap<Line, string>();
  let painted: readonly string[] = [];
  let shown: readonly Line[] = [];
  let cursorRow = 0;
  let cursorColumn = 0;
  let height = 0;
  // Rows of the frame that a lower screen pushed into the scrollback. A higher one may bring them back.
  let pushed: readonly Line[] = [];

  function toText(line: Line): string {
    let text = texts.get(line);
    if (text === undefined) {
      text = "";
      for (const piece of line) text += palette(piece.style, piece.text);
      texts.set(line, text);
    }
    return text;
  }

  function toTop(): string {
    return `${cursorRow > 0 ? `\x1b[${cursorRow}A` : ""}\r`;
  }

  return {
    paint(lines, cursor) {
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
    resized(columns, rows) {
      if (painted.length === 0) return;
      const room = Math.max(0, rows - 1);
      const rowsOf = (lines: readonly Line[]) =>
        lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(lineWidth(line) / Math.max(1, columns))), 0);
      const above = shown.slice(0, cursorRow);
      // Its own line may have been wrapped before it.
      const within = Math.floor(cursorColumn / Math.max(1, columns));
      cursorRow = Math.min(rowsOf(pushed) + rowsOf(above) + within, room);
      // A screen that grows takes back the last of them.
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
    clear() {
      if (painted.length > 0) write(`${toTop()}${eraseFromHere}`);
      painted = [];
      shown = [];
      pushed = [];
      cursorRow = 0;
    },
    forget() {
      painted = [];
      shown = [];
      pushed = [];
      cursorRow = 0;
    },
    setPalette(next) {
      palette = next;
      texts = new WeakMap();
      // Other colours: every line must be painted again.
      painted = painted.map(() => "\0");
    },
  };
}

/** Writes the lines that stay in the scrollback; with `flash`, first in the success colour for a moment. */
export async function showEnding(output: WriteStream, lines: Line[], palette: Palette, flash: boolean): Promise<void> {
  if (flash) {
    output.write(lines.map((line) => `${palette("success", line.map(({ text }) => text).join(""))}\r\n`).join(""));
    await new Promise((done) => setTimeout(done, flashMs));
    output.write(`\x1b[${lines.length}A`);
  }
  const styled = (line: Line) => line.map(({ style, text }) => palette(style, text)).join("");
  output.write(lines.map((line) => `${styled(line)}\x1b[K\r\n`).join(""));
}
