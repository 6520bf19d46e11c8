import type { Outcome, Question } from "@yourcall/core";
import { foldText } from "@yourcall/core/internal";

export { toSearchWords } from "@yourcall/core/internal";

// A search reads these texts from end to end: some 3 µs per ask, a third of a second for 100,000. A trigram index (FTS5) would
// be instant, but costs 300 µs per ask when it is written, eight times the rest of the write. Line breaks separate the fields, so
// no word is found across two of them.

/** The agent's part of the text that a search looks through: questions, headers, options. */
export function toAskText(questions: readonly Question[]): string {
  let text = "";
  for (const { question, header, options } of questions) {
    text += `${question}\n${header}\n`;
    for (const { label, description = "" } of options) text += `${label}\n${description}\n`;
  }
  return foldText(text);
}

/** The person's part: answers, notes, comment, reason. No fallback, which is nobody's answer. */
export function toOutcomeText(outcome: Outcome): string {
  if (outcome.status !== "answered") return foldText(outcome.status === "expired" ? "" : (outcome.reason ?? ""));
  let text = "";
  for (const { selectedOptions, customInput = "", notes = "" } of outcome.answers)
    text += `${selectedOptions.join("\n")}\n${customInput}\n${notes}\n`;
  return foldText(text + (outcome.comment ?? ""));
}
