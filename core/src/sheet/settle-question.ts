import { checkNumber } from "../answer.ts";
import { maxInputLength } from "../limits.ts";
import type { QuestionAnswer } from "../schemas.ts";
import type { Words } from "./field-reader.ts";
import type { SheetError } from "./mark-sheet-errors.ts";
import type { Section } from "./read-section.ts";
import type { SheetQuestion } from "./sheet-question.ts";
import { quote } from "./stray-message.ts";

/** What a section comes to. `untouched` is neither an answer nor a skip. */
export type Settled = { answer: QuestionAnswer } | { errors: SheetError[] } | { untouched: SheetError };

/** Decides what the person answered to a question. Where two readings are possible it is an error, never a guess. */
export function settleQuestion(question: SheetQuestion, heading: number, section: Section): Settled {
  if (section.errors.length > 0) return { errors: section.errors };
  const own = section.own[0];
  const standing = [...section.kept.values()].sort((a, b) => a - b);
  const listUntouched = standing.length === question.options.length && (!question.keepAll || section.keepAll);
  const errors = [
    ...checkSkip(question, section, listUntouched),
    ...checkWords(question, section),
    ...(section.skip === undefined ? checkList(question, heading, own, standing, listUntouched) : []),
  ];
  if (errors.length > 0) return { errors };
  if (section.skip === undefined && own === undefined && listUntouched)
    return { untouched: { line: heading, message: toUntouchedMessage(question) } };
  const { question: text, header, options } = question.question;
  const notes = section.notes.map((note) => note.text).join("\n");
  const kept = new Set([...section.kept.keys()].map((option) => option.label));
  const selectedOptions = options.map((option) => option.label).filter((label) => kept.has(label));
  return {
    answer: {
      question: text,
      header,
      selectedOptions: section.skip === undefined ? selectedOptions : [],
      ...(own === undefined ? {} : { customInput: own.text }),
      ...(notes === "" ? {} : { notes }),
      ...(section.skip === undefined ? {} : { skipped: true }),
    },
  };
}

function checkSkip(question: SheetQuestion, section: Section, listUntouched: boolean): SheetError[] {
  if (section.skip === undefined) return [];
  if (!question.skippable)
    return [{ line: section.skip, message: "An approval cannot be skipped. Keep one line, or quit without saving." }];
  return section.own.length > 0 || (section.kept.size > 0 && !listUntouched)
    ? [
        {
          line: section.skip,
          message: `Question ${question.number} says skip and has an answer too. Take one of the two back.`,
        },
      ]
    : [];
}

function checkList(
  question: SheetQuestion,
  heading: number,
  own: Words | undefined,
  standing: number[],
  listUntouched: boolean,
): SheetError[] {
  const takesOne = `Question ${question.number} takes one answer`;
  const count = standing.length;
  if (own === undefined) {
    if (count === 0 && question.options.length > 0) return [{ line: heading, message: toNothingLeftMessage(question) }];
    if (question.question.multiSelect || count < 2 || listUntouched) return [];
    const message = `${takesOne} and ${count} are left (lines ${standing.join(", ")}). Delete all but one.`;
    return [{ line: standing.at(-1) ?? heading, message }];
  }
  if (!question.question.multiSelect && count > 0) {
    const left = count === 1 ? "1 option is" : `${count} options are`;
    const lines = `line${count === 1 ? "" : "s"} ${standing.join(", ")}`;
    return [
      { line: own.line, message: `${takesOne}: Other has text and ${left} left. Delete ${lines}, or clear Other.` },
    ];
  }
  if (count > 0 && listUntouched) {
    const message = `Question ${question.number}: Other has text and no option was deleted. Delete what you do not want, or the line "(keep all: delete this line)".`;
    return [{ line: own.line, message }];
  }
  return [];
}

function checkWords(question: SheetQuestion, { own, notes }: Section): SheetError[] {
  const word = question.ownWord ?? "Other";
  const twice = own[1];
  const first = own[0];
  const noteLength = notes.map((note) => note.text).join("\n").length;
  return [
    ...(twice === undefined || first === undefined
      ? []
      : [
          {
            line: twice.line,
            message: `Question ${question.number} has ${word} with text twice (lines ${first.line}, ${twice.line}). Put it all after one.`,
          },
        ]),
    ...own.flatMap((words) => checkLength(word, words.line, words.text.length)),
    ...(notes[0] === undefined ? [] : checkLength("The note", notes[0].line, noteLength)),
    ...(first === undefined ? [] : checkValue(question, first)),
  ];
}

function checkValue({ question, number }: SheetQuestion, { line, text }: Words): SheetError[] {
  if (question.kind !== "number") return [];
  return checkNumber(question, text).map(({ message }) => ({
    line,
    message: `Question ${number} takes a number. ${Number.isNaN(Number(text)) ? `${quote(text)} is none.` : message}`,
  }));
}

/** The error of a text that is longer than a field may be. */
export function checkLength(name: string, line: number, length: number): SheetError[] {
  if (length <= maxInputLength) return [];
  return [{ line, message: `${name} has ${length} characters and may have ${maxInputLength}. Shorten it.` }];
}

function toUntouchedMessage(question: SheetQuestion): string {
  const start = `Question ${question.number} (${question.name})`;
  if (question.options.length === 0) return `${start} has no answer yet. Write it after "- Answer:", or write skip.`;
  return question.skippable
    ? `${start} is untouched. Delete what you do not want, or write skip.`
    : `${start} is untouched. Delete what you do not want.`;
}

function toNothingLeftMessage(question: SheetQuestion): string {
  const start = `Question ${question.number} (${question.name}) has nothing left.`;
  return question.skippable ? `${start} Undo, write after "- Other:", or write skip.` : `${start} Undo one line.`;
}
