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
  /** Between a question and its answer. */
  arrow: "→",
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
  arrow: "->",
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

// One character each, so that nothing is wider in ASCII.
const punctuation: readonly (readonly [string, string])[] = [
  ["·", "-"],
  ["•", "*"],
  ["—", "-"],
  ["–", "-"],
  ["“", '"'],
  ["”", '"'],
  ["‘", "'"],
  ["’", "'"],
  ["×", "x"],
  ["›", ">"],
];

// In a sentence an arrow becomes a word; as a mark at the edge it is one character.
const words: readonly (readonly [string, string])[] = [
  ["↑↓", "up/down"],
  ["←→", "left/right"],
  ["↑", "up"],
  ["↓", "down"],
  ["←", "left"],
  ["→", "right"],
];

const isAscii = (text: string) => /^[\n -~]*$/.test(text);

function replaceMarks(text: string, marks: readonly (readonly [string, string])[]): string {
  return marks.reduce((replaced, [mark, ascii]) => replaced.replaceAll(mark, ascii), text);
}

/** Punctuation in ASCII, without changing the width; a cut ends in `~`. Other characters stay, since a person may need them. */
export function toAsciiPunctuation(text: string): string {
  return isAscii(text) ? text : replaceMarks(text, punctuation).replaceAll("…", "~");
}

/** Our own words and marks in ASCII. Anything else loses its accents or becomes `?`. */
export function toAsciiText(text: string): string {
  if (isAscii(text)) return text;
  const marks = (Object.keys(unicodeGlyphs) as (keyof Glyphs)[]).map(
    (name) => [unicodeGlyphs[name], asciiGlyphs[name]] as const,
  );
  return replaceMarks(text, [...punctuation, ...words, ...marks])
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^\n -~]/gu, "?");
}
