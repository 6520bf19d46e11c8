import { faultsOf, isOwnWordsFault } from "../answer-rules.ts";
import { toEditable } from "../edited-input.ts";
import type { QuestionAnswer } from "../outcome-schemas.ts";
import type { Ask, Question } from "../schemas.ts";
import type { Answering, Entry, EntryProblem } from "./answering.ts";
import { isGivenOther, noneRow, noneText, otherRow, ownRow } from "./rows.ts";

// What the entries amount to: which questions are answered, and with what.

/**
 * Whether the person has chosen, typed or skipped. Text in Other counts once it is picked, a note never.
 *
 * @example
 * const { question, entry } = current(state);
 * console.log(isAnswered(state.ask, question, entry) ? "answered" : "open");
 */
export function isAnswered(ask: Ask, question: Question, entry: Entry): boolean {
  return problemOf(ask, question, entry) === null;
}

/** Why this entry is not an answer, or null. Fields enforce their limits themselves. */
export function problemOf(ask: Ask, question: Question, entry: Entry): EntryProblem | null {
  const [fault] = faultsOf(ask.kind, question, toReply(ask, question, entry), Number.POSITIVE_INFINITY);
  if (fault === undefined) return null;
  if (isOwnWordsFault(fault)) return fault;
  if (question.options.length === 0) return { code: "nothing-written" };
  if (entry.picked.includes(otherRow(ask, question))) return { code: "other-empty" };
  if (entry.note.text.trim() !== "") return { code: "note-alone" };
  return { code: question.multiSelect ? "nothing-ticked" : "nothing-chosen" };
}

/**
 * The questions that are neither answered nor skipped, by index.
 *
 * @example
 * const [next] = openQuestions(state);
 * if (next === undefined) console.log("Everything is answered.");
 */
export function openQuestions(state: Answering): number[] {
  return withEntries(state).flatMap(({ question, entry }, at) => (isAnswered(state.ask, question, entry) ? [] : [at]));
}

/** The questions in their order, each with its entry. */
export function withEntries({ ask, entries }: Answering): { question: Question; entry: Entry }[] {
  return ask.questions.flatMap((question, index) => {
    const entry = entries[index];
    return entry === undefined ? [] : [{ question, entry }];
  });
}

/** What the person has changed the call to; null if it is as it was asked for, or nothing can be changed. */
export function editedText({ ask, edited }: Answering): string | null {
  const text = toEditable(ask);
  return text === undefined || edited.text === text ? null : edited.text;
}

/** Text in Other that would not be sent, because something else is chosen, Other is not picked, or the question is skipped. */
export function unsentText(question: Question, entry: Entry): string | null {
  const text = entry.other.text.trim();
  return text === "" || (entry.picked.includes(ownRow(question)) && !entry.skipped) ? null : text;
}

/** How many rows of a question are picked, including an Other that we added only if it has text. */
export function countPicked(ask: Ask, question: Question, entry: Entry): number {
  const counts = entry.other.text.trim() !== "" || isGivenOther(ask, question);
  return entry.picked.filter((row) => counts || row !== otherRow(ask, question)).length;
}

/**
 * An entry's answer, or null while the question is unanswered.
 *
 * @example
 * const { question, entry } = current(state);
 * console.log(toQuestionAnswer(state.ask, question, entry)?.selectedOptions);
 */
export function toQuestionAnswer(ask: Ask, question: Question, entry: Entry): QuestionAnswer | null {
  if (!isAnswered(ask, question, entry)) return null;
  return { question: question.question, header: question.header, ...toReply(ask, question, entry) };
}

function toReply(ask: Ask, question: Question, { picked, other, note, attachments, skipped }: Entry) {
  const own = picked.includes(otherRow(ask, question)) ? other.text.trim() : "";
  const words = picked.includes(noneRow(ask, question)) ? noneText : own;
  const notes = note.text.trim();
  return {
    // An option "Other" with text in its field answers with that text instead of its label.
    selectedOptions: picked.flatMap((row) => {
      const label = question.options[row]?.label;
      return label === undefined || (own !== "" && row === otherRow(ask, question)) ? [] : [label];
    }),
    ...(words === "" || skipped ? {} : { customInput: words }),
    ...(notes === "" ? {} : { notes }),
    ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
    ...(skipped ? { skipped } : {}),
  };
}
