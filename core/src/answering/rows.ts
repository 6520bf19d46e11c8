import { takesPictures } from "../attachments.ts";
import { isNone, isOther } from "../option-name.ts";
import { takesYesOrNo } from "../question-kind.ts";
import type { Ask, Question } from "../schemas.ts";

// The rows of a question: its options in their order, Other unless an option is one, and None of these where several can be chosen.

/** The answer that the row None of these gives, sent as the person's own words. */
export const noneText = "None of these";

/** The row that takes the person's own words: an option that says "Other", or the row after the options. */
export function ownRow({ options }: Question): number {
  const given = options.findIndex(({ label }) => isOther(label));
  return given === -1 ? options.length : given;
}

/** A question that the program itself asks, not an agent: only its options count. It never reaches a hub, whose schema has no such field. */
type OwnList = Pick<Ask, "kind"> & { ownList?: boolean };

/** Whether the program itself asks. */
export function isOwnList(ask: OwnList): boolean {
  return ask.ownList === true;
}

/** Whether a picture can go with the answer to this question. */
export function canAttach({ ask }: { ask: Ask }, at: number): boolean {
  const question = ask.questions[at];
  return question !== undefined && takesPictures(ask, question);
}

/** Whether a person can ask the agent something before they decide. */
export function canAskBack(ask: OwnList & Pick<Ask, "asksAgain">): boolean {
  return ask.asksAgain === true && !isOwnList(ask);
}

/** The row of the review where a comment is written, after the questions; -1 if nobody would read one. */
export function commentRow(ask: Ask): number {
  return isOwnList(ask) ? -1 : ask.questions.length;
}

/** The last row of the review, which sends. */
export function sendRow(ask: Ask): number {
  return isOwnList(ask) ? ask.questions.length : ask.questions.length + 1;
}

/** Whether the question takes its options and nothing else: no Other and no skip. */
export function takesOnlyOptions(ask: OwnList, question: Question): boolean {
  return ask.kind === "approval" || isOwnList(ask) || takesYesOrNo(question);
}

/** Whether the ask is one question of kind `confirm`, which takes no note either. */
export function isConfirm({ questions: [question] }: Pick<Ask, "questions">): boolean {
  return question !== undefined && takesYesOrNo(question);
}

/**
 * The row of Other, or -1 if there is none.
 *
 * @example
 * const row = otherRow(ask, question);
 * if (row >= 0) console.log(`Row ${row + 1} takes your own words.`);
 */
export function otherRow(ask: Ask, question: Question): number {
  return takesOnlyOptions(ask, question) ? -1 : ownRow(question);
}

/** Whether Other is one of the agent's options: chosen without text it answers with its label. */
export function isGivenOther(ask: Ask, question: Question): boolean {
  return otherRow(ask, question) >= 0 && ownRow(question) < question.options.length;
}

/**
 * The row None of these, or -1: only a multi-select has it, unless an option says the same.
 *
 * @example
 * const row = noneRow(ask, question);
 * if (row >= 0) console.log(answer(state, { type: "pick", row, question: 0 }).entries);
 */
export function noneRow(ask: Ask, question: Question): number {
  const { options, multiSelect } = question;
  if (ask.kind === "approval" || !multiSelect || options.length === 0) return -1;
  return options.some(({ label }) => isNone(label)) ? -1 : Math.max(options.length, otherRow(ask, question) + 1);
}

/** The last row that can be focused. */
export function lastRow(ask: Ask, question: Question): number {
  return Math.max(question.options.length - 1, otherRow(ask, question), noneRow(ask, question));
}

/** Whether the row exists. Numbers from outside may be anything. */
export function isRow(ask: Ask, question: Question, row: number): boolean {
  return Number.isInteger(row) && row >= 0 && row <= lastRow(ask, question);
}
