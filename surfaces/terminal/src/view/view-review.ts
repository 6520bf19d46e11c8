import { type Answering, cleanLine, openQuestions, toAnswerText, toHeaderName, toQuestionAnswer } from "@yourcall/core";
import {
  commentRow,
  countComments,
  denies,
  describePicture,
  isOwnList,
  sendRow,
  unsentText,
} from "@yourcall/core/internal";
import type { Glyphs } from "../screen/glyphs.ts";
import { hangLines, indentLines, type Line, lineWidth, span, wrapLine } from "../text/styled-line.ts";
import { type Block, fieldBlock, type Page, rowStart } from "./page.ts";
import { askedBlock, editedBlock } from "./said-blocks.ts";

/** All answers on one page before they are sent. */
export function reviewPage(state: Answering, width: number, glyphs: Glyphs): Page {
  const count = state.ask.questions.length;
  const open = openQuestions(state).length;
  const blocks = state.ask.questions.map((_, index) => questionBlock(state, index, width, glyphs));
  if (commentRow(state.ask) >= 0) blocks.push(commentBlock(state, width, glyphs));
  const done = isOwnList(state.ask) ? "Continue" : `Send answer${count === 1 ? "" : "s"}`;
  const words = open === 0 ? done : `${open} question${open === 1 ? "" : "s"} still open`;
  const focused = state.reviewRow === sendRow(state.ask);
  const style = open > 0 ? "warning" : focused ? "focus" : "text";
  blocks.push({ lines: [[...rowStart(" ", focused, null, glyphs), span(words, style)]] });
  const asked = askedBlock(state, width, glyphs);
  if (asked === null) return { title: "Review", head: [], blocks, focus: state.reviewRow };
  return {
    title: "Review",
    head: [],
    blocks: [...blocks, asked],
    focus: state.field === "asked" ? blocks.length : state.reviewRow,
  };
}

function commentBlock(state: Answering, width: number, glyphs: Glyphs): Block {
  const focused = state.reviewRow === commentRow(state.ask);
  const start = rowStart(" ", focused, null, glyphs);
  return state.field === "comment" || state.comment.text !== ""
    ? fieldBlock(state, "comment", [...start, span("  Comment: ", "secondary")], width, glyphs)
    : { lines: [[...start, span("+ Add a comment", focused ? "focus" : "secondary")]] };
}

function questionBlock(state: Answering, index: number, width: number, glyphs: Glyphs): Block {
  const question = state.ask.questions[index];
  const entry = state.entries[index];
  if (question === undefined || entry === undefined) return { lines: [] };
  const focused = state.reviewRow === index;
  const answer = toQuestionAnswer(state.ask, question, entry);
  const mark =
    answer === null
      ? span(glyphs.todo, "warning")
      : answer.skipped === true
        ? span(glyphs.dash, "secondary")
        : span(glyphs.check, "success");
  const start = rowStart(String(index + 1), focused, mark, glyphs);
  const said = answer === null ? "still open" : toAnswerText(state.ask, index, answer);
  const text = `${toHeaderName(state.ask, index)}: ${said}`;
  const lines = hangLines(start, wrapLine(text, width - lineWidth(start), focused ? "focus" : "text"));
  const extra: Line[] = [];
  const below = (words: string, style: "muted" | "warning") => {
    extra.push(...indentLines(wrapLine(words, width - lineWidth(start), style), lineWidth(start)));
  };
  if (entry.note.text.trim() !== "") below(`note: ${cleanLine(entry.note.text)}`, "muted");
  for (const picture of answer?.attachments ?? []) below(`picture: ${describePicture(picture)}`, "muted");
  const unsent = unsentText(question, entry);
  // A denial goes without what was changed.
  if (!denies(state.ask, answer?.selectedOptions[0])) extra.push(...(editedBlock(state, width, glyphs)?.lines ?? []));
  if (state.marks.length > 0) below(countComments(state.marks.length), "muted");
  if (unsent !== null) below(`not sent: "${cleanLine(unsent)}"`, "warning");
  return { lines: [...lines, ...extra], short: lines };
}
