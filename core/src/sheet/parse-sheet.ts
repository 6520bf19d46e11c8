import { isAddedDeny } from "../approval-options.ts";
import type { Ask, QuestionAnswer } from "../schemas.ts";
import { type SheetError, toUnmarkedLines } from "./mark-sheet-errors.ts";
import { readSection, readTop } from "./read-section.ts";
import { checkLength, settleQuestion } from "./settle-question.ts";
import { type SheetQuestion, toSheetQuestions } from "./sheet-question.ts";
import { type SplitSheet, splitSheet } from "./split-sheet.ts";

/** What an edited sheet says. */
export interface ParsedSheet {
  /** One per question, in the ask's order; empty with errors or when declined. */
  answers: QuestionAnswer[];
  comment?: string;
  declined?: { reason?: string };
  /** In the order of their lines. With any, nothing may be sent. */
  errors: SheetError[];
}

/**
 * Reads an edited sheet of the ask. Without errors it is declined, or every question is answered or skipped and
 * `checkAnswers` accepts the answers. A sheet in which no question was touched is an error, whatever else was written.
 * In a text with several sheets the first is read, or the one of the id.
 */
export function parseSheet(text: string, ask: Ask, options: { id?: string } = {}): ParsedSheet {
  const lines = toUnmarkedLines(text);
  if (lines.every((line) => line.trim() === ""))
    return toFaulty([{ line: 1, message: "The sheet is empty, so nothing is sent." }]);
  const questions = toSheetQuestions(ask);
  const split = splitSheet(lines, questions.length, options.id);
  const missing = questions.filter((question) => !split.sections.has(question.number));
  const top = readTop(split.top, questions, missing);
  const read = questions.flatMap((question) => {
    const place = split.sections.get(question.number);
    if (place === undefined) return [];
    const section = readSection(place.lines, question, questions, missing);
    return [{ section, settled: settleQuestion(question, place.heading, section) }];
  });
  const prose = [...top.prose, ...read.flatMap(({ section }) => section.prose)].sort((a, b) => a.line - b.line);
  const written = [...prose, ...(split.comment === undefined ? [] : [split.comment])];
  const comment = written.map((words) => words.text).join("\n");
  const tooLong = checkLength("The comment", written.at(-1)?.line ?? 1, comment.length);

  if (top.declined !== undefined) {
    const reason = top.declined.text;
    const errors = [...checkLength("The reason", top.declined.line, reason.length), ...tooLong];
    if (errors.length > 0) return toFaulty(errors);
    return { answers: [], declined: reason === "" ? {} : { reason }, ...toCommentField(comment), errors: [] };
  }

  const faults = [
    ...split.errors,
    ...toMissingErrors(split, missing),
    ...top.errors,
    ...tooLong,
    ...read.flatMap(({ settled }) => ("errors" in settled ? settled.errors : [])),
  ];
  const untouched = read.flatMap(({ settled }) => ("untouched" in settled ? [settled.untouched] : []));
  if (faults.length === 0 && untouched.length === questions.length) {
    const wrote = comment !== "" || read.some(({ section }) => section.notes.length > 0);
    const message = wrote
      ? "No question is answered yet, so nothing is sent. A comment or a note alone is not an answer."
      : "Nothing has changed yet, so nothing is sent.";
    return toFaulty([{ line: Math.min(...untouched.map(({ line }) => line)), message }]);
  }
  if (faults.length + untouched.length > 0) return toFaulty([...faults, ...untouched]);
  const answers = read.flatMap(({ settled }) => ("answer" in settled ? [settled.answer] : []));
  const [only] = answers;
  if (only !== undefined && isAddedDeny(ask, only.selectedOptions[0]))
    return { answers: [], declined: { reason: only.notes }, ...toCommentField(comment), errors: [] };
  return { answers, ...toCommentField(comment), errors: [] };
}

function toFaulty(errors: SheetError[]): ParsedSheet {
  return { answers: [], errors: errors.sort((a, b) => a.line - b.line) };
}

function toCommentField(comment: string): { comment?: string } {
  return comment === "" ? {} : { comment };
}

function toMissingErrors(split: SplitSheet, missing: SheetQuestion[]): SheetError[] {
  if (split.unread) return [];
  return missing.map(({ number, name }) => ({
    line: split.first,
    message: `Question ${number} (${name}) is missing. Undo, or put "## ${number}" and its lines back.`,
  }));
}
