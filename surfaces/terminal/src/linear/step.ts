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

/** The state of the linear prompt. */
export interface Linear {
  state: Answering;
  /** Options given in one line with `o`; they are chosen once the text is given. */
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

export function after(state: Answering, ...events: AnsweringEvent[]): Answering {
  return events.reduce(answer, state);
}

/** The current question of `before` was answered or skipped. If the machine refused, nothing changes. */
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
