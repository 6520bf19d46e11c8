// One cell each and never part of a larger cluster among themselves: Latin, Greek, Cyrillic, punctuation, arrows, box drawing
// and the marks that the prompt draws.
const notPlain =
  /[^ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20c0\u2100-\u2319\u231c-\u2328\u232b-\u23e8\u2500-\u25fc\u2610\u2611\u2713-\u2718]/;

// The above, with kana, ideographs, Hangul syllables, full-width forms and emoji of one code point: one or two cells, still
// one code point a cluster, as long as no joiner, mark, modifier, selector or regional indicator is among them.
const notSimple =
  /[^ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20c0\u2100-\u27bf\u2e80-\u2fff\u3000-\u3029\u3030-\u3096\u309b-\u3163\u3165-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff9d\uffe0-\uffee\u{1f300}-\u{1f3fa}\u{1f400}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{323af}]/u;

let segmenter: Intl.Segmenter | undefined;

/** Whether every UTF-16 unit of the text is a character of its own that takes one cell. */
export function isPlain(text: string): boolean {
  return !notPlain.test(text);
}

/** Whether every code point of the text is a character of its own. */
export function isSimple(text: string): boolean {
  return !notSimple.test(text);
}

/**
 * The text in pieces that a person would call characters. Texts that can be divided without `Intl.Segmenter`, which costs
 * 10 ms to create, are.
 */
export function toClusters(text: string): Iterable<string> {
  return isPlain(text) || isSimple(text) ? text : segment(text);
}

function* segment(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const piece of segmenter.segment(text)) yield piece.segment;
}
