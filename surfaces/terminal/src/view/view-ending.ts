import { type Answering, type Ask, cleanLine, type Outcome, toAnswerText, toHeaderName } from "@yourcall/core";
import {
  askedOf,
  awaitingReply,
  saidBeside,
  toLocalTime,
  toPlaceText,
  toQuestionLine,
  unsentText,
} from "@yourcall/core/internal";
import type { Glyphs } from "../screen/glyphs.ts";
import type { StyleName } from "../screen/theme.ts";
import { cutLine, hangLines, indentLines, type Line, span, wrapLine } from "../text/styled-line.ts";

/** How and where an ask ended. */
export interface EndingContext {
  width: number;
  glyphs: Glyphs;
  /** The person's own state, for text that was not sent; undefined if the ask was not shown here. */
  state?: Answering;
  /** Another surface, or the asker, ended it. */
  elsewhere?: boolean;
  /** After an expiry: how long the ask was open, in words. */
  after?: string;
}

const toTime = (iso: string) => toLocalTime(iso, Date.now());

/** The lines that stay in the scrollback after the prompt. */
export function viewEnding(ask: Ask, outcome: Outcome, context: EndingContext): Line[] {
  const { elsewhere = false, width } = context;
  const texts = unsentTexts(context.state, outcome, elsewhere).map(({ name, text }) => `${name} "${cleanLine(text)}"`);
  const unsent = texts.length === 0 ? "" : `Not sent: ${texts.join(", ")}`;
  const lines = outcomeLines(ask, outcome, context);
  const below = (words: string, style: StyleName) => [...lines, ...indentLines(wrapLine(words, width - 3, style))];
  if (outcome.status !== "answered" || !elsewhere) return unsent === "" ? lines : below(unsent, "warning");
  const typing = unsent === "" ? "." : `, while you were typing. ${unsent}`;
  return below(`answered ${toPlaceText(outcome.by)} at ${toTime(outcome.at)}${typing}`, "secondary");
}

/** How an ask has ended elsewhere, for somebody who is still typing in it. */
export function toEndedText(outcome: Outcome): string {
  const at = toTime(outcome.at);
  const unsent = "What you type is not sent.";
  if (outcome.status === "answered") return `Answered ${toPlaceText(outcome.by)} at ${at}. ${unsent}`;
  if (outcome.status === "declined") {
    const how = outcome.asked === undefined ? "Declined" : "The agent was asked something";
    return `${how} ${toPlaceText(outcome.by)} at ${at}. ${unsent}`;
  }
  return `${outcome.status === "expired" ? "Expired" : "Withdrawn by the agent"} at ${at}. ${unsent}`;
}

function outcomeLines(ask: Ask, outcome: Outcome, context: EndingContext): Line[] {
  const { glyphs, width } = context;
  const names = ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ");
  switch (outcome.status) {
    case "answered": {
      const lines = outcome.answers.flatMap((answer, index) => {
        const beside = saidBeside(answer).map((words) => `  (${words})`);
        const text = `${toHeaderName(ask, index)}: ${toAnswerText(ask, index, answer)}${beside.join("")}`;
        const mark = answer.skipped === true ? span(`${glyphs.dash} `) : span(`${glyphs.check} `, "success");
        return hangLines([mark], wrapLine(text, width - 3));
      });
      if (outcome.comment === undefined) return lines;
      return [...lines, ...indentLines(wrapLine(`comment: ${cleanLine(outcome.comment)}`, width - 3, "muted"))];
    }
    case "declined": {
      if (outcome.asked !== undefined) return askedLines(names, outcome.asked, outcome, context);
      const why = outcome.reason === undefined ? "" : ` ("${cleanLine(outcome.reason)}")`;
      const where = context.elsewhere === true ? ` ${toPlaceText(outcome.by)} at ${toTime(outcome.at)}` : "";
      return wrapLine(`${glyphs.dash} ${names}: declined${where}${why}.`, width - 1);
    }
    case "cancelled": {
      // The outcome does not say who withdrew it; only an open prompt knows that it was its agent.
      const who = context.state === undefined ? "" : " by the agent";
      return wrapLine(`${glyphs.dash} ${names}: withdrawn${who} at ${toTime(outcome.at)}.`, width - 1);
    }
    case "expired":
      return expiredLines(ask, outcome.at, context);
  }
}

function askedLines(
  names: string,
  asked: string,
  { by, at }: Extract<Outcome, { by: unknown }>,
  { glyphs, width, elsewhere }: EndingContext,
): Line[] {
  // Elsewhere it may be long ago, and the agent has replied.
  const [where, then] = elsewhere === true ? [` ${toPlaceText(by)} at ${toTime(at)}`, ""] : ["", `, ${awaitingReply}`];
  const words = `${names}: asked back${where} ("${cleanLine(asked)}")${then}.`;
  return wrapLine(`${glyphs.dash} ${words}`, width - 1);
}

/** That nobody answered in time, in `after` if the person set a limit. */
export function toExpiredText(after: string | undefined): string {
  return `Expired${after === undefined ? "" : ` after ${after}`}. Nothing was answered for you.`;
}

function expiredLines(ask: Ask, at: string, { glyphs, width, after }: EndingContext): Line[] {
  const { topLeft, topRight, bottomLeft, horizontal } = glyphs;
  const chip = `${topLeft}${horizontal} ${toHeaderName(ask, 0)} ${horizontal}${topRight}  expired ${toTime(at)}`;
  const dim = (text: string): Line => cutLine([span(text, "dim")], width - 1);
  const questions = ask.questions.flatMap((question) => wrapLine(toQuestionLine(question.question), width - 4, "dim"));
  return [
    dim(chip),
    ...questions.map((line): Line => [span(`${glyphs.rail}  `, "dim"), ...line]),
    dim(bottomLeft + horizontal.repeat(Math.max(1, width - 2))),
    ...wrapLine(`! ${toExpiredText(after)}`, width - 1, "warning"),
  ];
}

/** What the person typed that the outcome does not contain, so that it can still be copied. */
export function unsentTexts(state: Answering | undefined, outcome: Outcome, elsewhere: boolean) {
  if (elsewhere) return typedTexts(state, true);
  // What is filled in belongs to the ask that replies.
  if (askedOf(outcome) !== undefined) return [];
  return typedTexts(state, outcome.status !== "answered").filter(({ text }) => !hasReached(outcome, text));
}

// Whether the text was sent as a note or a reason.
function hasReached(outcome: Outcome, text: string): boolean {
  if (outcome.status === "declined") return outcome.reason === text;
  return outcome.status === "answered" && outcome.answers.some(({ notes }) => `\n${notes ?? ""}`.endsWith(`\n${text}`));
}

/** Everything a person has typed, or only what the answer omits. */
export function typedTexts(state: Answering | undefined, everything: boolean): { name: string; text: string }[] {
  if (state === undefined) return [];
  const several = state.ask.questions.length > 1;
  const texts = state.entries.flatMap((entry, index) => {
    const question = state.ask.questions[index];
    const of = several ? `${toHeaderName(state.ask, index)}: ` : "";
    const other = question === undefined ? null : everything ? entry.other.text.trim() : unsentText(question, entry);
    return [
      { name: `${of}Other`, text: other ?? "" },
      { name: `${of}note`, text: everything ? entry.note.text.trim() : "" },
    ];
  });
  if (everything)
    texts.push(
      { name: "comment", text: state.comment.text.trim() },
      { name: "reason", text: state.reason.text.trim() },
      { name: "question", text: state.asked.text.trim() },
      { name: "typed", text: state.line.text.trim() },
    );
  return texts.filter(({ text }) => text !== "");
}
