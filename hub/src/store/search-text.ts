import type { Outcome, Question } from "@yourcall/core";

// A search reads these texts from end to end: some 3 µs an ask, so a third of a second for 100,000. A trigram index (FTS5) would
// find at once, but costs 300 µs an ask when it is made, eight times the whole write.

/** What a search of an ask looks through, from the side of the agent: questions, headers, options. */
export function toAskText(questions: readonly Question[]): string {
  let text = "";
  for (const { question, header, options } of questions) {
    text += `${question}\n${header}\n`;
    for (const { label, description = "" } of options) text += `${label}\n${description}\n`;
  }
  return fold(text);
}

/** And from the side of the person: answers, notes, comment, the reason of a refusal. A fallback is nobody's answer. */
export function toOutcomeText(outcome: Outcome): string {
  if (outcome.status !== "answered") return fold(outcome.status === "expired" ? "" : (outcome.reason ?? ""));
  let text = "";
  for (const { selectedOptions, customInput = "", notes = "" } of outcome.answers)
    text += `${selectedOptions.join("\n")}\n${customInput}\n${notes}\n`;
  return fold(text + (outcome.comment ?? ""));
}

/** The words of a query, each of which must occur. Empty when there is nothing to look for. */
export function toSearchWords(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/))].filter((word) => word !== "");
}

// Line breaks part the fields, so no word is found across two of them. Up before down, and one sigma, make ß meet SS and Σ
// meet both of its small forms.
function fold(text: string): string {
  // Most asks are plain ASCII, where only capitals change.
  if (Buffer.byteLength(text) === text.length) return text.toLowerCase();
  return text.normalize("NFC").toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
