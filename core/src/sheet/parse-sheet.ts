import { canAskBack } from "../answering/rows.ts";
import { isAddedDeny } from "../approval-options.ts";
import { toEditable } from "../edited-input.ts";
import type { QuestionAnswer, ReviewMark } from "../outcome-schemas.ts";
import { reviewFaults, toReviewed } from "../review.ts";
import type { Ask } from "../schemas.ts";
import { toMarksText } from "../texts/review-text.ts";
import { toFaultText } from "../words/fault-text.ts";
import { type EditedCall, readEdited, toEditBlock, withEdited } from "./edit-block.ts";
import { type SheetError, toUnmarkedLines } from "./mark-sheet-errors.ts";
import {
  checkLength,
  readAnswer,
  type SheetAnswer,
  toNotes,
  toProgressText,
  toUnansweredMessage,
} from "./read-answer.ts";
import { readReview } from "./read-review.ts";
import { readSection, readTop, type Section } from "./read-section.ts";
import { reviewBlock } from "./render-review.ts";
import { type SheetQuestion, toSheetQuestions } from "./sheet-question.ts";
import { type SplitSheet, splitSheet } from "./split-sheet.ts";
import { findUnseen, type SeenLines } from "./unseen-lines.ts";

/** What an edited sheet says. */
export interface ParsedSheet {
  /** One per question, in the ask's order; empty with errors or when declined. */
  answers: QuestionAnswer[];
  comment?: string;
  /** A decline carries one text, so a comment is part of the reason, or of what the agent is asked. */
  declined?: { reason?: string; asked?: string };
  /** What was written about lines of the plan or the change, if the ask has one. It is in the answer too. */
  review?: ReviewMark[];
  /** The pictures to add, by the index of their question: they are added before the sheet is sent. */
  files?: { question: number; path: string; line: number }[];
  /** In the order of their lines. If there are any, nothing may be sent. */
  errors: SheetError[];
  /** The questions that keep the choice of the prompt, by their index, each with its note. Only with `opened`. */
  kept?: { question: number; note: string }[];
  /** The call as the person left it, if they may change it. Only with `opened`; otherwise it is part of the answer. */
  edited?: string;
}

/** A sheet that is being edited: what it would send, and the progress of each question. */
interface CheckedSheet extends ParsedSheet {
  /** By the line of the question's heading, what is left below it: `2 left, keep one`. */
  progress: { line: number; text: string }[];
}

interface ParseSheetOptions {
  /** The ask's id: in a text with several sheets, the one to read. */
  id?: string;
  /**
   * The sheet as it was opened inside a prompt, which shows a review before anything is sent. A question that has not
   * changed since keeps the choice of the prompt: it has no answer here, and that is not an error.
   */
  opened?: string;
  /**
   * What has been on the person's screen: an approval is allowed only after all of it was. A host that cannot know leaves this
   * out, and its sheets can only deny; `canAllow` of `renderSheet` must then be false.
   */
  seen?: SeenLines;
}

/**
 * Reads an edited sheet of the ask. Without errors it is declined, or every question is answered or skipped and
 * `checkAnswers` accepts the answers. A sheet in which no question was touched is an error, whatever else was written.
 * In a text with several sheets, the first is read, or the one with the given id.
 *
 * @example
 * const { answers, declined, errors } = parseSheet(renderSheet(ask), ask);
 * for (const { line, message } of errors) console.error(`line ${line}: ${message}`);
 */
export function parseSheet(text: string, ask: Ask, options: ParseSheetOptions = {}): ParsedSheet {
  const { progress: _, ...parsed } = checkSheet(text, ask, options);
  return parsed;
}

/** Like `parseSheet`, plus the progress of each question, for an editor that shows it while the person edits. */
export function checkSheet(text: string, ask: Ask, options: ParseSheetOptions = {}): CheckedSheet {
  const lines = toUnmarkedLines(text);
  if (lines.every((line) => line.trim() === ""))
    return { ...toFaulty([{ line: 1, message: "The sheet is empty, so nothing is sent." }]), progress: [] };
  const questions = toSheetQuestions(ask, options.seen !== undefined);
  const sheet = readSheet(lines, ask, questions, options);
  const { lost } = sheet.split;
  if (lost !== undefined) return { ...toFaulty(sheet.split.errors), progress: [lost] };
  const progress = sheet.read.map(({ question, heading, section, answer }) => ({
    line: heading,
    text: toTopText(sheet.top) ?? toProgressText(question, section, answer),
  }));
  if (options.opened === undefined) return { ...toParsed(ask, sheet, questions), progress };
  const before = readSheet(toUnmarkedLines(options.opened), ask, questions, options);
  const unchanged = findUnchanged(sheet, before);
  const kept = unchanged.map(({ question, section }) => ({
    question: question.number - 1,
    note: toNotes(section),
  }));
  return { ...toParsed(ask, sheet, questions, unchanged), kept, edited: sheet.edited?.text, progress };
}

/** What is said below every heading if the whole is declined, or the agent is asked something. */
function toTopText({ declined, asked }: ReadSheet["top"]): string | undefined {
  if (asked !== undefined) return "asks back ✔";
  return declined === undefined ? undefined : "declined ✔";
}

interface ReadQuestion {
  question: SheetQuestion;
  heading: number;
  section: Section;
  answer: SheetAnswer;
}

interface ReadSheet {
  split: SplitSheet;
  missing: SheetQuestion[];
  top: ReturnType<typeof readTop>;
  read: ReadQuestion[];
  edited: EditedCall | undefined;
  review: { marks: ReviewMark[]; errors: SheetError[] };
}

function readSheet(lines: string[], ask: Ask, questions: SheetQuestion[], { id, seen }: ParseSheetOptions): ReadSheet {
  const edit = toEditBlock(ask, seen !== undefined);
  const reviewed = toReviewed(ask);
  const blocks = [...(edit === undefined ? [] : [edit.block]), ...(reviewed === undefined ? [] : [reviewBlock])];
  const split = splitSheet(lines, questions.length, { id, blocks });
  const edited = readEdited(split.blocks.get("edit"), edit?.text);
  const missing = questions.filter((question) => !split.sections.has(question.number));
  const top = readTop(split.top, questions, missing, canAskBack(ask));
  const read = questions.flatMap((question): ReadQuestion[] => {
    const place = split.sections.get(question.number);
    if (place === undefined) return [];
    const section = readSection(place.lines, question, questions, missing);
    const { heading } = place;
    const answer = withEdited(ask, readAnswer(question, heading, section), edited);
    const unseen = "answer" in answer ? findUnseen(ask, answer.answer, { lines, heading }, seen ?? []) : undefined;
    return [{ question, heading, section, answer: unseen ? { errors: [unseen], unseen: true } : answer }];
  });
  const found = split.blocks.get(reviewBlock.name);
  const review =
    reviewed === undefined || found === undefined ? { marks: [], errors: [] } : readReview(found, reviewed);
  return { split, missing, top, read, edited, review };
}

/** The questions whose answers have not changed. A new note or sentence does not change the answer. */
function findUnchanged(sheet: ReadSheet, before: ReadSheet): ReadQuestion[] {
  const looks = ({ section }: ReadQuestion) =>
    JSON.stringify([
      [...section.kept.keys()].map(({ name }) => name),
      [...section.ticked].map(({ name }) => name),
      section.keepAll,
      section.own.map(({ text }) => text),
      section.skip !== undefined,
      section.none !== undefined,
      section.errors.length,
    ]);
  const opened = new Map(before.read.map((read) => [read.question.number, looks(read)]));
  return sheet.read.filter((read) => looks(read) === opened.get(read.question.number));
}

function toParsed(ask: Ask, sheet: ReadSheet, questions: SheetQuestion[], unchanged: ReadQuestion[] = []): ParsedSheet {
  const { split, missing, top } = sheet;
  const read = sheet.read.filter((one) => !unchanged.includes(one));
  const prose = [...top.prose, ...sheet.read.flatMap(({ section }) => section.prose)].sort((a, b) => a.line - b.line);
  const written = [...prose, ...(split.comment === undefined ? [] : [split.comment])];
  const comment = written.map((words) => words.text).join("\n");
  const tooLong = checkLength("The comment", written.at(-1)?.line ?? 1, comment.length);

  if (top.asked !== undefined) return toAskedBack(ask, top, top.asked, comment);
  if (top.declined !== undefined) return toDecline(top.declined.line, top.declined.text, comment);

  const faults = [
    ...split.errors,
    ...toMissingErrors(split, missing),
    ...top.errors,
    ...tooLong,
    ...sheet.review.errors,
    ...read.flatMap(({ answer }) => ("errors" in answer ? answer.errors : [])),
  ];
  const untouched = read.flatMap(({ answer }) => ("untouched" in answer ? [answer.untouched] : []));
  if (faults.length === 0 && untouched.length === questions.length) {
    const hasEdited = sheet.edited !== undefined && sheet.edited.text !== toEditable(ask);
    const wrote =
      comment !== "" ||
      hasEdited ||
      sheet.review.marks.length > 0 ||
      read.some(({ section }) => toNotes(section) !== "");
    const deleted = read.some(
      ({ question, section }) => question.options.some(({ takesWords }) => takesWords) && !section.hasGivenOther,
    );
    const message =
      wrote || deleted
        ? `${toUnansweredMessage(questions)}${wrote ? ` ${hasEdited ? "What was changed" : "A comment or a note"} alone is not sent.` : ""}`
        : "Nothing has changed yet, so nothing is sent.";
    return toFaulty([{ line: Math.min(...untouched.map(({ line }) => line)), message }]);
  }
  if (faults.length + untouched.length > 0) return toFaulty([...faults, ...untouched]);
  const { marks } = sheet.review;
  const given = read.flatMap(({ answer }) => ("answer" in answer ? [answer.answer] : []));
  const answers = marks.length === 0 ? given : given.map((answer) => ({ ...answer, review: marks }));
  const [only] = answers;
  const heading = read[0]?.heading ?? 1;
  if (only !== undefined && isAddedDeny(ask, only.selectedOptions[0])) {
    const [picture] = sheet.read.flatMap(({ section }) => section.files);
    if (picture !== undefined)
      return toFaulty([{ line: picture.line, message: "This denial is sent as words alone. Delete the line." }]);
    const words = [only.notes ?? "", toMarksText(marks)].filter((text) => text !== "");
    return toDecline(heading, words.join("\n\n"), comment);
  }
  const [fault] = only === undefined ? [] : reviewFaults(ask, only);
  if (fault !== undefined)
    return toFaulty([
      {
        line: fault.code === "review-not-decided" ? heading : (split.blocks.get(reviewBlock.name)?.line ?? 1),
        message: toFaultText(fault),
      },
    ]);
  const files = sheet.read.flatMap(({ question, section }) =>
    section.files.map(({ text, line }) => ({ question: question.number - 1, path: text, line })),
  );
  return {
    answers,
    comment: comment || undefined,
    ...(split.blocks.has(reviewBlock.name) ? { review: marks } : {}),
    ...(files.length === 0 ? {} : { files }),
    errors: [],
  };
}

function toAskedBack(
  ask: Ask,
  { declined }: ReadSheet["top"],
  { line, text }: { line: number; text: string },
  comment: string,
): ParsedSheet {
  if (!canAskBack(ask))
    return toFaulty([
      { line, message: "This agent cannot reply and ask again. Write decline: and your reason instead." },
    ]);
  if (declined !== undefined)
    return toFaulty([{ line, message: "The sheet both declines and asks back. Delete one of the two lines." }]);
  if (text === "") return toFaulty([{ line, message: 'There is no question. Write it after "ask back:".' }]);
  const asked = [text, comment].filter((words) => words !== "").join("\n");
  const errors = checkLength("The question", line, asked.length);
  return errors.length > 0 ? toFaulty(errors) : { answers: [], declined: { asked }, errors: [] };
}

function toDecline(line: number, why: string, comment: string): ParsedSheet {
  const reason = [why, comment].filter((text) => text !== "").join("\n");
  const errors = checkLength("The reason", line, reason.length);
  if (errors.length > 0) return toFaulty(errors);
  return { answers: [], declined: { reason: reason || undefined }, errors: [] };
}

function toFaulty(errors: SheetError[]): ParsedSheet {
  return { answers: [], errors: errors.sort((a, b) => a.line - b.line) };
}

function toMissingErrors(split: SplitSheet, missing: SheetQuestion[]): SheetError[] {
  if (split.unread) return [];
  return missing.map(({ number, name }) => ({
    line: split.first,
    message: `Question ${number} (${name}) is missing. Undo, or put "## ${number}" and its lines back.`,
  }));
}
