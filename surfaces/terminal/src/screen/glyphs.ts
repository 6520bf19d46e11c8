/** The marks drawn in the terminal. In the Unicode set each takes one cell, the pairs of arrows two. */
export interface Glyphs {
  pointer: string;
  radioOn: string;
  radioOff: string;
  boxOn: string;
  boxOff: string;
  check: string;
  cross: string;
  dash: string;
  bullet: string;
  ellipsis: string;
  up: string;
  down: string;
  upDown: string;
  leftRight: string;
  current: string;
  /** Where a line between two columns meets the line above, and below. */
  jointBelow: string;
  jointAbove: string;
  /** The left edge of a focused row. */
  edge: string;
  /** Around what the agent said. */
  openQuote: string;
  closeQuote: string;
  /** There is more below, or above. */
  more: string;
  moreAbove: string;
  todo: string;
  warn: string;
  rail: string;
  topLeft: string;
  topRight: string;
  bottomLeft: string;
  horizontal: string;
  boxTopLeft: string;
  boxTopRight: string;
  boxBottomLeft: string;
  boxBottomRight: string;
}

export const unicodeGlyphs: Glyphs = {
  pointer: ">",
  radioOn: "●",
  radioOff: "○",
  boxOn: "☑",
  boxOff: "☐",
  check: "✔",
  cross: "✖",
  dash: "–",
  bullet: "•",
  ellipsis: "…",
  up: "↑",
  down: "↓",
  upDown: "↑↓",
  leftRight: "←→",
  current: "▸",
  jointBelow: "┬",
  jointAbove: "┴",
  edge: "▌",
  openQuote: "“",
  closeQuote: "”",
  more: "▾",
  moreAbove: "▴",
  todo: "·",
  warn: "!",
  rail: "│",
  topLeft: "╭",
  topRight: "╮",
  bottomLeft: "╰",
  horizontal: "─",
  boxTopLeft: "┌",
  boxTopRight: "┐",
  boxBottomLeft: "└",
  boxBottomRight: "┘",
};

export const asciiGlyphs: Glyphs = {
  pointer: ">",
  radioOn: "(*)",
  radioOff: "( )",
  boxOn: "[x]",
  boxOff: "[ ]",
  check: "v",
  cross: "x",
  dash: "-",
  bullet: "*",
  ellipsis: "...",
  up: "^",
  down: "v",
  upDown: "up/down",
  leftRight: "left/right",
  current: ">",
  jointBelow: "+",
  jointAbove: "+",
  edge: ">",
  openQuote: '"',
  closeQuote: '"',
  more: "v",
  moreAbove: "^",
  todo: ".",
  warn: "!",
  rail: "|",
  topLeft: "+",
  topRight: "+",
  bottomLeft: "+",
  horizontal: "-",
  boxTopLeft: "+",
  boxTopRight: "+",
  boxBottomLeft: "+",
  boxBottomRight: "+",
};

/** Whether the terminal shows more than ASCII: the locale is UTF-8, or it is Windows Terminal. */
export function detectUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
  return /utf-?8/i.test(locale) || (env.WT_SESSION ?? "") !== "";
}

/** The marks that this terminal can show. */
export function detectGlyphs(env: Readonly<Record<string, string | undefined>>): Glyphs {
  return detectUnicode(env) ? unicodeGlyphs : asciiGlyphs;
}

// In a sentence an arrow becomes a word; as a mark at the edge it is one character.
const words: readonly (readonly [string, string])[] = [
  ["↑↓", "up/down"],
  ["←→", "left/right"],
  ["↑", "up"],
  ["↓", "down"],
  ["←", "left"],
  ["→", "right"],
  ["—", "-"],
  ["“", '"'],
  ["”", '"'],
  ["‘", "'"],
  ["’", "'"],
  ["×", "x"],
  ["›", ">"],
];

/** Our own words and marks in ASCII. Anything else loses its accents or becomes `?`. */
export function toAsciiText(text: string): string {
  if (/^[\n -~]*$/.test(text)) return text;
  let ascii = text;
  for (const [mark, word] of words) ascii = ascii.replaceAll(mark, word);
  for (const name of Object.keys(unicodeGlyphs) as (keyof Glyphs)[])
    ascii = ascii.replaceAll(unicodeGlyphs[name], asciiGlyphs[name]);
  return ascii
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^\n -~]/gu, "?");
}
