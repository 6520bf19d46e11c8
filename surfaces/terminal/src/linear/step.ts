import {
  type Answering,
  type AnsweringEvent,
  answer,
  cleanLine,
  current,
  isAnswered,
  unsentText,
} from "@yourcall/core";
import { toNoticeText } from "../notice-text.ts";
import { toAnswerLine } from "./words.ts";

/** Where the linear prompt stands. */
export interface Linear {
  state: Answering;
  /** Options that were named in one line with `o`; they are chosen when the words have come. */
  withWords: readonly number[];
}

/** Where a line led, and what is said about it before the next request. */
export interface Step {
  linear: Linear;
  said: string[];
}

export function step(state: Answering, ...said: string[]): Step {
  return { linear: { state, withWords: [] }, said };
}

export function after(state: Answering, ...events: AnsweringEvent[]): Answering {
  return events.reduce(answer, state);
}

/** The question in front of `before` was answered or skipped. Where the machine says why not, all stays as it was. */
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

/** An empty line on a question that has its answer leaves it as it is and goes on. Null where there is none. */
export function keepAnswer(state: Answering): Step | null {
  const { question, entry } = current(state);
  if (!isAnswered(state.ask, question, entry)) return null;
  const next = after(state, { type: "leave-field" }, state.fromReview ? { type: "review" } : { type: "next" });
  return step(next, `${toAnswerLine(state, state.at)} Kept.`);
}

/** Why an empty line is no answer to this question. */
export function whatIsMissing(state: Answering): string {
  const { question, entry } = current(state);
  if (entry.note.text.trim() !== "")
    return state.ask.kind === "approval"
      ? "A note needs a choice."
      : "A note needs a choice, your own words, or s to skip.";
  return question.options.length === 0 ? "Nothing written yet." : "Nothing chosen yet.";
}
