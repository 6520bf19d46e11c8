import { type Answering, current, type Entry, opensAsField } from "./answering.ts";
import { openQuestions } from "./question-answer.ts";
import { isConfirm, isRow, lastRow, otherRow, sendRow } from "./rows.ts";

// Moving around: which page, which question, which row.

/** Makes the event's question current and acts on it. An unknown question changes nothing. */
export function inFront(
  state: Answering,
  question: number | undefined,
  act: (state: Answering) => Answering,
): Answering {
  if (question === undefined) return act(state);
  if (state.entries[question] === undefined || state.page === "decline") return state;
  const there = state.page === "question" && state.at === question;
  return act(there ? state : go(state, question, belongsToReview(state)));
}

/** Whether a question that opens now was opened from the review, and so returns there. */
export function belongsToReview(state: Answering): boolean {
  const page = state.page === "decline" ? state.declineFrom : state.page;
  return state.fromReview || page === "review";
}

export function move(state: Answering, by: 1 | -1, optionsOnly: boolean): Answering {
  if (state.page === "review") return focusRow(state, state.reviewRow + by);
  if (state.page === "decline") return focusRow(state, state.declineRow + by);
  const { question, entry } = current(state);
  const other = otherRow(state.ask, question);
  let target = entry.focus + by;
  if (!optionsOnly) return focusRow(state, target);
  while (target === other || (by < 0 && target >= question.options.length)) target += by;
  return question.options[target] === undefined ? state : focusRow(state, target);
}

/** The last option, or our Other below it. */
export function focusEnd(state: Answering): Answering {
  if (state.page !== "question") return focusRow(state, Number.POSITIVE_INFINITY);
  const { question } = current(state);
  return focusRow(state, Math.max(question.options.length - 1, otherRow(state.ask, question)));
}

export function focusRow(state: Answering, row: number): Answering {
  const within = (last: number) => Math.max(0, Math.min(last, row));
  if (state.page === "review") return { ...state, reviewRow: within(sendRow(state.ask)) };
  if (state.page === "decline") return { ...state, declineRow: within(2) };
  const { question, entry } = current(state);
  const focus = within(lastRow(state.ask, question));
  if (focus === entry.focus) return state;
  // A preview belongs to its option; the text of an approval belongs to all of them.
  return { ...withEntry(state, { ...entry, focus }), scroll: state.ask.kind === "approval" ? state.scroll : 0 };
}

export function focusOn(state: Answering, row: number): Answering {
  if (!isRow(state.ask, current(state).question, row)) return state;
  return focusRow({ ...state, field: opensAsField(state.ask, state.at) ? "other" : null }, row);
}

export function next(state: Answering): Answering {
  if (state.page !== "question" || isConfirm(state.ask)) return state;
  const last = state.at === state.ask.questions.length - 1;
  return last ? toReview(state) : go(state, state.at + 1, state.fromReview);
}

export function previous(state: Answering): Answering {
  if (state.page === "review") return go(state, state.ask.questions.length - 1, true);
  return state.page === "question" && state.at > 0 ? go(state, state.at - 1, state.fromReview) : state;
}

export function back(state: Answering): Answering {
  // A question that is nothing but a field has no other row to rest on, so Esc leaves the question immediately.
  if (state.field !== null && !(state.field === "other" && opensAsField(state.ask, state.at)))
    return { ...state, field: null };
  if (state.page === "decline") return keepAnswering(state);
  // Not marked as opened from the review, or Esc would loop between the review and the last question.
  if (state.page === "review") return go(state, state.ask.questions.length - 1, false);
  if (state.fromReview) return toReview(state);
  if (state.at > 0) return go(state, state.at - 1, false);
  return state.settings.escapeTo === "list" ? { ...state, end: { type: "left" } } : openDecline(state);
}

export function go(state: Answering, at: number, fromReview: boolean): Answering {
  if (state.entries[at] === undefined) return state;
  return { ...state, page: "question", at, fromReview, field: opensAsField(state.ask, at) ? "other" : null, scroll: 0 };
}

export function toReview(state: Answering): Answering {
  const open = openQuestions(state)[0];
  return {
    ...state,
    page: "review",
    field: null,
    fromReview: false,
    reviewRow: open ?? sendRow(state.ask),
    scroll: 0,
  };
}

export function openDecline(state: Answering): Answering {
  if (state.page === "decline") return state;
  const declineFrom = state.page === "lines" ? "question" : state.page;
  return { ...state, page: "decline", declineFrom, declineRow: 0, field: null, scroll: 0 };
}

export function keepAnswering(state: Answering): Answering {
  return state.declineFrom === "review" ? toReview(state) : go(state, state.at, state.fromReview);
}

/** The state with this entry for a question, the current one unless another is named. */
export function withEntry(state: Answering, entry: Entry, at = state.at): Answering {
  return { ...state, entries: state.entries.map((existing, index) => (index === at ? entry : existing)) };
}
