/**
 * The answering machine: the only place where moving, picking, typing, skipping, noting, going back, reviewing, sending and
 * declining are decided. Pure; surfaces turn keys, clicks and lines into events and show the state.
 *
 *   page      event            leads to
 *   question  enter, digit     choose; alone: also-wrote? skip? → submitted · from review: review · else next question, review
 *   question  pick, toggle-all choose or tick, and stay; a pick that names its question brings that one to the front
 *   any       focus            that question in front with that row focused, no field open; on the decline page nothing
 *   question  next, previous   the question after or before; after the last: review
 *   question  back             field closed · review it came from · previous question · first: decline page, or left (list)
 *   question  skip             alone: asks `skip` first → submitted · else next question, review
 *   question  open             a field of this question; enter, leave-field, back close it with the text kept
 *   question  send             as on the review; alone: also-wrote? first
 *   review    enter, pick      edit that question · comment field · send
 *   review    digit, go        edit that question
 *   review    skip             that question skipped, review
 *   review    back             last question, from where back walks on to the first
 *   review    previous         last question, which returns here when it is done
 *   review    send             all answered → submitted · else focus on the first open one, with a notice
 *   any       open-decline     decline page
 *   decline   enter            keep answering → where it came from · declined · reason field → enter → declined
 *   decline   back             field closed · where it came from. Never declines, however often it is pressed
 *   any       fill             the questions filled from a sheet, review
 *   asking    enter            `skip`: skipped, submitted · `also-wrote`: submitted without those words
 *   asking    add-as-note      `also-wrote`: submitted with the words as a note (so does opening the note)
 *   asking    back             what was there before; `skip` also knows open-decline
 *
 * `submitted` is reached only through an `enter`, `digit`, `send`, a `pick` on Send or an `add-as-note` that a person made,
 * with every question chosen, written or skipped. After an end no event changes anything. Help and `asking` hold back every
 * event but those that hand in whole texts (`fill`, `set-text`), which close them: such words must not get lost.
 */
import type { Entry } from "./answering.ts";
import {
  type Answering,
  current,
  isRow,
  lastRow,
  openQuestions,
  opensAsField,
  otherRow,
  problemOf,
  toQuestionAnswer,
  unsentText,
} from "./answering.ts";
import type { AnsweringEvent, KeyEvent } from "./answering-event.ts";
import { choose, skip, toggle, toggleAll } from "./entry.ts";
import { editField, insertIntoField, openField, setText } from "./field-events.ts";
import { fillIn } from "./fill-in.ts";
import { toField } from "./text-field.ts";

/** One step. Returns the same state where the event means nothing. */
export function answer(state: Answering, event: AnsweringEvent): Answering {
  return step(state, event, byKeys);
}

/**
 * The same machine for a surface that shows all questions at once, in fields and buttons of a browser: events that only keys
 * make mean nothing here. So a page that embeds a card carries only what the card can use.
 */
export function answerOnCard(state: Answering, event: AnsweringEvent): Answering {
  return step(state, event, (same) => same);
}

function byKeys(state: Answering, event: KeyEvent): Answering {
  switch (event.type) {
    case "first":
      return focusRow(state, 0);
    case "last":
      return focusRow(state, Number.POSITIVE_INFINITY);
    case "previous":
      return previous(state);
    case "go":
      return go(state, event.question, belongsToReview(state));
    case "help":
      return { ...state, help: true, scroll: 0 };
    case "scroll":
      return scroll(state, event.to);
    case "insert":
      return insertIntoField(state, event.text);
    case "edit":
      return editField(state, event.edit, (by) => move({ ...state, field: null }, by, false));
    case "fill":
      return toReview(fillIn(state, event));
  }
}

type ByKeys = (state: Answering, event: KeyEvent) => Answering;

function step(state: Answering, event: AnsweringEvent, keys: ByKeys): Answering {
  if (state.end !== null) return state;
  if ((state.help || state.asking !== null) && (event.type === "fill" || event.type === "set-text"))
    return step({ ...state, help: false, asking: null }, event, keys);
  if (state.help) return event.type === "scroll" ? keys(state, event) : { ...state, help: false, scroll: 0 };
  const fresh = state.notice === null ? state : { ...state, notice: null };
  if (fresh.asking !== null) return whileAsking(fresh, event);
  switch (event.type) {
    case "move":
      return move(fresh, event.by, event.optionsOnly === true);
    case "focus":
      return inFront(fresh, event.question, (state) => focusOn(state, event.row));
    case "enter":
      return enter(fresh);
    case "pick":
      return pick(fresh, event);
    case "digit":
      return digit(fresh, event.digit);
    case "toggle-all":
      return fresh.page === "question" && current(fresh).question.multiSelect
        ? withEntry(fresh, toggleAll(current(fresh).question, current(fresh).entry))
        : fresh;
    case "open":
      return event.field === "comment" || event.field === "reason"
        ? openField(fresh, event.field)
        : inFront(fresh, event.question, (state) => openField(state, event.field));
    case "set-text":
      return setText(fresh, event.field, event.text, event.question ?? fresh.at);
    case "leave-field":
      return { ...fresh, field: null };
    case "next":
      return next(fresh);
    case "back":
      return back(fresh);
    case "review":
      return toReview(fresh);
    case "skip":
      return fresh.page === "review"
        ? skipInReview(fresh, event.question)
        : inFront(fresh, event.question, skipQuestion);
    case "open-decline":
      return openDecline(fresh);
    case "decline":
      return fresh.page === "decline" ? declined(fresh) : openDecline(fresh);
    case "send":
      return fresh.page === "question" && asksFirst(fresh)
        ? { ...fresh, field: null, asking: "also-wrote" }
        : send(fresh);
    case "add-as-note":
      return fresh;
    default:
      return keys(fresh, event);
  }
}

// A card shows all questions at once, so its events say which one they mean. One that does not exist must not turn into
// the one in front.
function inFront(state: Answering, question: number | undefined, act: (state: Answering) => Answering): Answering {
  if (question === undefined) return act(state);
  if (state.entries[question] === undefined || state.page === "decline") return state;
  const there = state.page === "question" && state.at === question;
  return act(there ? state : go(state, question, belongsToReview(state)));
}

// Is the question that opens now edited from the review, and so returns there?
function belongsToReview(state: Answering): boolean {
  const page = state.page === "decline" ? state.declineFrom : state.page;
  return state.fromReview || page === "review";
}

function scroll(state: Answering, to: number): Answering {
  return { ...state, scroll: Math.max(0, to) };
}

function withEntry(state: Answering, entry: Entry): Answering {
  return { ...state, entries: state.entries.map((existing, index) => (index === state.at ? entry : existing)) };
}

function refuse(state: Answering, notice: string): Answering {
  return { ...state, notice };
}

function move(state: Answering, by: 1 | -1, optionsOnly: boolean): Answering {
  if (state.page === "review") return focusRow(state, state.reviewRow + by);
  if (state.page === "decline") return focusRow(state, state.declineRow + by);
  const { question, entry } = current(state);
  const other = otherRow(state.ask, question);
  const target = entry.focus + by;
  return optionsOnly && target === other ? state : focusRow(state, target);
}

function focusRow(state: Answering, row: number): Answering {
  const within = (last: number) => Math.max(0, Math.min(last, row));
  if (state.page === "review") return { ...state, reviewRow: within(state.ask.questions.length + 1) };
  if (state.page === "decline") return { ...state, declineRow: within(2) };
  const { question, entry } = current(state);
  const focus = within(lastRow(state.ask, question));
  return focus === entry.focus ? state : { ...withEntry(state, { ...entry, focus }), scroll: 0 };
}

function focusOn(state: Answering, row: number): Answering {
  if (!isRow(state.ask, current(state).question, row)) return state;
  return focusRow({ ...state, field: opensAsField(state.ask, state.at) ? "other" : null }, row);
}

function enter(state: Answering): Answering {
  if (state.field === "note") return { ...state, field: null };
  if (state.field === "comment") return toReview(state);
  if (state.field === "reason") return declined(state);
  if (state.page === "review") return enterReview(state);
  if (state.page === "decline") {
    if (state.declineRow === 0) return keepAnswering(state);
    return state.declineRow === 1 ? declined(state) : { ...state, field: "reason" };
  }
  const { question, entry } = current(state);
  const other = otherRow(state.ask, question);
  const typed = entry.other.text.trim() !== "";
  if (question.options.length === 0) return done(typed ? withEntry(state, choose(entry, other)) : state);
  if (question.multiSelect) return state.field === "other" ? { ...state, field: null } : done(state);
  if (entry.focus !== other) return done(withEntry(state, choose(entry, entry.focus)));
  if (state.field === null && !typed) return { ...state, field: "other" };
  return typed
    ? done(withEntry(state, choose(entry, other)))
    : refuse(state, "Other is empty. Type your answer, or pick an option.");
}

// On the review only Space stands for Enter: a click on an option, which names its row, must never hit Send.
function pick(state: Answering, { row, question }: { row?: number; question?: number }): Answering {
  if (state.page === "review" && row === undefined && question === undefined) return enterReview(state);
  return inFront(state, question, (front) => pickRow(front, row));
}

function pickRow(state: Answering, row?: number): Answering {
  if (state.page !== "question") return state;
  const { question, entry } = current(state);
  const target = row ?? entry.focus;
  if (!isRow(state.ask, question, target)) return state;
  const chosen = question.multiSelect ? toggle(entry, target) : choose(entry, target);
  if (target !== otherRow(state.ask, question) || entry.other.text.trim() !== "")
    return { ...withEntry(state, chosen), field: null };
  if (!state.settings.otherAtOnce) return { ...withEntry(state, { ...entry, focus: target }), field: "other" };
  return { ...withEntry(state, chosen), field: chosen.picked[target] === true ? "other" : null };
}

function digit(state: Answering, number: number): Answering {
  if (state.page === "review")
    return number >= 1 && number <= state.ask.questions.length ? go(state, number - 1, true) : state;
  if (state.page !== "question") return state;
  const { question, entry } = current(state);
  const row = number - 1;
  const other = otherRow(state.ask, question);
  if (!isRow(state.ask, question, row)) return state;
  // A digit must not approve anything: it only shows where Enter would land.
  if (state.ask.kind === "approval") return focusRow(state, row);
  if (question.multiSelect) return pickRow(state, row);
  if (row === other) return { ...withEntry(state, { ...entry, focus: row }), field: "other" };
  return done(withEntry(state, choose(entry, row)));
}

/** The question in front is done: what follows depends on where it was opened and whether it stands alone. */
function done(state: Answering): Answering {
  const { question, entry } = current(state);
  const problem = entry.skipped ? null : problemOf(state.ask, question, entry);
  if (problem !== null) return refuse(state, problem);
  if (state.fromReview) return toReview(state);
  if (state.ask.questions.length > 1) return next(state);
  if (entry.skipped) return { ...state, field: null, asking: "skip" };
  return asksFirst(state) ? { ...state, field: null, asking: "also-wrote" } : send(state);
}

// A lone single-select with a choice and with words in Other: which of the two was meant?
function asksFirst(state: Answering): boolean {
  const { question, entry } = current(state);
  if (state.ask.questions.length > 1 || question.multiSelect || entry.skipped) return false;
  return unsentText(question, entry) !== null && problemOf(state.ask, question, entry) === null;
}

function next(state: Answering): Answering {
  if (state.page !== "question") return state;
  const last = state.at === state.ask.questions.length - 1;
  return last ? toReview(state) : go(state, state.at + 1, state.fromReview);
}

function previous(state: Answering): Answering {
  if (state.page === "review") return go(state, state.ask.questions.length - 1, true);
  return state.page === "question" && state.at > 0 ? go(state, state.at - 1, state.fromReview) : state;
}

function back(state: Answering): Answering {
  // A question that is nothing but a field has no other place to rest, so Esc leaves the question at once.
  if (state.field !== null && !(state.field === "other" && opensAsField(state.ask, state.at)))
    return { ...state, field: null };
  if (state.page === "decline") return keepAnswering(state);
  // Not "edited from the review", or Esc would be caught between the review and the last question.
  if (state.page === "review") return go(state, state.ask.questions.length - 1, false);
  if (state.fromReview) return toReview(state);
  if (state.at > 0) return go(state, state.at - 1, false);
  return state.settings.escapeTo === "list" ? { ...state, end: { type: "left" } } : openDecline(state);
}

function go(state: Answering, at: number, fromReview: boolean): Answering {
  if (state.entries[at] === undefined) return state;
  return { ...state, page: "question", at, fromReview, field: opensAsField(state.ask, at) ? "other" : null, scroll: 0 };
}

function toReview(state: Answering): Answering {
  const open = openQuestions(state)[0];
  return {
    ...state,
    page: "review",
    field: null,
    fromReview: false,
    reviewRow: open ?? state.ask.questions.length + 1,
    scroll: 0,
  };
}

function enterReview(state: Answering): Answering {
  const count = state.ask.questions.length;
  if (state.reviewRow < count) return go(state, state.reviewRow, true);
  return state.reviewRow === count ? { ...state, field: "comment" } : send(state);
}

function skipQuestion(state: Answering): Answering {
  if (state.page !== "question") return state;
  if (state.ask.kind === "approval") return refuse(state, "An approval cannot be skipped. Allow, deny, or decline.");
  if (state.ask.questions.length === 1 && !state.fromReview) return { ...state, field: null, asking: "skip" };
  return done({ ...withEntry(state, skip(current(state).entry)), field: null });
}

function skipInReview(state: Answering, question: number | undefined): Answering {
  if (question === undefined || state.entries[question] === undefined || state.ask.kind === "approval") return state;
  const entries = state.entries.map((entry, index) => (index === question ? skip(entry) : entry));
  return toReview({ ...state, entries });
}

function whileAsking(state: Answering, event: AnsweringEvent): Answering {
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
  if (note.length > maxLength)
    return refuse(state, `A note holds ${maxLength} characters; with these words it has ${note.length}.`);
  return send(withEntry(settled, { ...entry, note: toField(note) }));
}

function openDecline(state: Answering): Answering {
  if (state.page === "decline") return state;
  return { ...state, page: "decline", declineFrom: state.page, declineRow: 0, field: null, scroll: 0 };
}

function keepAnswering(state: Answering): Answering {
  return state.declineFrom === "review" ? toReview(state) : go(state, state.at, state.fromReview);
}

function declined(state: Answering): Answering {
  const reason = state.reason.text.trim();
  const wanted = state.field === "reason" || state.declineRow === 2;
  return { ...state, end: { type: "declined", ...(wanted && reason !== "" ? { reason } : {}) } };
}

function send(state: Answering): Answering {
  const open = openQuestions(state);
  const first = open[0];
  if (first !== undefined) {
    const words = open.length === 1 ? "1 question still open." : `${open.length} questions still open.`;
    return refuse({ ...toReview(state), reviewRow: first }, words);
  }
  const comment = state.comment.text.trim();
  const answers = state.ask.questions.flatMap((question, index) => {
    const entry = state.entries[index];
    const given = entry === undefined ? null : toQuestionAnswer(state.ask, question, entry);
    return given === null ? [] : [given];
  });
  return { ...state, end: { type: "submitted", answers, ...(comment === "" ? {} : { comment }) } };
}
