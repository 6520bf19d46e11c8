import type { GivenAnswer, QuestionAnswer } from "./outcome-schemas.ts";
import type { Ask, Question } from "./schemas.ts";

/** A reply to a question as an outcome has it: trimmed, with the question's own texts, without empty parts. */
export function toAnswer({ question, header }: Question, entry: GivenAnswer): QuestionAnswer {
  const notes = (entry.notes ?? "").trim();
  const typed = (entry.customInput ?? "").trim();
  return {
    question,
    header,
    selectedOptions: entry.skipped === true ? [] : entry.selectedOptions,
    ...(typed === "" || entry.skipped === true ? {} : { customInput: typed }),
    ...(notes === "" ? {} : { notes }),
    ...(entry.skipped === true ? { skipped: true } : {}),
    ...(entry.edited === undefined ? {} : { edited: entry.edited }),
    ...((entry.review ?? []).length === 0 ? {} : { review: entry.review }),
  };
}

/** Whether two replies to an ask say the same, in whatever order and form. It needs no schema, so that a page can use it. */
export function isSameAnswers(ask: Ask, one: readonly GivenAnswer[], other: readonly GivenAnswer[]): boolean {
  return ask.questions.every((question) => {
    const [first, second] = [one, other].map((given) => given.find((entry) => entry.question === question.question));
    if (first === undefined || second === undefined) return false;
    return toComparable(question, first) === toComparable(question, second);
  });
}

function toComparable(question: Question, entry: GivenAnswer): string {
  return JSON.stringify([toAnswer(question, entry), (entry.attachments ?? []).map(({ hash }) => hash)]);
}
