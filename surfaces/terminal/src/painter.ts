import { type Cursor, type Line, lineWidth } from "./styled-line.ts";
import type { Palette } from "./theme.ts";

/** Paints frames over each other in the normal screen, so that what was above stays in the scrollback. */
export interface Painter {
  paint(lines: readonly Line[], cursor: Cursor | null): void;
  /** The terminal has another width now: old lines may have been wrapped by it. */
  resized(columns: number, rows: number): void;
  /** Takes the frame away and leaves the cursor where it began. */
  clear(): void;
  /** The next frame is painted whole, from where the cursor is. */
  forget(): void;
  setPalette(palette: Palette): void;
}

const beginUpdate = "\x1b[?2026h";
const endUpdate = "\x1b[?2026l";
const hideCursor = "\x1b[?25l";
const showCursor = "\x1b[?25h";

export function createPainter(write: (text: string) => void, initialPalette: Palette): Painter {
  let palette = initialPalette;
  let painted: string[] = [];
  let widths: number[] = [];
  let cursorRow = 0;

  function toTop(): string {
    return `${cursorRow > 0 ? `\x1b[${cursorRow}A` : ""}\r`;
  }

  return {
    paint(lines, cursor) {
      const texts = lines.map((line) => line.map(({ text, style }) => palette(style, text)).join(""));
      const shrinks = texts.length < painted.length;
      let out = `${beginUpdate}${hideCursor}${toTop()}`;
      for (const [index, text] of texts.entries()) {
        if (index > 0) out += "\r\n";
        const last = index === texts.length - 1;
        if (text !== painted[index] || (shrinks && last)) out += `${text}\x1b[K`;
      }
      if (shrinks) out += "\x1b[J";
      const bottom = Math.max(0, texts.length - 1);
      const row = cursor === null ? bottom : Math.min(cursor.row, bottom);
      if (row < bottom) out += `\x1b[${bottom - row}A`;
      out += "\r";
      if (cursor !== null) out += `${cursor.column > 0 ? `\x1b[${cursor.column}C` : ""}${showCursor}`;
      write(out + endUpdate);
      painted = texts;
      widths = lines.map(lineWidth);
      cursorRow = row;
    },
    resized(columns, rows) {
      if (painted.length === 0) return;
      const rowsOf = (width: number) => Math.max(1, Math.ceil(width / Math.max(1, columns)));
      const above = widths.slice(0, cursorRow).reduce((sum, width) => sum + rowsOf(width), 0);
      cursorRow = Math.min(above, Math.max(0, rows - 1));
      write(`${toTop()}\x1b[J`);
      painted = [];
      widths = [];
      cursorRow = 0;
    },
    clear() {
      if (painted.length > 0) write(`${toTop()}\x1b[J`);
      painted = [];
      widths = [];
      cursorRow = 0;
    },
    forget() {
      painted = [];
      widths = [];
      cursorRow = 0;
    },
    setPalette(next) {
      palette = next;
      // Same words, other colours: every line differs from what is on the screen.
      painted = painted.map(() => "\0");
    },
  };
}
