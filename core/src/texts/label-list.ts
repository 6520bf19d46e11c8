import { toShowableJson } from "../clean-text.ts";
import type { Question } from "../schemas.ts";

/** Precedes own words that would otherwise read as something else. */
export const ownWordsMark = "Other: ";
/** The value of a skipped question. */
export const noPreference = "(no preference)";

/** Labels as one line, in the order given. A label that could be misread in a list is written as a JSON string. */
export function writeLabels(labels: readonly string[]): string {
  return labels.map((label) => (needsQuotes(label) ? toShowableJson(label) : label)).join(", ");
}

/** Reads labels of the question from the start of a text. `rest` is what follows the last one, empty when nothing does. */
export function readLabels(question: Question, text: string): { labels: string[]; rest: string } {
  const labels: string[] = [];
  let rest = text;
  while (rest !== "") {
    const taken = takeQuoted(question, rest) ?? takePlain(question, rest);
    if (taken === undefined) break;
    labels.push(taken.label);
    rest = rest.slice(taken.length);
    if (rest !== "") rest = rest.slice(", ".length);
  }
  return { labels, rest };
}

interface Taken {
  label: string;
  length: number;
}

function takeQuoted(question: Question, text: string): Taken | undefined {
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(text)?.[0];
  if (quoted === undefined || !endsItem(text, quoted.length)) return undefined;
  try {
    const label = String(JSON.parse(quoted));
    return question.options.some((option) => option.label === label) ? { label, length: quoted.length } : undefined;
  } catch {
    return undefined;
  }
}

// The shortest label that ends where an item may end. In our own lists no other fits; a foreign list may contain labels with
// commas that are not quoted.
function takePlain(question: Question, text: string): Taken | undefined {
  if (text.startsWith(ownWordsMark)) return undefined;
  return question.options
    .map(({ label }) => ({ label, length: label.length }))
    .sort((one, other) => one.length - other.length)
    .find(({ label, length }) => text.startsWith(label) && endsItem(text, length));
}

function endsItem(text: string, end: number): boolean {
  return end === text.length || (text.startsWith(", ", end) && end + 2 < text.length);
}

function needsQuotes(label: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character in a list must be visible
  const special = /[,"\x00-\x1f\x7f-\x9f\u2028\u2029]/;
  return special.test(label) || label.trim() !== label || label.startsWith(ownWordsMark) || label === noPreference;
}
