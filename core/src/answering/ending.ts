import { editFaults } from "../answer-rules.ts";
import { denies, isAddedDeny, toChosenEffect } from "../approval-options.ts";
import type { QuestionAnswer, ReviewMark } from "../outcome-schemas.ts";
import { toMarksText } from "../texts/review-text.ts";
import { type Answering, current, type Notice } from "./answering.ts";
import type { AnsweringEvent } from "./answering-event.ts";
import { skip } from "./entry.ts";
import { next, openDecline, toReview, withEntry } from "./pages.ts";
import { editedText, openQuestions, problemOf, toQuestionAnswer, unsentText, withEntries } from "./question-answer.ts";
import { isConfirm } from "./rows.ts";
import { toField } from "./text-field.ts";

// How answering ends: finishing a question, confirmations, sending, declining.

/** The current question is done: what follows depends on where it was opened and whether it is the only one. */
export function done(state: Answering): Answering {
  const { question, entry } = current(state);
  const problem = problemOf(state.ask, question, entry);
  if (problem !== null) return refuse(state, problem);
  if (state.fromReview) return toReview(state);
  if (state.ask.questions.length > 1) return next(state);
  if (entry.skipped) return { ...state, field: null, asking: "skip" };
  return asksFirst(state) ? { ...state, field: null, asking: "also-wrote" } : send(state);
}

// A lone single-select has both a choice and text in Other, so ask which was meant.
export function asksFirst(state: Answering): boolean {
  const { question, entry } = current(state);
  if (state.ask.questions.length > 1 || question.multiSelect || entry.skipped) return false;
  return unsentText(question, entry) !== null && problemOf(state.ask, question, entry) === null;
}

export function skipQuestion(state: Answering): Answering {
  if (state.page !== "question") return state;
  if (isConfirm(state.ask)) return state;
  if (state.ask.kind === "approval") return refuse(state, { code: "approval-skipped" });
  if (current(state).question.required === true) return refuse(state, { code: "required" });
  if (state.ask.questions.length === 1 && !state.fromReview) return { ...state, field: null, asking: "skip" };
  return done({ ...withEntry(state, skip(current(state).entry)), field: null });
}

export function skipInReview(state: Answering, question: number | undefined): Answering {
  const entry = question === undefined ? undefined : state.entries[question];
  if (question !== undefined && state.ask.questions[question]?.required === true)
    return refuse(state, { code: "required" });
  return entry === undefined || state.ask.kind === "approval" || isConfirm(state.ask)
    ? state
    : toReview(withEntry(state, skip(entry), question));
}

export function whileAsking(state: Answering, event: AnsweringEvent): Answering {
  const settled = { ...state, asking: null };
  if (event.type === "back") return settled;
  if (state.asking === "skip") {
    if (event.type === "enter") return send(withEntry(settled, skip(current(state).entry)));
    return event.type === "open-decline" ? openDecline(settled) : state;
  }
  if (event.type === "enter") return send(settled);
  if (event.type !== "add-as-note" && !(event.type === "open" && event.field === "note")) return state;
  const { entry } = current(state);
  const note = [entry.note.text.trim(), entry.other.text.trim()].filter((text) => text !== "").join("\n");
  const { maxLength } = state.settings;
  if (note.length > maxLength) return refuse(state, { code: "note-too-long", limit: maxLength, length: note.length });
  return send(withEntry(settled, { ...entry, note: toField(note) }));
}

export function declined(state: Answering): Answering {
  const reason = state.reason.text.trim();
  const wanted = state.field === "reason" || state.declineRow === 2;
  return { ...state, end: { type: "declined", ...(wanted && reason !== "" ? { reason } : {}) } };
}

/** The person asks the agent something, and will decide once it has replied. */
export function askedBack(state: Answering): Answering {
  const asked = state.asked.text.trim();
  return asked === "" ? refuse(state, { code: "nothing-asked" }) : { ...state, end: { type: "declined", asked } };
}

export function send(state: Answering): Answering {
  if (state.adding !== null) return refuse(state, { code: "picture-on-its-way" });
  const open = openQuestions(state);
  const first = open[0];
  if (first !== undefined)
    return refuse({ ...toReview(state), reviewRow: first }, { code: "still-open", count: open.length });
  const comment = state.comment.text.trim();
  const given = withEntries(state).flatMap(({ question, entry }) => toQuestionAnswer(state.ask, question, entry) ?? []);
  const edited = editedText(state);
  const isDenied = denies(state.ask, given[0]?.selectedOptions[0]);
  const review = toSentMarks(state.marks);
  if (review.length > 0 && !isDenied && toChosenEffect(state.ask, given) !== "allow-once")
    return refuse(state, { code: "review-not-decided" });
  const answers = given.map((answer) => ({
    ...answer,
    // A denial takes nothing of what was changed.
    ...(edited === null || isDenied ? {} : { edited }),
    ...(review.length === 0 ? {} : { review }),
  }));
  const [only] = answers;
  if (only !== undefined && editFaults(state.ask, only).length > 0)
    return refuse(state, { code: "edited-not-allowed" });
  if (!state.seen && !denies(state.ask, only?.selectedOptions[0])) return refuse(state, { code: "not-seen" });
  const isWordsOnly = only !== undefined && isAddedDeny(state.ask, only.selectedOptions[0]);
  if (isWordsOnly && only.attachments !== undefined) return refuse(state, { code: "denial-without-pictures" });
  if (isWordsOnly) return declinedWith(state, only);
  return { ...state, end: { type: "submitted", answers, ...(comment === "" ? {} : { comment }) } };
}

/** The Deny that screens add has one text, so the comments on lines are in it. */
function declinedWith(state: Answering, { notes = "", review = [] }: QuestionAnswer): Answering {
  const reason = [notes, toMarksText(review)].filter((text) => text !== "").join("\n\n");
  const { maxLength } = state.settings;
  if (reason.length > maxLength)
    return refuse(state, { code: "note-too-long", limit: maxLength, length: reason.length });
  return { ...state, end: { type: "declined", ...(reason === "" ? {} : { reason }) } };
}

/** The marks as they are sent: trimmed, and without those that say nothing. */
function toSentMarks(marks: readonly ReviewMark[]): ReviewMark[] {
  return marks.flatMap(({ comment = "", ...mark }) => {
    const words = comment.trim();
    if (words !== "") return [{ ...mark, comment: words }];
    return mark.replacement === undefined ? [] : [mark];
  });
}

export function refuse(state: Answering, notice: Notice): Answering {
  return { ...state, notice };
}

/** The answer or the editor's text was not accepted: answering continues with everything chosen and typed so far. */
export function refused(state: Answering, message: string | undefined): Answering {
  return { ...state, end: null, notice: message === undefined ? null : { code: "refused", message } };
}

/** The ask is shown again as the person left it, with nothing in front of it. */
export function reopened(state: Answering): Answering {
  return { ...state, end: null, notice: null, help: false, asking: null };
}
