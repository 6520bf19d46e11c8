import { type Line, type Span, type StyleName, wrapText } from "@yourcall/terminal";

/** Pieces in several styles as lines of at most `width` cells, broken where the same text in one style would be. */
export function wrapSpans(spans: readonly Span[], width: number): Line[] {
  const text = spans.map((piece) => piece.text).join("");
  const styles: StyleName[] = spans.flatMap((piece) => Array<StyleName>(piece.text.length).fill(piece.style));
  let at = 0;
  return wrapText(text, width).map((wrapped) => {
    const line: Span[] = [];
    for (const unit of wrapped.split("")) {
      // Only white space is left out where a line breaks.
      while (text[at] !== unit && /\s/.test(text[at] ?? "x")) at++;
      const style = styles[at] ?? "text";
      at++;
      const last = line.at(-1);
      if (last?.style === style) last.text += unit;
      else line.push({ text: unit, style });
    }
    return line;
  });
}
