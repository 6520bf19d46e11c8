import { eastAsianWidth } from "get-east-asian-width";

// First and last of each range of plain characters beyond ASCII: Latin, Greek, Cyrillic, punctuation, currency, arrows, box
// drawing and the prompt's own marks. They never join into a larger cluster.
const plainRanges = [
  0xa0, 0xac, 0xae, 0x2ff, 0x370, 0x482, 0x48a, 0x52f, 0x1e00, 0x1fff, 0x2010, 0x2027, 0x2030, 0x205e, 0x20a0, 0x20c0,
  0x2100, 0x2319, 0x231c, 0x2328, 0x232b, 0x23e8, 0x2500, 0x25fc, 0x2610, 0x2611, 0x2713, 0x2718,
];

const notAscii = /[^ -~]/;

// These and kana, ideographs, Hangul syllables, full-width forms and emoji of one code point: one or two cells, and still one
// code point per cluster without a joiner, mark, modifier, selector or regional indicator.
const notOneCharPerCodePoint =
  /[^ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20c0\u2100-\u27bf\u2e80-\u2fff\u3000-\u3029\u3030-\u3096\u309b-\u3163\u3165-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff9d\uffe0-\uffee\u{1f300}-\u{1f3fa}\u{1f400}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{323af}]/u;

let segmenter: Intl.Segmenter | undefined;

/** Whether every UTF-16 unit of the text is one character of one cell. */
export function isOneCellPerChar(text: string): boolean {
  if (!notAscii.test(text)) return true;
  // A loop: compiling an expression with these ranges takes longer than looping over a whole screen.
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || (unit > 0x7e && !isPlainBeyondAscii(unit))) return false;
  }
  return true;
}

/** Whether every code point of the text is one character. */
export function isOneCharPerCodePoint(text: string): boolean {
  return !notOneCharPerCodePoint.test(text);
}

/**
 * The text in what a person would call characters. Uses `Intl.Segmenter`, which takes 10 ms to create, only if needed.
 */
export function toClusters(text: string): Iterable<string> {
  return isOneCellPerChar(text) || isOneCharPerCodePoint(text) ? text : segment(text);
}

function* segment(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const piece of segmenter.segment(text)) yield piece.segment;
}

function isPlainBeyondAscii(unit: number): boolean {
  for (let index = 0; index < plainRanges.length; index += 2) {
    if (unit < (plainRanges[index] ?? 0)) return false;
    if (unit <= (plainRanges[index + 1] ?? 0)) return true;
  }
  return false;
}

let unseen: RegExp | undefined;
let spacingMark: RegExp | undefined;
let emoji: RegExp | undefined;
let pictograph: RegExp | undefined;

const emojiParts = /[\u200d\u20e3\ufe0f\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]/u;
const firstWide = 0x1100;
const maxEmojiLength = 50;
const remembered = new Map<string, number>();
const maxRemembered = 4000;
const maxRememberedLength = 16;

/** How many terminal cells a clean text takes (no escape sequences). Characters of ambiguous width count as narrow. */
export function cellWidth(text: string): number {
  if (isOneCellPerChar(text)) return text.length;
  if (text.length > maxRememberedLength) return measure(text);
  // Every repaint measures the same few characters.
  let width = remembered.get(text);
  if (width === undefined) {
    width = measure(text);
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(text, width);
  }
  return width;
}

function measure(text: string): number {
  if (text.includes("\n")) return text.split("\n").reduce((width, line) => width + cellWidth(line), 0);
  let width = 0;
  if (isOneCharPerCodePoint(text)) for (const character of text) width += characterWidth(character.codePointAt(0) ?? 0);
  else for (const cluster of toClusters(text)) width += cluster === text ? clusterWidth(cluster) : cellWidth(cluster);
  return width;
}

function characterWidth(codePoint: number): number {
  return codePoint < firstWide ? 1 : eastAsianWidth(codePoint);
}

function clusterWidth(cluster: string): number {
  const seen = [...cluster].filter(isSeen);
  if (seen.length === 0) return 0;
  if (isEmoji(cluster)) return 2;
  const codePoints = seen.map((character) => character.codePointAt(0) ?? 0);
  const jamo = jamoKind(codePoints[0]) !== undefined;
  let width = 0;
  for (let index = 0; index < codePoints.length; index++) {
    const codePoint = codePoints[index] ?? 0;
    if (jamo && jamoKind(codePoint) === "leading" && jamoKind(codePoints[index + 1]) === "vowel") {
      // One syllable block; a jamo outside a block keeps its own width.
      width += 2;
      index += jamoKind(codePoints[index + 2]) === "trailing" ? 2 : 1;
    } else if (index === 0 || jamo || takesOwnCell(seen[index] ?? "")) width += characterWidth(codePoint);
  }
  return width;
}

function isSeen(character: string): boolean {
  unseen ??= compile("[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}\\p{Mn}\\p{Me}\\p{Cs}]", "u");
  return !unseen.test(character);
}

/** Inside a cluster, only spacing marks and half-width forms (the Katakana voicing marks) add to the width of the first. */
function takesOwnCell(character: string): boolean {
  spacingMark ??= compile("\\p{Mc}", "u");
  return (character >= "\uff00" && character <= "\uffef") || spacingMark.test(character);
}

function isEmoji(cluster: string): boolean {
  if (!emojiParts.test(cluster)) return false;
  emoji ??= compile("^\\p{RGI_Emoji}$", "v");
  if (emoji.test(cluster) || /^[\d#*]\u20e3$/.test(cluster)) return true;
  // Joined emoji whose variation selectors were omitted.
  if (cluster.length > maxEmojiLength || !cluster.includes("\u200d")) return false;
  pictograph ??= compile("\\p{Extended_Pictographic}", "gu");
  return (cluster.match(pictograph)?.length ?? 0) >= 2;
}

// A literal would be parsed at load. For a property class or the emoji set that takes milliseconds, which plain text does not
// need.
function compile(source: string, flags: string): RegExp {
  return new RegExp(source, flags);
}

function jamoKind(codePoint = 0): "leading" | "vowel" | "trailing" | undefined {
  const within = (first: number, last: number) => codePoint >= first && codePoint <= last;
  if (within(0x1100, 0x115f) || within(0xa960, 0xa97c)) return "leading";
  if (within(0x1160, 0x11a7) || within(0xd7b0, 0xd7c6)) return "vowel";
  if (within(0x11a8, 0x11ff) || within(0xd7cb, 0xd7fb)) return "trailing";
  return undefined;
}
