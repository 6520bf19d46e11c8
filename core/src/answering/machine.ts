/**
 * The answering machine: the only place where moving, picking, typing, skipping, noting, going back, reviewing, sending and
 * declining are decided. Pure; surfaces turn keys, clicks and lines into events and show the state.
 *
 *   page      event            leads to
 *   question  enter, digit     choose; alone: also-wrote? skip? → submitted · from review: review · else next question, review
 *   question  pick, toggle-all choose or tick, and stay; a pick that names its question brings that one to the front
 *   question  pick, digit 0    None of these: clears every tick; ticking another row clears it
 *   question  take-line        confirm: y, yes, n, no, or the focused row if the line is empty → submitted; else a notice
 *   question  leave-line       confirm: the line emptied, the other row focused. It has no note, skip or review
 *   question  Other            its field opens; an option "Other" is chosen with its label until there is text
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
 *   any       ask-back, open   the field for a question to the agent, if it can ask again → enter, ask-back → declined with `asked`
 *   question  open edited      an approval whose host accepts a change: what would run, to be changed; then it can only be allowed once
 *   any       open-lines       an approval of a plan or a change: its lines, to be commented on, struck out, replaced; `select` opens them too
 *   lines     send-review      deny, or allow once, with the comments → submitted; without comments a notice. back → question
 *   question  open picture     the path of a picture, if the surface can add one → enter: the surface is asked to add it (`adding`)
 *   any       attach, detach   a picture with the answer to that question, or without; sending waits while one is being added
 *   any       fill             the questions filled from a sheet, review
 *   asking    enter            `skip`: skipped, submitted · `also-wrote`: submitted without those words
 *   asking    add-as-note      `also-wrote`: submitted with the words as a note (so does opening the note)
 *   asking    back             the page as it was before; `skip` also accepts open-decline
 *   any       seen             an approval may be allowed; before it, whatever would submit an allow is refused (`not-seen`)
 *   any       refused          no end, with the reason as a notice; everything chosen and typed is kept
 *   any       reopened         no end, no notice, no help, nothing asked
 *
 * `submitted` is reached only through an `enter`, `take-line`, `digit`, `send`, `send-review`, a `pick` on Send or an `add-as-note` that a person made,
 * with every question chosen, written or skipped. After an end only `refused` and `reopened` change anything. Help and
 * `asking` block every other event except those that bring whole texts or pictures (`fill`, `set-text`, `attach`), which close them: these
 * must not get lost.
 */
import { type Answering, current } from "./answering.ts";
import type { AnsweringEvent, KeyEvent } from "./answering-event.ts";
import {
  askedBack,
  asksFirst,
  declined,
  done,
  refuse,
  refused,
  reopened,
  send,
  skipInReview,
  skipQuestion,
  whileAsking,
} from "./ending.ts";
import { choose, toggle, toggleAll } from "./entry.ts";
import { openField, setText } from "./field-events.ts";
import {
  back,
  focusOn,
  focusRow,
  go,
  inFront,
  keepAnswering,
  move,
  next,
  openDecline,
  toReview,
  withEntry,
} from "./pages.ts";
import { commentRow, isGivenOther, isRow, noneRow, otherRow, sendRow } from "./rows.ts";

/**
 * One step, for a surface that shows all questions at once, in fields and buttons of a browser. It ignores events that
 * only keys cause, so that a page that embeds a card carries only the code that the card can use. For a card that also reviews a plan
 * or a change line by line, or takes pictures, `more` has `byLines` or `byPictures`, whose code a page can load later.
 */
export function answerOnCard(state: Answering, event: AnsweringEvent, more: readonly ByMore[] = []): Answering {
  return step(state, event, (same) => same, more);
}

/** Handles the events that only keys cause. */
export type ByKeys = (state: Answering, event: KeyEvent) => Answering;

/** Handles some events, and returns undefined for all others. */
type ByMore = (state: Answering, event: AnsweringEvent) => Answering | undefined;

/** One step. Returns the same state if the event means nothing in it. */
export function step(state: Answering, event: AnsweringEvent, keys: ByKeys, more: readonly ByMore[]): Answering {
  if (event.type === "refused") return refused(state, event.message);
  if (event.type === "reopened") return reopened(state);
  if (event.type === "seen") return state.seen ? state : { ...state, seen: true };
  if (state.end !== null) return state;
  if (
    (state.help || state.asking !== null) &&
    (event.type === "fill" || event.type === "set-text" || event.type === "attach")
  )
    return step({ ...state, help: false, asking: null }, event, keys, more);
  if (state.help) return event.type === "scroll" ? keys(state, event) : { ...state, help: false, scroll: 0 };
  const fresh = state.notice === null ? state : { ...state, notice: null };
  if (fresh.asking !== null) return whileAsking(fresh, event);
  for (const by of more) {
    const handled = by(fresh, event);
    if (handled !== undefined) return handled;
  }
  switch (event.type) {
    case "open-lines":
    case "select":
    case "extend":
    case "strike":
    case "remove-mark":
    case "send-review":
    case "attach":
    case "detach":
    case "adding":
    case "not-attached":
    case "add-as-note":
      return fresh;
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
        ? withEntry(fresh, toggleAll(fresh.ask, current(fresh).question, current(fresh).entry))
        : fresh;
    case "open":
      return event.field === "other" || event.field === "note"
        ? inFront(fresh, event.question, (state) => openField(state, event.field))
        : openField(fresh, event.field);
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
    case "ask-back":
      return fresh.field === "asked" ? askedBack(fresh) : openField(fresh, "asked");
    case "send":
      return fresh.page === "question" && asksFirst(fresh)
        ? { ...fresh, field: null, asking: "also-wrote" }
        : send(fresh);
    default:
      return keys(fresh, event);
  }
}

function enter(state: Answering): Answering {
  if (state.field === "note" || state.field === "edited") return { ...state, field: null };
  if (state.field === "comment") return toReview(state);
  if (state.field === "reason") return declined(state);
  if (state.field === "asked") return askedBack(state);
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
  return typed || isGivenOther(state.ask, question)
    ? done(withEntry(state, choose(entry, other)))
    : refuse(state, { code: "other-empty" });
}

// On the review only Space acts as Enter: a click on an option, which names its row, must never hit Send.
function pick(state: Answering, { row, question }: { row?: number; question?: number }): Answering {
  if (state.page === "review" && row === undefined && question === undefined) return enterReview(state);
  return inFront(state, question, (front) => pickRow(front, row));
}

function pickRow(state: Answering, row?: number): Answering {
  if (state.page !== "question") return state;
  const { question, entry } = current(state);
  const target = row ?? entry.focus;
  if (!isRow(state.ask, question, target)) return state;
  const chosen = question.multiSelect ? toggle(state.ask, question, entry, target) : choose(entry, target);
  if (target !== otherRow(state.ask, question) || entry.other.text.trim() !== "")
    return { ...withEntry(state, chosen), field: null };
  if (!state.settings.otherAtOnce && !isGivenOther(state.ask, question))
    return { ...withEntry(state, { ...entry, focus: target }), field: "other" };
  return { ...withEntry(state, chosen), field: chosen.picked.includes(target) ? "other" : null };
}

function digit(state: Answering, number: number): Answering {
  if (state.page === "review")
    return number >= 1 && number <= state.ask.questions.length ? go(state, number - 1, true) : state;
  if (state.page !== "question") return state;
  const { question, entry } = current(state);
  const row = number === 0 ? noneRow(state.ask, question) : number - 1;
  const other = otherRow(state.ask, question);
  if (!isRow(state.ask, question, row) || (number !== 0 && row === noneRow(state.ask, question))) return state;
  // A digit must not approve anything: it only shows where Enter would land.
  if (state.ask.kind === "approval") return focusRow(state, row);
  if (question.multiSelect) return pickRow(state, row);
  if (row === other) return { ...withEntry(state, { ...entry, focus: row }), field: "other" };
  return done(withEntry(state, choose(entry, row)));
}

function enterReview(state: Answering): Answering {
  if (state.reviewRow === commentRow(state.ask)) return { ...state, field: "comment" };
  return state.reviewRow === sendRow(state.ask) ? send(state) : go(state, state.reviewRow, true);
}
