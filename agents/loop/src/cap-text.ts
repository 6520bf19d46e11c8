/** The text, or its two ends with a line between them that says how much is missing. */
export function capText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, Math.ceil(limit * 0.7)).replace(/[\uD800-\uDBFF]$/, "");
  const tail = text.slice(text.length - Math.floor(limit * 0.3)).replace(/^[\uDC00-\uDFFF]/, "");
  return `${head}\n[${text.length - head.length - tail.length} characters left out]\n${tail}`;
}
