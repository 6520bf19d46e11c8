import { checkAnswers } from "../answer.ts";
import { withHostOptions } from "../approval-options.ts";
import { describePicture } from "../attachments.ts";
import { cleanLine, cleanText } from "../clean-text.ts";
import { toHeaderName } from "../option-name.ts";
import type { Outcome, QuestionAnswer } from "../outcome-schemas.ts";
import { ownWordsName } from "../question-kind.ts";
import type { Ask, Question } from "../schemas.ts";
import { readLabels, writeLabels } from "./label-list.ts";
import { toMarksText } from "./review-text.ts";
import { toUnansweredText } from "./unanswered-text.ts";

/** The first and the last line of a result with answers. */
const resultOpening = "User answered the following questions:";
const resultClosing = "Proceeding with user selections.";

/** The indent of a question's fields, and how much further the later lines of a field are indented. */
const fieldIndent = "   ";
const lineIndent = "  ";

/** What a model gets for a skipped question. */
export const skippedText = "no preference. The choice is yours.";

/**
 * The result of the tool for a model, as text:
 *
 *     User answered the following questions:
 *
 *     1. Database (Which database should we use?)
 *        Selected: PostgreSQL (Recommended)
 *        Other: own words
 *          and their second line
 *        Note: a note beside the choice
 *        Picture: sketch.png (PNG, 480 × 320, 184 KB)
 *
 *     2. Cache (Do we need a cache?)
 *        Skipped: no preference. The choice is yours.
 *
 *     Comment: a remark on the whole
 *
 *     Proceeding with user selections.
 *
 * A text or number question has `Answer:` in place of `Other:`. Later lines of a person's text are always indented, so no
 * text can pass for a line of the format. The text for an outcome without answers never has this form. With the ask's `id`, a model
 * that is asked something back reads that it should name it as `replyTo`.
 *
 * @example
 * const outcome = await asker.ask(ask);
 * console.log(toToolResult(ask, outcome));
 */
export function toToolResult(ask: Ask & { id?: string }, outcome: Outcome): string {
  if (outcome.status !== "answered") return toUnansweredText(outcome, ask.id);
  const comment = cleanText(outcome.comment ?? "").trim();
  const blocks = [
    resultOpening,
    ...ask.questions.flatMap((question, index) => {
      const answer = outcome.answers.find((candidate) => candidate.question === question.question);
      return answer === undefined ? [] : [toBlock(toHeading(ask, index), question, answer)];
    }),
    ...(comment === "" ? [] : [toField("", "Comment", comment)]),
    ...(ask.kind === "approval" ? [] : [resultClosing]),
  ];
  return blocks.join("\n\n");
}

/** The line that opens a question's block, all on one line whatever the texts hold. */
function toHeading(ask: Ask, index: number): string {
  return `${index + 1}. ${toHeaderName(ask, index)} (${cleanLine(ask.questions[index]?.question ?? "")})`;
}

function toBlock(heading: string, question: Question, answer: QuestionAnswer): string {
  const lines = [heading];
  if (answer.skipped === true) lines.push(toField(fieldIndent, "Skipped", skippedText));
  if (answer.selectedOptions.length > 0)
    lines.push(toField(fieldIndent, "Selected", writeLabels(answer.selectedOptions)));
  if (answer.customInput !== undefined)
    lines.push(toField(fieldIndent, ownWordsName(question), cleanText(answer.customInput)));
  if (answer.notes !== undefined) lines.push(toField(fieldIndent, "Note", cleanText(answer.notes)));
  for (const picture of answer.attachments ?? []) lines.push(toField(fieldIndent, "Picture", describePicture(picture)));
  if ((answer.review ?? []).length > 0) lines.push(toField(fieldIndent, "Review", toMarksText(answer.review)));
  return lines.join("\n");
}

function toField(indent: string, name: string, text: string): string {
  const [first = "", ...others] = text.split("\n");
  return [
    `${indent}${name}: ${first}`,
    ...others.map((line) => (line === "" ? "" : `${indent}${lineIndent}${line}`)),
  ].join("\n");
}

/**
 * Reads what `toToolResult` wrote for an answered ask, without its pictures and comments on lines. Undefined for any other text, including
 * that of another outcome.
 *
 * @example
 * const read = fromToolResult(ask, toToolResult(ask, outcome));
 * console.log(read?.answers);
 */
export function fromToolResult(stored: Ask, text: string): { answers: QuestionAnswer[]; comment?: string } | undefined {
  const ask = withHostOptions(stored);
  const lines = text.trimEnd().split(/\r?\n/);
  if (lines.shift() !== resultOpening) return undefined;
  if (ask.kind !== "approval" && lines.pop() !== resultClosing) return undefined;
  const entries: Partial<QuestionAnswer>[] = [];
  let comment: string | undefined;
  while (lines.length > 0) {
    const line = lines.shift() ?? "";
    if (line === "") continue;
    const question = ask.questions[entries.length];
    if (line.startsWith("Comment: ") && comment === undefined) {
      comment = takeText(lines, line.slice("Comment: ".length), lineIndent);
    } else if (question !== undefined && line === toHeading(ask, entries.length)) {
      const fields = takeFields(lines, question);
      if (fields === undefined) return undefined;
      entries.push({ question: question.question, ...fields });
    } else {
      return undefined;
    }
  }
  const checked = checkAnswers(ask, entries, Number.POSITIVE_INFINITY);
  if ("issues" in checked) return undefined;
  return { answers: checked.answers, comment };
}

function takeFields(lines: string[], question: Question): Partial<QuestionAnswer> | undefined {
  const fields: Partial<QuestionAnswer> = {};
  for (;;) {
    const field = /^ {3}(Selected|Other|Answer|Note|Picture|Review|Skipped): (.*)$/s.exec(lines[0] ?? "");
    if (field === null) return fields;
    lines.shift();
    const text = takeText(lines, field[2] ?? "", fieldIndent + lineIndent);
    switch (field[1]) {
      case "Selected": {
        const { labels, rest } = readLabels(question, text);
        if (rest !== "") return undefined;
        fields.selectedOptions = labels;
        break;
      }
      case "Note":
        fields.notes = text;
        break;
      case "Picture":
      case "Review":
        break;
      case "Skipped":
        fields.skipped = true;
        break;
      default:
        fields.customInput = text;
    }
  }
}

// Blank lines belong to a text only if an indented line follows; otherwise they separate two blocks.
function takeText(lines: string[], first: string, indent: string): string {
  const text = [first];
  for (;;) {
    const next = lines.findIndex((line) => line !== "");
    const line = lines[next];
    if (line === undefined || !line.startsWith(indent)) return text.join("\n");
    text.push(...lines.splice(0, next), line.slice(indent.length));
    lines.shift();
  }
}
