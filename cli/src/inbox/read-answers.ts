import { type Ask, cleanLine, fromAnswerRecord } from "@yourcall/core";
import { isRecord } from "@yourcall/core/internal";
import { parseGiven } from "../ask/read-ask.ts";
import { UsageError } from "../run-command.ts";
import { describeQuestions } from "./choose-answers.ts";

/** Answers from a file, not yet checked against the ask. */
interface GivenAnswers {
  answers: unknown;
  comment?: string;
}

const forms =
  'Answers are JSON in one of three forms: [{"question":...,"selectedOptions":[...]}], {"answers":[...],"comment":...}, or {"the question":"A, B"}.';

/** Reads one of the three forms of answers in JSON. Throws `UsageError` for anything else. */
export function readAnswers(ask: Ask, text: string, source: string): GivenAnswers {
  const value = parseGiven(text, source, forms);
  if (Array.isArray(value)) return { answers: value };
  if (!isRecord(value)) throw new UsageError(`${source} contains no answers. ${forms}`);
  if (Array.isArray(value.answers)) {
    const { answers, comment, ...rest } = value;
    const unknown = Object.keys(rest);
    if (unknown.length > 0)
      throw new UsageError(`${source} contains "${cleanLine(unknown[0] ?? "")}" in addition to the answers. ${forms}`);
    if (comment !== undefined && typeof comment !== "string")
      throw new UsageError(`The comment in ${source} is not a string.`);
    return { answers, comment };
  }
  return { answers: readRecord(ask, value, source) };
}

function readRecord(ask: Ask, record: Record<string, unknown>, source: string): unknown {
  const texts = Object.entries(record);
  const notText = texts.find(([, value]) => typeof value !== "string");
  if (texts.length === 0 || notText !== undefined) throw new UsageError(`${source} contains no answers. ${forms}`);
  const isNote = (key: string) =>
    ask.questions.some(({ question }) => key.startsWith(question) && / \(note\)$/.test(key));
  const stray = texts.find(([key]) => !ask.questions.some(({ question }) => question === key) && !isNote(key));
  if (stray !== undefined)
    throw new UsageError(`This ask has no question "${cleanLine(stray[0])}". It asks:\n${toQuestions(ask)}`);
  const missing = ask.questions.find(({ question }) => !Object.hasOwn(record, question));
  if (missing !== undefined)
    throw new UsageError(`${source} has no answer to "${cleanLine(missing.question)}". Add one, or "(no preference)".`);
  const answers = fromAnswerRecord(ask, record as Record<string, string>);
  if (answers === undefined)
    throw new UsageError(`The answers in ${source} do not fit the ask:\n${describeQuestions(ask)}`);
  return answers;
}

function toQuestions(ask: Ask): string {
  return ask.questions.map(({ question }) => `  ${cleanLine(question)}`).join("\n");
}
