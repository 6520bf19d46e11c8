import { checkAnswers } from "../answer.ts";
import { withHostOptions } from "../approval-options.ts";
import type { QuestionAnswer } from "../outcome-schemas.ts";
import type { Ask, Question } from "../schemas.ts";
import { noPreference, ownWordsMark, readLabels, writeLabels } from "./label-list.ts";

/**
 * The answers as `{ question: "A, B" }`: labels first, own words last. Labels that contain a comma or a quote are in
 * quotes; own words that would read as labels follow `Other: `; a skipped question has the value `(no preference)`.
 * A note has its own key, the question's text with ` (note)` after it.
 *
 * @example
 * const record = toAnswerRecord(ask, answers); // { "Which database?": "SQLite" }
 */
export function toAnswerRecord(ask: Ask, answers: readonly QuestionAnswer[]): Record<string, string> {
  const noteKeys = toNoteKeys(ask);
  const entries: [string, string][] = [];
  for (const question of withHostOptions(ask).questions) {
    const answer = answers.find((candidate) => candidate.question === question.question);
    if (answer === undefined) continue;
    entries.push([question.question, writeValue(question, answer)]);
    const noteKey = noteKeys.get(question.question);
    if (answer.notes !== undefined && noteKey !== undefined) entries.push([noteKey, answer.notes]);
  }
  return Object.fromEntries(entries);
}

/**
 * Reads what `toAnswerRecord` wrote. Undefined if a question is missing or its value is not an answer.
 *
 * @example
 * const read = fromAnswerRecord(ask, { "Which database?": "SQLite" });
 */
export function fromAnswerRecord(ask: Ask, record: Readonly<Record<string, string>>): QuestionAnswer[] | undefined {
  const noteKeys = toNoteKeys(ask);
  const entries: Partial<QuestionAnswer>[] = [];
  for (const question of withHostOptions(ask).questions) {
    const value = ownText(record, question.question);
    if (value === undefined) return undefined;
    const notes = ownText(record, noteKeys.get(question.question) ?? "");
    entries.push({
      question: question.question,
      ...readValue(question, value),
      notes,
    });
  }
  const checked = checkAnswers(ask, entries, Number.POSITIVE_INFINITY);
  return "answers" in checked ? checked.answers : undefined;
}

type Reply = Pick<QuestionAnswer, "selectedOptions" | "customInput" | "skipped">;

function writeValue(question: Question, answer: QuestionAnswer): string {
  if (answer.skipped === true) return noPreference;
  const labels = answer.selectedOptions.length === 0 ? [] : [writeLabels(answer.selectedOptions)];
  if (answer.customInput === undefined) return labels.join();
  const plain = [...labels, answer.customInput].join(", ");
  return isSameReply(readValue(question, plain), answer)
    ? plain
    : [...labels, ownWordsMark + answer.customInput].join(", ");
}

function readValue(question: Question, value: string): Reply {
  if (value === noPreference) return { selectedOptions: [], skipped: true };
  const { labels, rest } = readList(question, value);
  // If only one answer is allowed, a label followed by more is a sentence that happens to begin with the label.
  const whole = !question.multiSelect && (labels.length > 1 || rest !== "");
  if (rest === "" && !whole) return { selectedOptions: labels };
  const own = whole ? value : rest;
  return {
    selectedOptions: whole ? [] : labels,
    customInput: own.startsWith(ownWordsMark) ? own.slice(ownWordsMark.length) : own,
  };
}

// A value that is one label, commas and all, is that label if only one is allowed.
function readList(question: Question, value: string): { labels: string[]; rest: string } {
  const single = !question.multiSelect && !value.startsWith(ownWordsMark);
  if (single && question.options.some(({ label }) => label === value)) return { labels: [value], rest: "" };
  return readLabels(question, value);
}

function isSameReply(reply: Reply, answer: QuestionAnswer): boolean {
  return (
    reply.skipped === undefined &&
    reply.customInput === answer.customInput &&
    reply.selectedOptions.length === answer.selectedOptions.length &&
    reply.selectedOptions.every((label, index) => label === answer.selectedOptions[index])
  );
}

// Two questions may differ only in this suffix, so it is repeated until the key is free.
function toNoteKeys(ask: Ask): Map<string, string> {
  const taken = new Set(ask.questions.map(({ question }) => question));
  const keys = new Map<string, string>();
  for (const { question } of ask.questions) {
    let key = `${question} (note)`;
    while (taken.has(key)) key += " (note)";
    taken.add(key);
    keys.set(question, key);
  }
  return keys;
}

function ownText(record: Readonly<Record<string, string>>, key: string): string | undefined {
  const value: unknown = Object.hasOwn(record, key) ? record[key] : undefined;
  return typeof value === "string" ? value : undefined;
}
