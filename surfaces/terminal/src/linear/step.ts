import {
  type Answering,
  type AnsweringEvent,
  answer,
  cleanLine,
  current,
  type FieldName,
  isAnswered,
  otherRow,
} from "@yourcall/core";
import { fieldOf, isGivenOther, unsentText } from "@yourcall/core/internal";
import { toNoticeText } from "../notice-text.ts";
import { toAnswerLine } from "./words.ts";

/** The state of the linear prompt. */
export interface Linear {
  state: Answering;
  /** Options given on the same line as `o`; they are chosen once the text is given. */
  withWords: readonly number[];
}

/** The result of a line, and what to say about it before the next request. */
export interface Step {
  linear: Linear;
  said: string[];
}

export function step(state: Answering, ...said: string[]): Step {
  return { linear: { state, withWords: [] }, said };
}

function after(state: Answering, ...events: AnsweringEvent[]): Answering {
  return events.reduce(answer, state);
}

/** The step after the current question of `before` was answered or skipped. If the machine refused, nothing changes. */
export function settled(before: Answering, state: Answering): Step {
  if (state.notice !== null) return step(before, toNoticeText(state.notice));
  if (state.asking === "also-wrote")
    return step(state, `You also wrote "${cleanLine(current(state).entry.other.text)}".`);
  const said = toAnswerLine(state, before.at);
  if (state.end !== null) return step(state, said);
  const entry = state.entries[before.at];
  const unsent = entry === undefined ? null : unsentText(current(before).question, entry);
  return step(state, `${said} Saved.`, ...(unsent === null ? [] : [`Not sent: "${cleanLine(unsent)}".`]));
}

/** An empty line on an answered question keeps the answer and continues. Null if there is no answer. */
export function keepAnswer(state: Answering): Step | null {
  const { question, entry } = current(state);
  if (!isAnswered(state.ask, question, entry)) return null;
  const next = after(state, { type: "leave-field" }, state.fromReview ? { type: "review" } : { type: "next" });
  return step(next, `${toAnswerLine(state, state.at)} Kept.`);
}

/** Why an empty line does not answer this question. */
export function whatIsMissing(state: Answering): string {
  const { question, entry } = current(state);
  if (entry.note.text.trim() !== "")
    return state.ask.kind === "approval"
      ? "A note needs a choice."
      : "A note needs a choice, your own words, or s to skip.";
  return question.options.length === 0 ? "Nothing written yet." : "Nothing chosen yet.";
}

/** Opens this field, so that the next line goes into it. */
export function openField(state: Answering, field: FieldName): Step {
  const next = answer(state, { type: "open", field });
  const now = cleanLine(fieldOf(next, field).text);
  if (now === "") return step(next);
  const remove = field === "other" || field === "edited" ? "." : "; a single - removes it.";
  return step(next, `Now: "${now}". An empty line keeps it${remove}`);
}

/**
 * A line for a note, the comment or the reason. An empty line changes nothing, except that an empty reason declines: the person
 * has already said `y`.
 */
export function writeField(state: Answering, field: Exclude<FieldName, "other">, text: string): Step {
  if (field === "picture") {
    const next = answer(answer(state, { type: "set-text", field, text }), {
      type: text === "" ? "leave-field" : "enter",
    });
    return step(next, next.adding === null ? "Nothing added." : "Adding it.");
  }
  const name = field === "note" ? "Note" : field === "asked" ? "Question" : field === "edited" ? "Change" : "Comment";
  const before = fieldOf(state, field).text;
  if (field !== "reason" && text === "")
    return step(answer(state, { type: "leave-field" }), before === "" ? "Nothing written." : `${name} kept.`);
  const removing = field !== "reason" && field !== "edited" && text === "-" && before !== "";
  const written = answer(state, { type: "set-text", field, text: removing ? "" : text });
  if (written.notice !== null) return step(state, toNoticeText(written.notice));
  const next = answer(written, { type: removing ? "leave-field" : "enter" });
  return field === "reason" || next.end !== null
    ? step(next)
    : step(next, removing ? `${name} removed.` : `${name} saved.`);
}

/** A line for Other, or for a question without options. */
export function writeWords({ state, withWords }: Linear, text: string): Step {
  const { question, entry } = current(state);
  const allWords = question.options.length === 0;
  const words = text === "" && !allWords ? entry.other.text.trim() : text;
  if (words === "" && isGivenOther(state.ask, question)) return chooseGivenOther(state, withWords);
  if (words === "") {
    const left = answer(state, { type: "leave-field" });
    return allWords ? (keepAnswer(state) ?? step(left, whatIsMissing(state))) : step(left, "Nothing written.");
  }
  const written = answer(state, { type: "set-text", field: "other", text: words });
  // Never send half of a text.
  if (written.notice !== null) return { linear: { state, withWords }, said: [toNoticeText(written.notice)] };
  const several = question.multiSelect && !allWords;
  const ready = several ? pickRows(answer(written, { type: "leave-field" }), withWords, true) : written;
  return settled(state, answer(ready, { type: "enter" }));
}

// An "Other" that the agent listed itself answers with its label if there is no text.
function chooseGivenOther(state: Answering, withWords: readonly number[]): Step {
  const { question } = current(state);
  if (!question.multiSelect) return settled(state, answer(state, { type: "enter" }));
  const left = answer(state, { type: "leave-field" });
  const ready = pickRows(left, [...withWords, otherRow(state.ask, question)], false);
  return settled(state, after(ready, { type: "leave-field" }, { type: "enter" }));
}

/** Ticks these rows in this order, Other if there is text, and nothing else. */
export function pickRows(state: Answering, rows: readonly number[], ownWords: boolean): Answering {
  const { question, entry } = current(state);
  const other = otherRow(state.ask, question);
  const gone = entry.picked.filter((row) => !(ownWords && row === other));
  const words = ownWords && !entry.picked.includes(other) ? [other] : [];
  const events = [...gone, ...rows, ...words].map((row): AnsweringEvent => ({ type: "pick", row }));
  return after(state, ...events);
}
