import { type AnswerFault, faultsOf } from "../answer-rules.ts";
import { noneText } from "../answering/rows.ts";
import { maxInputLength } from "../limits.ts";
import { splitRecommended } from "../option-name.ts";
import type { QuestionAnswer } from "../outcome-schemas.ts";
import { toFaultText } from "../words/fault-text.ts";
import type { SheetError } from "./mark-sheet-errors.ts";
import { quote, toOwnPlace } from "./match-bullet.ts";
import type { Section } from "./read-section.ts";
import { keepAllText, type SheetOption, type SheetQuestion } from "./sheet-question.ts";

/** What a section amounts to. `untouched` is neither an answer nor a skip. */
export type SheetAnswer =
  | { answer: QuestionAnswer }
  /** `unseen`: it would allow what has not been on the screen. */
  | { errors: SheetError[]; unseen?: boolean }
  | { untouched: SheetError };

/** Decides what the person answered to a question. If two readings are possible it is an error, never a guess. */
export function readAnswer(question: SheetQuestion, heading: number, section: Section): SheetAnswer {
  if (section.errors.length > 0) return { errors: section.errors };
  const { question: text, header, options } = question.question;
  const [own, second] = section.own;
  const skipped = section.skip !== undefined;
  const none = section.none !== undefined;
  const listUntouched =
    !section.hasTicks &&
    question.options.every((option) => option.takesWords || section.kept.has(option)) &&
    (!question.keepAll || section.keepAll);
  // If words follow the agent's own Other, they are the answer and not its label.
  const chosen = [...section.kept].filter(
    ([option]) => (!section.hasTicks || section.ticked.has(option)) && (own === undefined || !option.takesWords),
  );
  const lines = chosen.map(([, line]) => line).sort((a, b) => a - b);
  const kept = new Set(chosen.map(([option]) => option.label));
  const notes = toNotes(
    section,
    chosen.map(([option]) => option),
  );
  const reply = {
    // A list that nobody touched chooses nothing.
    selectedOptions: options
      .map((option) => option.label)
      .filter((label) => kept.has(label) && !(listUntouched && (skipped || none || own === undefined))),
    ...(own === undefined ? {} : { customInput: own.text }),
    ...(none && own === undefined ? { customInput: noneText } : {}),
    ...(notes === "" ? {} : { notes }),
    ...(skipped ? { skipped } : {}),
  };
  const faults = faultsOf(question.kind, question.question, reply);
  const isEmpty = ({ code }: AnswerFault) => code === "unanswered" || code === "approval-takes-one";
  const untouched = listUntouched && faults.some(isEmpty);
  const errors = faults.filter((fault) => !(untouched && isEmpty(fault))).map(toError);
  if (none && !skipped && (own !== undefined || reply.selectedOptions.length > 0))
    errors.push({
      line: section.none ?? heading,
      message: `Question ${question.number} says none and has an answer too. Remove one of the two.`,
    });
  else if (own !== undefined && second !== undefined)
    errors.push({
      line: second.line,
      message: `Question ${question.number} has text after ${question.ownWord} twice (lines ${own.line}, ${second.line}). Put it all after one.`,
    });
  if (own !== undefined && !skipped && question.question.multiSelect && lines.length > 0 && listUntouched)
    errors.push({
      line: own.line,
      message: `Question ${question.number}: Other has text and no option was deleted. Delete what you do not want, or the line "${keepAllText}".`,
    });
  if (errors.length > 0) return { errors };
  if (untouched) return { untouched: { line: heading, message: toUntouchedMessage(question) } };
  return { answer: { question: text, header, ...reply } };

  function toError(fault: AnswerFault): SheetError {
    const at = own?.line ?? heading;
    switch (fault.code) {
      case "approval-skipped":
        return {
          line: section.skip ?? heading,
          message: "An approval cannot be skipped. Keep one line, or quit without saving.",
        };
      case "required":
        return { line: section.skip ?? heading, message: `Question ${question.number} cannot be skipped.` };
      case "skipped-and-answered":
        return {
          line: section.skip ?? heading,
          message: `Question ${question.number} says skip and has an answer too. Remove one of the two.`,
        };
      case "too-long":
        return fault.field === "notes"
          ? toLengthError("The note", (section.notes[0] ?? section.remarks[0])?.line ?? heading, fault.length)
          : toLengthError(question.ownWord ?? "Other", at, fault.length);
      case "unanswered":
      case "approval-takes-one":
      case "takes-one":
        return toCountError(question, heading, own?.line, lines, section.hasTicks ? "ticked" : "left");
      case "not-a-number":
        return { line: at, message: `Question ${question.number} takes a number; ${quote(fault.text)} is not one.` };
      case "below-min":
      case "above-max":
        return { line: at, message: `Question ${question.number} takes a number. ${toFaultText(fault)}` };
      default:
        return { line: at, message: toFaultText(fault) };
    }
  }
}

/**
 * The notes, and the words after options, in the order of their lines. Such words name their option unless it is the only one
 * chosen.
 */
export function toNotes(section: Section, chosen: readonly SheetOption[] = []): string {
  const remarks = section.remarks.map(({ line, text, option }) => {
    const isOnly = chosen.length === 1 && chosen[0] === option;
    return { line, text: isOnly ? text : `${splitRecommended(option.name).label}: ${text}` };
  });
  return [...section.notes, ...remarks]
    .sort((a, b) => a.line - b.line)
    .map(({ text }) => text)
    .join("\n");
}

/** The progress of a question, for the line below its heading: `2 left, keep one`. */
export function toProgressText(question: SheetQuestion, section: Section, read: SheetAnswer): string {
  if (section.errors.length > 0) return section.errors.length === 1 ? "1 mistake" : `${section.errors.length} mistakes`;
  const own = section.own.length > 0;
  const how = section.hasTicks ? "ticked" : "left";
  const left = section.hasTicks ? section.ticked.size : section.kept.size;
  if ("answer" in read) {
    if (read.answer.skipped === true) return "skipped ✔";
    if (section.none !== undefined) return "none of these ✔";
    const { selectedOptions, customInput } = read.answer;
    const count = `${selectedOptions.length} ${how}`;
    if (customInput === undefined) return `${count} ✔`;
    return selectedOptions.length === 0 ? "your own words ✔" : `${count} and your own words ✔`;
  }
  if ("errors" in read && read.unseen === true) return "not all of it has been on the screen yet";
  if (question.options.length === 0) return own ? "not accepted yet" : "no answer yet";
  const rule = question.question.multiSelect ? "keep any" : "keep one";
  if ("untouched" in read) return `untouched, ${rule}`;
  if (section.skip !== undefined) return question.ownWord === undefined ? "cannot be skipped" : "skip and an answer";
  if (section.none !== undefined) return "none and an answer";
  if (own) return `${left} ${how} and your own words, ${rule}`;
  return left === 0 ? "nothing left" : `${left} ${how}, ${rule}`;
}

function toCountError(
  question: SheetQuestion,
  heading: number,
  own: number | undefined,
  lines: number[],
  how: "ticked" | "left",
): SheetError {
  const takesOne = `Question ${question.number} takes one answer`;
  if (lines.length === 0) return { line: heading, message: toNothingLeftMessage(question) };
  if (own === undefined)
    return {
      line: lines.at(-1) ?? heading,
      message: `${takesOne} and ${lines.length} are ${how} (lines ${lines.join(", ")}). ${how === "left" ? "Delete all but one." : "Tick only one."}`,
    };
  const left = lines.length === 1 ? `1 option is ${how}` : `${lines.length} options are ${how}`;
  return {
    line: own,
    message: `${takesOne}: Other has text and ${left}. Delete line${lines.length === 1 ? "" : "s"} ${lines.join(", ")}, or clear Other.`,
  };
}

/** The error for a text that is too long for a field; none if it fits. */
export function checkLength(name: string, line: number, length: number): SheetError[] {
  return length <= maxInputLength ? [] : [toLengthError(name, line, length)];
}

function toLengthError(name: string, line: number, length: number): SheetError {
  return { line, message: `${name} is ${length} characters long; the limit is ${maxInputLength}. Shorten it.` };
}

function toUntouchedMessage(question: SheetQuestion): string {
  const start = `Question ${question.number} (${question.name})`;
  if (question.options.length === 0) return `${start} has no answer yet. Write it after "- Answer:", or write skip.`;
  const message = `${start} is untouched. Delete what you do not want`;
  return question.ownWord === undefined ? `${message}.` : `${message}, or write skip.`;
}

/** The error for a sheet in which words were written but no question was answered. */
export function toUnansweredMessage(questions: readonly SheetQuestion[]): string {
  const [first, ...others] = questions;
  const which =
    others.length === 0
      ? `Question ${first?.number} (${first?.name}) has`
      : `Questions ${questions.map(({ number }) => number).join(", ")} have`;
  const lists = questions.filter(({ options }) => options.length > 0);
  const choose =
    lists.length > 0 && lists.every(({ keepAll }) => keepAll)
      ? `Delete the options you do not want, or the line "${keepAllText}"`
      : "Delete the options you do not want";
  const write = 'Write after "- Answer:"';
  const how = lists.length === 0 ? write : lists.length === questions.length ? choose : `${choose}. ${write}`;
  const skip = questions.some(({ kind }) => kind === "approval") ? "" : ", or write skip";
  return `${which} no answer yet. ${how}${skip}.`;
}

function toNothingLeftMessage(question: SheetQuestion): string {
  const start = `Question ${question.number} (${question.name}) has nothing left.`;
  return question.ownWord === undefined
    ? `${start} Undo one line.`
    : `${start} Undo, write after ${toOwnPlace(question)}, or write ${question.takesNone ? "none or skip" : "skip"}.`;
}
