import { isOneCellPerChar, isOneCharPerCodePoint } from "../text/cell-width.ts";

/** How much text may still be laid out, and what was cut off because it was more. */
export interface Work {
  left: number;
  hidden: Hidden;
}

export interface Hidden {
  lines: number;
  /** How many characters are missing at the end of a line that was cut. */
  characters: number;
}

// In plain characters: so many are laid out in a small part of a tenth of a second. Starting a line takes as long as several plain
// characters, and so does a character whose width has to be measured.
const maxWork = 300_000;
const workPerLine = 10;

export function createWork(): Work {
  return { left: maxWork, hidden: { lines: 0, characters: 0 } };
}

/** As much of the text as may still be laid out. Counts what is cut off. */
export function cutLongText(text: string, work: Work): string {
  let at = 0;
  while (at < text.length && work.left > 0) {
    const end = text.indexOf("\n", at) + 1 || text.length;
    const perCharacter = workPerCharacter(text.slice(at, end));
    const cost = workPerLine + (end - at) * perCharacter;
    if (cost > work.left) {
      const room = Math.floor(work.left / perCharacter);
      work.left = 0;
      at += room;
      work.hidden.characters += end - at;
      work.hidden.lines += countLines(text, end);
      return text.slice(0, at).toWellFormed();
    }
    work.left -= cost;
    at = end;
  }
  work.hidden.lines += countLines(text, at);
  return text.slice(0, at);
}

function workPerCharacter(line: string): number {
  const text = line.replaceAll(/[\t\r\n]/g, " ");
  return isOneCellPerChar(text) ? 1 : isOneCharPerCodePoint(text) ? 3 : 10;
}

function countLines(text: string, from: number): number {
  let count = from < text.length && !text.endsWith("\n") ? 1 : 0;
  for (let at = text.indexOf("\n", from); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** The row below a text that was cut, which says how much is missing. */
export function toHiddenText({ lines, characters }: Hidden): string {
  const more = [
    ...(characters > 0 ? [`${characters} characters of the last line`] : []),
    ...(lines > 0 ? [lines === 1 ? "1 more line" : `${lines} more lines`] : []),
  ].join(" and ");
  return `Not shown: ${more}. It is too long for the terminal: read and allow it on the page, or deny it here.`;
}
