// First and last of each range of plain characters beyond ASCII: Latin, Greek, Cyrillic, punctuation, currency, arrows, box
// drawing and the prompt's own marks. They never join into a larger cluster.
const plainRanges = [
  0xa0, 0xac, 0xae, 0x2ff, 0x370, 0x482, 0x48a, 0x52f, 0x1e00, 0x1fff, 0x2010, 0x2027, 0x2030, 0x205e, 0x20a0, 0x20c0,
  0x2100, 0x2319, 0x231c, 0x2328, 0x232b, 0x23e8, 0x2500, 0x25fc, 0x2610, 0x2611, 0x2713, 0x2718,
];

const notAscii = /[^ -~]/;

// The above and kana, ideographs, Hangul syllables, full-width forms and emoji of one code point: one or two cells, and still
// one code point per cluster without a joiner, mark, modifier, selector or regional indicator.
const notSimple =
  /[^ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20c0\u2100-\u27bf\u2e80-\u2fff\u3000-\u3029\u3030-\u3096\u309b-\u3163\u3165-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff9d\uffe0-\uffee\u{1f300}-\u{1f3fa}\u{1f400}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{323af}]/u;

let segmenter: Intl.Segmenter | undefined;

/** Whether every UTF-16 unit of the text is one character of one cell. */
export function isPlain(text: string): boolean {
  if (!notAscii.test(text)) return true;
  // A loop: compiling an expression with these ranges takes longer than looping over a whole screen.
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || (unit > 0x7e && !isPlainBeyondAscii(unit))) return false;
  }
  return true;
}

/** Whether every code point of the text is one character. */
export function isSimple(text: string): boolean {
  return !notSimple.test(text);
}

/**
 * The text in what a person would call characters. Uses `Intl.Segmenter`, which takes 10 ms to create, only if needed.
 */
export function toClusters(text: string): Iterable<string> {
  return isPlain(text) || isSimple(text) ? text : segment(text);
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
