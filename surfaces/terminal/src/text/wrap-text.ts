import { cellWidth, isOneCellPerChar, toClusters } from "./cell-width.ts";

interface Piece {
  text: string;
  width: number;
}

/**
 * Clean text in lines of at most `width` cells. Lines break at spaces and around wide characters; a word longer than a line
 * breaks between characters. Keeps newlines and the indent of a paragraph, drops trailing spaces. A character wider than the
 * whole line becomes `…`.
 */
export function wrapText(text: string, width: number): string[] {
  const limit = Math.max(1, Math.floor(width));
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    if (cellWidth(paragraph) <= limit) lines.push(trimEnd(paragraph));
    else wrapParagraph(paragraph, limit, lines);
  }
  return lines;
}

/** One line of at most `width` cells: the text itself, or its start and a visible `ellipsis`. */
export function cutText(text: string, width: number, ellipsis = "…"): string {
  const newline = text.indexOf("\n");
  if (newline === -1 && cellWidth(text) <= width) return text;
  const room = Math.floor(width) - ellipsis.length;
  if (room < 0) return ellipsis.slice(0, Math.max(0, Math.floor(width)));
  return trimEnd(takeCells(newline === -1 ? text : text.slice(0, newline), room)) + ellipsis;
}

/** The text, padded with spaces to `width` cells. Wider text is unchanged. */
export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, Math.floor(width) - cellWidth(text)));
}

function wrapParagraph(text: string, limit: number, lines: string[]): void {
  let line = "";
  let used = 0;
  let position = 0;
  while (position < text.length) {
    const start = skipSpaces(text, position);
    if (start === text.length) break;
    const space = text.indexOf(" ", start);
    const end = space === -1 ? text.length : space;
    let gap = text.slice(position, start);
    position = end;
    for (const piece of toPieces(text.slice(start, end))) {
      if (used + gap.length + piece.width <= limit) {
        line += gap + piece.text;
        used += gap.length + piece.width;
      } else {
        if (line !== "") lines.push(trimEnd(line));
        const rows = breakPiece(piece, limit);
        line = rows.pop() ?? "";
        used = cellWidth(line);
        for (const row of rows) lines.push(trimEnd(row));
      }
      gap = "";
    }
  }
  lines.push(trimEnd(line));
}

/** The parts between which a line may break a word: each wide character, and each run of narrow ones. */
function toPieces(word: string): Piece[] {
  if (isOneCellPerChar(word)) return [{ text: word, width: word.length }];
  const pieces: Piece[] = [];
  let open = false;
  for (const cluster of toClusters(word)) {
    const width = cellWidth(cluster);
    const last = pieces.at(-1);
    if (last !== undefined && (width === 0 || (width === 1 && open))) {
      last.text += cluster;
      last.width += width;
    } else pieces.push({ text: cluster, width });
    if (width > 0) open = width === 1;
  }
  return pieces;
}

function breakPiece(piece: Piece, limit: number): string[] {
  if (piece.width <= limit) return [piece.text];
  const rows: string[] = [];
  let row = "";
  let used = 0;
  for (const cluster of toClusters(piece.text)) {
    let width = cellWidth(cluster);
    const shown = width > limit ? "…" : cluster;
    if (shown !== cluster) width = 1;
    if (used + width > limit) {
      rows.push(row);
      row = "";
      used = 0;
    }
    row += shown;
    used += width;
  }
  return [...rows, row];
}

function takeCells(text: string, room: number): string {
  let taken = "";
  let used = 0;
  for (const cluster of toClusters(text)) {
    used += cellWidth(cluster);
    if (used > room) break;
    taken += cluster;
  }
  return taken;
}

function skipSpaces(text: string, start: number): number {
  let position = start;
  while (text[position] === " ") position++;
  return position;
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === " " || text[end - 1] === "\u3000")) end--;
  return text.slice(0, end);
}
