let segmenter: Intl.Segmenter | undefined;

/** The text in pieces a person would call characters. The segmenter costs 10 ms to create, so it waits for its first use. */
export function toCharacters(text: string): string[] {
  if (isPlain(text)) return [...text];
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), (piece) => piece.segment);
}

/** How many characters a person sees in the text. */
export function countCharacters(text: string): number {
  return isPlain(text) ? text.length : toCharacters(text).length;
}

// In these ranges every code unit is one character. U+000D is not among them, because CR LF is one character.
function isPlain(text: string): boolean {
  return /^[\n\u0020-\u007e\u00a0-\u02ff\u2010-\u2027\u2190-\u23ff\u2500-\u25ff]*$/.test(text);
}
