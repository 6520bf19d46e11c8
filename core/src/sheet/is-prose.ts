/**
 * Whether a line is clearly a sentence and not a short answer in the wrong place: three words, a sentence mark at its end,
 * or twelve characters of a script without spaces. A numbered list item is a pasted list, not a sentence.
 */
export function isProse(text: string): boolean {
  if (/^\d+[.)]\s/.test(text)) return false;
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length >= 3) return true;
  if (words.length > 0 && /[.!?。！？]$/.test(text)) return true;
  const unspaced = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu,
  );
  return (unspaced?.length ?? 0) >= 12;
}
