import {
  type Answering,
  type Ask,
  approvalSubject,
  cleanLine,
  cleanText,
  current,
  isAnswered,
  noneRow,
  otherRow,
  type Question,
  toAnswerText,
  toOptionNames,
  toQuestionAnswer,
} from "@yourcall/core";
import {
  describePicture,
  foldBlankLines,
  isConfirm,
  isOwnList,
  noneText,
  type Reviewed,
  toEarlierText,
  toMarksText,
  toReviewed,
  unreachable,
} from "@yourcall/core/internal";
import { lineText } from "../text/styled-line.ts";
import { approvalPreview } from "../view/view-approval.ts";
import { toNumberWords } from "../view/view-question.ts";
import { indentLine, toAgentLines, toAnswerLine, toChoiceOf, toSentence } from "./words.ts";

/** The current question and its options, one per line. */
export function questionLines(state: Answering): string[] {
  const { question, entry } = current(state);
  const note = cleanLine(entry.note.text);
  return [
    ...headLine(state),
    ...threadLines(state.ask),
    ...toAgentLines(question.question),
    ...approvalLines(state),
    ...howToAnswer(question),
    ...(isConfirm(state.ask) ? [] : optionLines(state)),
    ...(question.multiSelect && question.options.length > 0 ? [alsoLine(state)] : []),
    ...(note === "" ? [] : [`Note: "${note}".`]),
    ...entry.attachments.map((picture) => `Picture: ${describePicture(picture)}.`),
    ...chosenLine(state),
  ];
}

function threadLines({ thread = [], context = "" }: Ask): string[] {
  return thread.flatMap(({ asked, reply }, index) => {
    const said = cleanLine(reply ?? (index === thread.length - 1 ? context : ""));
    return [`You asked: "${cleanLine(asked)}".`, ...(said === "" ? [] : [`It replied: "${said}".`])];
  });
}

function alsoLine(state: Answering): string {
  if (isOwnList(state.ask)) return "Also: a for all, ? for help.";
  const skip = current(state).question.required === true ? "" : "s to skip, ";
  return `Also: a for all, ${skip}x to decline, ? for help.`;
}

function headLine(state: Answering): string[] {
  const header = cleanLine(current(state).question.header);
  const count = state.ask.questions.length;
  if (count > 1) return [toSentence(`Question ${state.at + 1} of ${count}${header === "" ? "" : `: ${header}`}`)];
  if (header === "") return [];
  return [toSentence(state.ask.kind === "approval" ? header : `Question: ${header}`)];
}

function approvalLines(state: Answering): string[] {
  const { approval } = state.ask;
  if (approval === undefined) return [];
  const { act, part } = approvalSubject(approval);
  const { title, toRows, isCut } = approvalPreview(approval);
  const reviewed = isCut === true ? undefined : toReviewed(state.ask);
  if (reviewed !== undefined) return reviewedLines(state, act, title, reviewed);
  const lines = toRows(Number.POSITIVE_INFINITY).map((line) => indentLine(lineText(line)));
  if (lines.length === 0) return [`Tool: ${toSentence(act)}`, "No input."];
  return [
    `Tool: ${toSentence(act)}`,
    `${part.kind === "input" ? "Input" : part.kind === "diff" ? `Change to ${title}` : toFirstUpper(title)}:`,
    ...lines,
    `End of ${partNames[part.kind]}.`,
  ];
}

function numberedLines(lines: readonly string[]): string[] {
  return foldBlankLines(lines).map(({ from, to, text }) =>
    text === null ? `(${to - from + 1} blank lines)` : `${from}. ${text}`.trimEnd(),
  );
}

/** With their numbers, by which lines are commented on. */
function reviewedLines({ ask, marks }: Answering, act: string, title: string, { kind, lines }: Reviewed): string[] {
  const { rest } = approvalSubject(ask.approval ?? { tool: "", input: {} });
  return [
    ...(ask.earlierReview === undefined ? [] : toAgentLines(toEarlierText(ask.earlierReview))),
    `Tool: ${toSentence(act)}`,
    kind === "plan" ? "Plan:" : `Change to ${title}:`,
    ...numberedLines(lines).map(indentLine),
    `End of ${kind === "plan" ? "plan" : "change"}.`,
    ...(rest === "" ? [] : [...toAgentLines(rest)]),
    ...(marks.length === 0
      ? []
      : toMarksText(marks)
          .split("\n")
          .filter((line) => line !== "")),
  ];
}

const partNames = { command: "command", diff: "change", plan: "plan", input: "input" };

function toFirstUpper(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function howToAnswer(question: Question): string[] {
  switch (question.kind) {
    case "confirm":
      return ["Yes or no?"];
    case "choice":
      if (question.options.length === 0) return howToWrite(question, "Write your answer.");
      return [question.multiSelect ? "Choose any." : "Choose one."];
    case "text":
      return howToWrite(question, "Write your answer.");
    case "number":
      return howToWrite(question, toSentence(`Write ${toNumberWords(question)}`));
    default:
      return unreachable(question);
  }
}

function howToWrite({ placeholder = "" }: Question, request: string): string[] {
  const hint = cleanLine(placeholder);
  return [
    request,
    ...(hint === "" ? [] : [`Hint: ${toSentence(hint)}`]),
    "An empty line offers skip, decline and help.",
  ];
}

function optionLines(state: Answering): string[] {
  const { question } = current(state);
  const { options } = question;
  if (options.length === 0) return [];
  const lines = toOptionNames(question, state.ask).map(({ name, recommended }, row) => {
    const description = toSentence(options[row]?.description ?? "");
    const label = toSentence(recommended ? `${name} (Recommended)` : name);
    return `${row + 1}. ${label}${description === "" ? "" : ` ${description}`}`;
  });
  if (otherRow(state.ask, question) === options.length) lines.push(`${options.length + 1}. Other: your own words.`);
  if (noneRow(state.ask, question) >= 0) lines.push(`0. ${noneText}.`);
  const previews = options.flatMap(({ preview }, row) => (preview === undefined ? [] : [`p ${row + 1}`]));
  if (previews.length > 0) lines.push(`${toChoiceOf(previews)} reads the preview.`);
  return lines;
}

function chosenLine(state: Answering): string[] {
  const { question, entry } = current(state);
  if (!isAnswered(state.ask, question, entry)) return [];
  const given = toQuestionAnswer(state.ask, question, entry);
  if (given === null) return [];
  return [`Now: ${toSentence(toAnswerText(state.ask, state.at, given))} An empty line keeps it.`];
}

/** The preview of an option, indented to set it apart from our own lines. */
export function previewLines(state: Answering, row: number): string[] {
  const { question } = current(state);
  const name = toOptionNames(question, state.ask)[row]?.name ?? "";
  const preview = question.options[row]?.preview;
  if (preview === undefined) return [`Option ${row + 1} has no preview.`];
  const lines = cleanText(preview).replace(/\s+$/, "").split("\n");
  return [`Preview of ${row + 1}, ${name}:`, ...lines.map(indentLine), "End of preview."];
}

/** All answers so far, one per line. */
export function reviewLines(state: Answering): string[] {
  const comment = cleanLine(state.comment.text);
  const lines = state.entries.flatMap((entry, at) => {
    const note = cleanLine(entry.note.text);
    return [
      `${at + 1}. ${toAnswerLine(state, at)}`,
      ...(note === "" ? [] : [`Note on ${at + 1}: "${note}".`]),
      ...entry.attachments.map((picture) => `Picture on ${at + 1}: ${describePicture(picture)}.`),
    ];
  });
  return comment === "" ? lines : [...lines, `Comment: "${comment}".`];
}
