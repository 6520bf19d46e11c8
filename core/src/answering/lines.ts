import { denies, toChosenEffect } from "../approval-options.ts";
import { fitText, type TextRule } from "../clean-text.ts";
import { maxEditedLength, maxMarks } from "../limits.ts";
import type { ReviewMark } from "../outcome-schemas.ts";
import { bothReplace, fits, isSamePlace, lengthOf, type Reviewed, toReview, toReviewed } from "../review.ts";
import type { Answering, LineSelection } from "./answering.ts";
import type { AnsweringEvent } from "./answering-event.ts";
import { refuse, send } from "./ending.ts";
import { choose } from "./entry.ts";
import { ruleOf, withCut } from "./field-events.ts";
import { openDecline, withEntry } from "./pages.ts";
import { editText, emptyField, insertText, type TextField, toField } from "./text-field.ts";

// Reviewing a plan or a change line by line: which lines are selected, and what is said about them. Nothing here decides anything
// except `send-review`.

/** What an event does to the review; undefined if it is not about it. */
export function byLines(state: Answering, event: AnsweringEvent): Answering | undefined {
  // Not before it is needed: comparing the lines of a long change takes a moment.
  const opens = event.type === "open-lines" || event.type === "select";
  if (state.page === "decline" || !(opens || state.page === "lines")) return undefined;
  const reviewed = toReviewed(state.ask);
  if (reviewed === undefined) return undefined;
  const { lines } = reviewed;
  if (event.type === "open-lines") return openLines(state, reviewed);
  if (event.type === "select") return select(openLines(state, reviewed), lines, event);
  const { field, selection } = state;
  switch (event.type) {
    case "move":
      return select(state, lines, { from: selection.line + event.by });
    case "first":
      return select(state, lines, { from: 1 });
    case "last":
      return select(state, lines, { from: lines.length });
    case "extend":
      return extend(state, lines, event.by);
    case "enter":
      return field === null ? openField(state, "mark-comment") : { ...state, field: null };
    case "leave-field":
      return { ...state, field: null };
    case "back":
      return { ...state, field: null, ...(field === null ? { page: "question" as const, scroll: 0 } : {}) };
    case "open-decline":
      return openDecline({ ...state, page: "question" });
    case "open":
      return event.field === "mark-comment" || event.field === "replacement"
        ? openField(state, event.field)
        : undefined;
    case "set-text": {
      if (event.field !== "mark-comment" && event.field !== "replacement") return undefined;
      const rule = ruleOf(state, event.field, state.at);
      const { text, cut } = fitText(event.text, rule);
      return cutUnlessRefused(write(state, reviewed, event.field, toField(text)), cut, rule);
    }
    case "insert": {
      if (field !== "mark-comment" && field !== "replacement") return undefined;
      const rule = ruleOf(state, field, state.at);
      const { field: text, cut } = insertText(state.markText, event.text, rule);
      return cutUnlessRefused(write(state, reviewed, field, text), cut, rule);
    }
    case "edit":
      if (field !== "mark-comment" && field !== "replacement") return undefined;
      return write(state, reviewed, field, editText(state.markText, event.edit));
    case "strike": {
      // There is nothing in it to strike out.
      if (reviewed.lines.slice(state.selection.from - 1, state.selection.to).every((line) => line.trim() === ""))
        return state;
      const isStruck = markAt(state)?.replacement === "";
      return put({ ...state, field: null }, reviewed, { replacement: isStruck ? undefined : "" });
    }
    case "remove-mark":
      return removeMark(state);
    case "send-review":
      return sendReview(state, event.effect);
    default:
      return undefined;
  }
}

/** The lines become the page. Marks of a draft that do not fit them are left out. */
function openLines(state: Answering, reviewed: Reviewed): Answering {
  if (state.page === "lines") return state;
  const { lines } = reviewed;
  const marks = toReview(
    state.marks.filter((mark) => fits(mark, lines)),
    reviewed,
  );
  const opened: Answering = { ...state, page: "lines", field: null, scroll: 0, marks };
  return state.selection.quote === "" ? select(opened, lines, { from: state.selection.line }) : opened;
}

function select(
  state: Answering,
  lines: readonly string[],
  { from, to = from, quote }: { from: number; to?: number; quote?: string },
): Answering {
  const within = (line: number) => Math.max(1, Math.min(lines.length, Math.trunc(line) || 1));
  const [anchor, line] = [within(from), within(to)];
  const whole = toSelection(lines, anchor, line);
  const words = { ...whole, quote: quote ?? whole.quote };
  return { ...state, field: null, selection: fits(words, lines) ? words : whole };
}

function extend(state: Answering, lines: readonly string[], by: 1 | -1): Answering {
  const { anchor, line } = state.selection;
  return select(state, lines, { from: anchor, to: line + by });
}

function toSelection(lines: readonly string[], anchor: number, line: number): LineSelection {
  const [from, to] = [Math.min(anchor, line), Math.max(anchor, line)];
  return { anchor, line, from, to, quote: lines.slice(from - 1, to).join("\n") };
}

/** The mark at exactly what is selected. */
export function markAt({ marks, selection }: Answering): ReviewMark | undefined {
  return marks.find((mark) => isSamePlace(mark, selection));
}

function openField(state: Answering, field: "mark-comment" | "replacement"): Answering {
  const mark = markAt(state);
  const text = field === "mark-comment" ? (mark?.comment ?? "") : (mark?.replacement ?? state.selection.quote);
  return { ...state, field, markText: text === "" ? emptyField : toField(text) };
}

// What is typed is in the marks at once, so that a draft has it.
function write(
  state: Answering,
  reviewed: Reviewed,
  field: "mark-comment" | "replacement",
  markText: TextField,
): Answering {
  const { text } = markText;
  const change =
    field === "mark-comment"
      ? { comment: text === "" ? undefined : text }
      : { replacement: text === state.selection.quote ? undefined : text };
  const written = put(state, reviewed, change);
  return written.notice === state.notice ? { ...written, markText } : written;
}

/** Says this about what is selected. A replacement takes the place of others that it contradicts. */
function put(state: Answering, reviewed: Reviewed, change: Partial<ReviewMark>): Answering {
  const { from, to, quote } = state.selection;
  const mark = withoutUnset({ ...(markAt(state) ?? { from, to, quote }), ...change });
  const others = state.marks.flatMap((other) => {
    if (isSamePlace(other, mark)) return [];
    if (!bothReplace(other, mark, reviewed.lines)) return [other];
    return other.comment === undefined ? [] : [withoutUnset({ ...other, replacement: undefined })];
  });
  const isEmpty = mark.comment === undefined && mark.replacement === undefined;
  const marks = isEmpty ? others : toReview([...others, mark], reviewed);
  const isMore = marks.length > state.marks.length || change.comment !== undefined || change.replacement !== undefined;
  if (isMore && (marks.length > maxMarks || lengthOfAll(marks) > maxEditedLength))
    return refuse(state, { code: "review-too-long" });
  return { ...state, marks };
}

function lengthOfAll(marks: readonly ReviewMark[]): number {
  return marks.reduce((sum, mark) => sum + lengthOf(mark), 0);
}

function withoutUnset({ comment, replacement, ...place }: ReviewMark): ReviewMark {
  return {
    ...place,
    ...(comment === undefined ? {} : { comment }),
    ...(replacement === undefined ? {} : { replacement }),
  };
}

// One mark at a time: the one at exactly what is selected, or the last that touches it.
function removeMark(state: Answering): Answering {
  const { from, to } = state.selection;
  const touching = state.marks.filter((mark) => mark.from <= to && mark.to >= from);
  const removed = markAt(state) ?? touching.at(-1);
  return removed === undefined
    ? state
    : { ...state, field: null, marks: state.marks.filter((mark) => mark !== removed) };
}

/**
 * Denies with the comments, or allows once with them. Without comments nothing is sent. If the host has several choices with this
 * effect, the person takes one of them.
 */
function sendReview(state: Answering, effect: "deny" | "allow-once"): Answering {
  if (state.marks.length === 0) return refuse(state, { code: "nothing-marked" });
  const { ask } = state;
  const [question] = ask.questions;
  const [entry] = state.entries;
  const rows = (question?.options ?? []).flatMap(({ label }, row) => {
    const isMeant =
      effect === "deny" ? denies(ask, label) : toChosenEffect(ask, [{ selectedOptions: [label] }]) === effect;
    return isMeant ? [row] : [];
  });
  const [row] = rows;
  if (entry === undefined || row === undefined) return state;
  const closed: Answering = { ...state, field: null, page: "question", scroll: 0 };
  const chosen = withEntry(closed, choose(entry, row), 0);
  if (rows.length > 1) return withEntry(closed, { ...entry, focus: row }, 0);
  const sent = send(chosen);
  return sent.end === null ? { ...state, notice: sent.notice } : sent;
}

function cutUnlessRefused(state: Answering, count: number, { maxLength }: TextRule): Answering {
  return state.notice === null ? withCut(state, count, maxLength) : state;
}
