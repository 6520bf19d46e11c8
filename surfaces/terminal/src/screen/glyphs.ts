/** The marks drawn in the terminal. Each takes one cell, the pairs of arrows two. */
export const unicodeGlyphs = {
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
  /** Where a line between two columns meets the line above, and below. */
  jointBelow: "┬",
  jointAbove: "┴",
  /** The left edge of a focused row. */
  edge: "▌",
  /** Around what the agent said. */
  openQuote: "“",
  closeQuote: "”",
  /** Says that there is more below, or above. */
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

export type Glyphs = Record<keyof typeof unicodeGlyphs, string>;

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
