import { revealText } from "@yourcall/core";
import { growsWhenRevealed } from "@yourcall/core/internal";

/** A part of a text that a browser draws in one frame without stopping the page. Its rows are only worked out when it is drawn. */
export interface Chunk {
  /** Empty if it is a long run of blank lines. */
  text: string;
  /** The number of its first line. */
  number: number;
  /** How many lines begin in it. */
  lines: number;
  /** Whether its first line began in the chunk before. */
  rest: boolean;
  /** The characters that it takes on the screen at most. */
  drawnLength: number;
}

/** A row on the screen. */
export interface Row {
  number: number;
  text: string;
  /** How many blank lines the row stands for; 0 if it is a line of text. */
  blank: number;
  /** Whether it continues a line that is too long for one row. */
  rest: boolean;
}

// A browser draws this many lines, and this many characters, in one frame without stopping the page.
const [linesPerFrame, lengthPerFrame] = [125, 15_000];
// No chunk that is shorter is cut within a line.
const shortest = 1000;
// `revealText` makes at most this many characters of one.
const mostRevealed = 8;
// Layout takes as long as its longest row, so a longer line is several rows.
const longestRow = 2000;
// Up to this many consecutive blank lines are shown; longer runs are counted instead.
const mostBlank = 2;

/** A text in chunks. Cuts between lines and outside runs of blank lines; a line that is too long, between characters. */
export function toChunks(text: string): Chunk[] {
  const growth = growsWhenRevealed(text) ? mostRevealed : 1;
  // Changes often consist of very many short texts.
  if (text !== "" && text.length < shortest && !text.slice(0, -1).includes("\n"))
    return [{ text, number: 1, lines: 1, rest: false, drawnLength: text.length * growth }];
  const longest = lengthPerFrame / growth;
  const chunks: Chunk[] = [];
  let open = { from: 0, number: 1, rest: false };
  let number = 1;
  let blank = { from: 0, lines: 0 };

  function add(to: number, lines: number): void {
    const { from, number, rest } = open;
    chunks.push({ text: text.slice(from, to), number, lines, rest, drawnLength: (to - from) * growth });
  }

  /** Ends the open chunk before this place, where the line `number` begins. */
  function close(to: number, number: number): void {
    if (to > open.from) add(to, number - open.number - (open.rest ? 1 : 0));
    open = { from: to, number, rest: false };
  }

  function endBlank(to: number): void {
    const { from, lines } = blank;
    blank = { from: to, lines: 0 };
    if (lines <= linesPerFrame) return;
    close(from, number - lines);
    chunks.push({ text: "", number: number - lines, lines, rest: false, drawnLength: 0 });
    open = { from: to, number, rest: false };
  }

  for (let at = 0; at < text.length; number += 1) {
    const end = text.indexOf("\n", at) + 1 || text.length;
    if (isBlankIn(text, at, end)) {
      if (blank.lines === 0) blank.from = at;
      blank.lines += 1;
    } else {
      endBlank(at);
      if (number - open.number >= linesPerFrame || end - open.from > longest) close(at, number);
      while (end - open.from > longest) {
        const to = toCut(text, open.from + longest);
        add(to, open.rest ? 0 : 1);
        open = { from: to, number, rest: true };
      }
    }
    at = end;
  }
  endBlank(text.length);
  close(text.length, number);
  return chunks;
}

/** The nearest place that divides neither a character nor a line break. */
function toCut(text: string, at: number): number {
  return /[\ud800-\udbff\r]/.test(text.charAt(at - 1)) ? at - 1 : at;
}

// Looks at the first character before it searches: most lines begin with a letter, and there may be very many.
function isBlankIn(text: string, from: number, to: number): boolean {
  const first = text.charCodeAt(from);
  return !(first > 0x20 && first < 0x7f) && !shows.test(text.slice(from, to));
}
// White space that `revealText` spells out is no blank.
const shows = /[\S\v\f\u2028\u2029\ufeff]|\r(?!\n)/;

/** The rows of a chunk, as `revealText` shows them. Nothing is left out; long runs of blank lines are counted. */
export function toRows({ text, number, lines, rest }: Chunk): Row[] {
  if (text === "") return lines === 0 ? [] : [{ number, text, blank: lines, rest }];
  const rows: Row[] = [];
  let [at, blank] = [number, 0];
  function endBlank(): void {
    const first = at - blank;
    if (blank > mostBlank) rows.push({ number: first, text: "", blank, rest: false });
    else for (let line = first; line < at; line += 1) rows.push({ number: line, text: "", blank: 0, rest: false });
    blank = 0;
  }
  const revealed = revealText(text);
  for (const line of (revealed.endsWith("\n") ? revealed.slice(0, -1) : revealed).split("\n")) {
    const isRest = rest && at === number;
    if (!isRest && !/\S/.test(line)) blank += 1;
    else {
      endBlank();
      const pieces = line.length <= longestRow ? [line] : (line.match(longRow) ?? []);
      for (const [piece, text] of pieces.entries())
        rows.push({ number: at, text, blank: 0, rest: isRest || piece > 0 });
    }
    at += 1;
  }
  endBlank();
  return rows;
}
const longRow = new RegExp(`[^]{1,${longestRow}}`, "gu");

/** The chunks that are drawn with the first frame, with the second, and so on. */
export function toFrames<Kind extends Chunk>(chunks: readonly Kind[]): Kind[][] {
  const frames: Kind[][] = [];
  let [rows, length] = [linesPerFrame, 0];
  for (const chunk of chunks) {
    const own = chunk.text === "" ? 1 : Math.max(1, chunk.lines);
    if (rows + own > linesPerFrame || length + chunk.drawnLength > lengthPerFrame) {
      frames.push([]);
      [rows, length] = [0, 0];
    }
    frames.at(-1)?.push(chunk);
    rows += own;
    length += chunk.drawnLength;
  }
  return frames;
}

/** How much text there is. */
export interface Size {
  lines: number;
  length: number;
}

/** The size of all these frames together. */
export function sizeOf(frames: readonly (readonly Chunk[])[]): Size {
  const size = { lines: 0, length: 0 };
  for (const frame of frames)
    for (const { lines, text } of frame) {
      size.lines += lines;
      size.length += Math.max(lines, text.length);
    }
  return size;
}
