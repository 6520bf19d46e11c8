/** The words of a query, each of which must occur in a text that `foldText` made. Empty if there is nothing to look for. */
export function toSearchWords(query: string): string[] {
  return [...new Set(foldText(query).split(/\s+/))].filter((word) => word !== "");
}

/** A text as a search compares it: without differences in case, and with only one form of each letter. */
export function foldText(text: string): string {
  // Most asks are ASCII, where only capitals change.
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase();
  // Upper and then lower case, with only one sigma, makes ß match SS and Σ match both of its small forms.
  return text.normalize("NFC").toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
