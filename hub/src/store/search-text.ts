import type { Outcome, Question } from "@yourcall/core";

// A search reads these texts from end to end: some 3 µs per ask, a third of a second for 100,000. A trigram index (FTS5) would
// be instant, but costs 300 µs per ask when it is written, eight times the rest of the write.

/** The agent's part of the text that a search looks through: questions, headers, options. */
export function toAskText(questions: readonly Question[]): string {
  let text = "";
  for (const { question, header, options } of questions) {
    text += `${question}\n${header}\n`;
    for (const { label, description = "" } of options) text += `${label}\n${description}\n`;
  }
  return fold(text);
}

/** The person's part: answers, notes, comment, reason. No fallback, which is nobody's answer. */
export function toOutcomeText(outcome: Outcome): string {
  if (outcome.status !== "answered") return fold(outcome.status === "expired" ? "" : (outcome.reason ?? ""));
  let text = "";
  for (const { selectedOptions, customInput = "", notes = "" } of outcome.answers)
    text += `${selectedOptions.join("\n")}\n${customInput}\n${notes}\n`;
  return fold(text + (outcome.comment ?? ""));
}

/** The words of a query, each of which must occur. Empty if there is nothing to look for. */
export function toSearchWords(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/))].filter((word) => word !== "");
}

// Line breaks separate the fields, so no word is found across two of them. Converting to upper and then to lower case, with only one
// sigma, makes ß match SS and Σ match both of its small forms.
function fold(text: string): string {
  // Most asks are ASCII, where only capitals change.
  if (Buffer.byteLength(text) === text.length) return text.toLowerCase();
  return text.normalize("NFC").toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
