import {
  type Answering,
  type Ask,
  cleanLine,
  type Outcome,
  toAnswerText,
  toHeaderName,
  toLocalTime,
  toPlaceText,
  unsentText,
} from "@yourcall/core";
import type { Glyphs } from "../screen/glyphs.ts";
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
  const { glyphs, width } = context;
  const names = ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ");
  switch (outcome.status) {
    case "answered": {
      const lines = outcome.answers.flatMap((answer, index) => {
        const notes = answer.notes === undefined ? "" : `  (note: ${cleanLine(answer.notes)})`;
        const text = `${toHeaderName(ask, index)}: ${toAnswerText(ask, index, answer)}${notes}`;
        return hangLines([span(`${glyphs.check} `, "success")], wrapLine(text, width - 3));
      });
      if (outcome.comment !== undefined)
        lines.push(...indentLines(wrapLine(`comment: ${cleanLine(outcome.comment)}`, width - 3, "muted")));
      const unsent = unsentWords(context);
      if (context.elsewhere !== true)
        return unsent === "" ? lines : [...lines, ...indentLines(wrapLine(unsent, width - 3, "warning"))];
      const who = `answered ${toPlaceText(outcome.by)} at ${toTime(outcome.at)}`;
      const typing = unsent === "" ? "." : `, while you were typing. ${unsent}`;
      return [...lines, ...indentLines(wrapLine(`${who}${typing}`, width - 3, "secondary"))];
    }
    case "declined": {
      const why = outcome.reason === undefined ? "" : ` ("${cleanLine(outcome.reason)}")`;
      const where = context.elsewhere === true ? ` ${toPlaceText(outcome.by)} at ${toTime(outcome.at)}` : "";
      // The reason was sent only if the outcome contains it.
      const said = outcome.reason !== undefined && context.elsewhere !== true ? ["reason"] : [];
      return withUnsent(wrapLine(`${glyphs.dash} ${names}: declined${where}${why}.`, width - 1), context, said);
    }
    case "cancelled": {
      // The outcome does not say who withdrew it; only an open prompt knows that it was its agent.
      const who = context.state === undefined ? "" : " by the agent";
      return withUnsent(
        wrapLine(`${glyphs.dash} ${names}: withdrawn${who} at ${toTime(outcome.at)}.`, width - 1),
        context,
      );
    }
    case "expired":
      return expired(ask, outcome.at, context);
  }
}

function expired(ask: Ask, at: string, context: EndingContext): Line[] {
  const { glyphs, width } = context;
  const chip = `${glyphs.topLeft}${glyphs.horizontal} ${toHeaderName(ask, 0)} ${glyphs.horizontal}${glyphs.topRight}  expired ${toTime(at)}`;
  const dim = (text: string): Line => cutLine([span(text, "dim")], width - 1);
  const questions = ask.questions.flatMap((question) => wrapLine(cleanLine(question.question), width - 4, "dim"));
  const said = `! Expired${context.after === undefined ? "" : ` after ${context.after}`}. Nothing was answered for you.`;
  return withUnsent(
    [
      dim(chip),
      ...questions.map((line): Line => [span(`${glyphs.rail}  `, "dim"), ...line]),
      dim(glyphs.bottomLeft + glyphs.horizontal.repeat(Math.max(1, width - 2))),
      ...wrapLine(said, width - 1, "warning"),
    ],
    context,
  );
}

function withUnsent(lines: Line[], context: EndingContext, sent: readonly string[] = []): Line[] {
  const unsent = unsentWords(context, true, sent);
  return unsent === "" ? lines : [...lines, ...indentLines(wrapLine(unsent, context.width - 3, "warning"))];
}

/** `Not sent: Other "DuckDB"`: unsent text, so that it can still be copied. */
function unsentWords(
  context: EndingContext,
  everything = context.elsewhere === true,
  sent: readonly string[] = [],
): string {
  const texts = typedTexts(context.state, everything).filter(({ name }) => !sent.includes(name));
  return texts.length === 0
    ? ""
    : `Not sent: ${texts.map(({ name, text }) => `${name} "${cleanLine(text)}"`).join(", ")}`;
}

/** Everything a person has typed, or only what the answer leaves out. */
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
    );
  return texts.filter(({ text }) => text !== "");
}
