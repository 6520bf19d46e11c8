import { checkAnswers } from "../answer.ts";
import { type AnswerFault, faultsOf } from "../answer-rules.ts";
import { cleanText } from "../clean-text.ts";
import type { GivenAnswer, Issue, QuestionAnswer } from "../outcome-schemas.ts";
import { takesOptions, takesYesOrNo, unreachable } from "../question-kind.ts";
import type { Ask, ChoiceQuestion, NumberQuestion, Question, TextQuestion } from "../schemas.ts";
import { toFaultText } from "../words/fault-text.ts";

/** One field of a form, as the protocol describes it. */
export type FormProperty = { title?: string; description?: string } & (
  | { type: "string" }
  | { type: "string"; enum: string[] }
  | { type: "array"; items: { type: "string"; enum: string[] } }
  | { type: "boolean"; default?: boolean }
  | { type: "number"; minimum?: number; maximum?: number }
);

/** An ask as a form of MCP's `elicitation/create`. */
export interface AskForm {
  message: string;
  requestedSchema: { type: "object"; properties: Record<string, FormProperty>; required: string[] };
}

export interface AskFormOptions {
  /** Whether the client can show a list to choose several from (protocol 2025-11-25 and later). Otherwise each option is a yes or no. */
  lists?: boolean;
  /**
   * Whether the client can send a form in which a field was left empty; Codex cannot. Otherwise a choice has "My own answer" as one more
   * option, in place of a field for it, and `toWordsForm` asks for the words.
   */
  emptyFields?: boolean;
  /** A line before the questions, such as why the form is shown again. */
  remark?: string;
}

/**
 * The form for an ask. Every choice has a field for the person's own words next to it, so no choice is required; `readAskForm`
 * makes sure that each question has an answer.
 *
 * @example
 * const { message, requestedSchema } = toAskForm(ask);
 */
export function toAskForm(ask: Ask, { lists = true, emptyFields = true, remark }: AskFormOptions = {}): AskForm {
  const properties: Record<string, FormProperty> = {};
  const required: string[] = [];
  for (const [index, question] of ask.questions.entries()) {
    const name = fieldName(index);
    const about = { title: toTitle(question, index), description: question.question };
    switch (question.kind) {
      case "text":
      case "number":
        properties[name] = toField(question);
        required.push(name);
        break;
      case "confirm":
        properties[name] = { ...about, type: "string", enum: question.options.map(({ label }) => label) };
        required.push(name);
        break;
      case "choice":
        Object.assign(properties, toChoiceFields(question, index, about, { lists, emptyFields }));
        if (!emptyFields && name in properties) required.push(name);
        break;
      default:
        unreachable(question);
    }
  }
  const texts = ask.questions.map((question, index) => toQuestionText(question, index, ask.questions.length));
  const message = [remark, ask.context, ...texts].filter((text) => text !== undefined && text !== "").join("\n\n");
  return { message: cleanText(message), requestedSchema: { type: "object", properties, required } };
}

/**
 * The form that asks for the person's own words, if `content` says that they want to type an answer; null if not.
 *
 * @example
 * const second = toWordsForm(ask, { question_1: "My own answer" });
 */
export function toWordsForm(ask: Ask, content: Readonly<Record<string, unknown>> = {}): AskForm | null {
  const wanted = ask.questions.flatMap((question, index) =>
    wantsOwnWords(question, index, content) && textOf(content[otherName(index)]) === "" ? [{ question, index }] : [],
  );
  if (wanted.length === 0) return null;
  const fields = wanted.map(({ question, index }): [string, FormProperty] => [
    otherName(index),
    { type: "string", title: toTitle(question, index), description: question.question },
  ]);
  const message = wanted.map(({ question }) => question.question).join("\n\n");
  const required = fields.map(([name]) => name);
  return {
    message: cleanText(message),
    requestedSchema: { type: "object", properties: Object.fromEntries(fields), required },
  };
}

/**
 * The answers in a form that was filled in, or what is wrong with them. An empty field is never an answer.
 *
 * @example
 * const read = readAskForm(ask, { question_1: "SQLite" });
 * if ("answers" in read) console.log(read.answers);
 */
export function readAskForm(
  ask: Ask,
  content: Readonly<Record<string, unknown>> = {},
): { answers: QuestionAnswer[] } | { issues: Issue[] } {
  const given = ask.questions.map((question, index): GivenAnswer => {
    const isChoice = takesOptions(question);
    const typed = textOf(content[isChoice ? otherName(index) : fieldName(index)]);
    const chosen = isChoice ? chosenIn(question, index, content) : [];
    // Some clients have an "Other" of their own, and send what was typed there in place of an option.
    const isOption = (label: string) => !takesOwnWords(question) || question.options.some((one) => one.label === label);
    const words = [...chosen.filter((label) => !isOption(label)), typed].filter((text) => text.trim() !== "");
    return {
      question: question.question,
      selectedOptions: chosen.filter(isOption),
      customInput: words.join(", ") || undefined,
    };
  });
  const issues = ask.questions.flatMap((question, index) =>
    faultsOf(ask.kind, question, given[index] ?? { selectedOptions: [] }).map((fault) => ({
      path: toTitle(question, index),
      message: toFormText(fault, question),
    })),
  );
  return issues.length > 0 ? { issues } : checkAnswers(ask, given);
}

/** A fault for the person who filled in the form. */
function toFormText(fault: AnswerFault, question: Question): string {
  const { options } = question;
  if (takesYesOrNo(question)) return "choose Yes or No";
  const both = "choose an option or type your own answer";
  if (fault.code === "unanswered") return options.length > 0 ? both : "needs an answer";
  return fault.code === "takes-one" ? `${both}, not both` : toFaultText(fault);
}

function chosenIn(
  { multiSelect, options }: Question,
  index: number,
  content: Readonly<Record<string, unknown>>,
): string[] {
  const value = content[fieldName(index)];
  const own = ownLabel(options);
  if (!multiSelect) return typeof value === "string" && value !== "" && value !== own ? [value] : [];
  const listed = Array.isArray(value) ? value.filter((label) => typeof label === "string" && label !== own) : [];
  const ticked = options.filter((_, at) => content[optionName(index, at)] === true).map(({ label }) => label);
  return [...new Set([...listed, ...ticked])];
}

function toField(question: TextQuestion | NumberQuestion): FormProperty {
  const { header, question: description } = question;
  const title = header || undefined;
  return question.kind === "number"
    ? { type: "number", title, description, minimum: question.min, maximum: question.max }
    : { type: "string", title, description };
}

/** The options of a choice, as one field or one each, and a field for the person's own words. */
function toChoiceFields(
  { options, multiSelect }: ChoiceQuestion,
  index: number,
  about: { title: string; description: string },
  { lists, emptyFields }: Required<Pick<AskFormOptions, "lists" | "emptyFields">>,
): Record<string, FormProperty> {
  const fields: Record<string, FormProperty> = {};
  const own = ownLabel(options);
  const labels = [...options.map(({ label }) => label), ...(emptyFields ? [] : [own])];
  if (!multiSelect) fields[fieldName(index)] = { ...about, type: "string", enum: labels };
  else if (lists) fields[fieldName(index)] = { ...about, type: "array", items: { type: "string", enum: labels } };
  else
    for (const [at, { label, description }] of options.entries())
      fields[optionName(index, at)] = { type: "boolean", title: label, description, default: false };
  if (!emptyFields) {
    if (multiSelect && !lists) fields[ownName(index)] = { type: "boolean", title: own, default: false };
    return fields;
  }
  fields[otherName(index)] = {
    type: "string",
    title: `${about.title}: other`,
    description: multiSelect ? "Anything else, in your own words" : "Or your own answer, instead of a choice",
  };
  return fields;
}

/** The option that stands for the person's own words. */
function ownLabel(options: Question["options"]): string {
  const isTaken = options.some(({ label }) => label === ownAnswer);
  return isTaken ? `${ownAnswer} (typed next)` : ownAnswer;
}

function wantsOwnWords(question: Question, index: number, content: Readonly<Record<string, unknown>>): boolean {
  if (!takesOwnWords(question)) return false;
  const value = content[fieldName(index)];
  const own = ownLabel(question.options);
  return value === own || (Array.isArray(value) && value.includes(own)) || content[ownName(index)] === true;
}

function takesOwnWords(question: Question): boolean {
  return takesOptions(question) && !takesYesOrNo(question);
}

function toQuestionText({ question, options }: Question, index: number, count: number): string {
  const lines = options.map(({ label, description }) =>
    description === undefined ? `- ${label}` : `- ${label}: ${description}`,
  );
  return [count > 1 ? `${index + 1}. ${question}` : question, ...lines].join("\n");
}

function textOf(value: unknown): string {
  return typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
}

const ownAnswer = "My own answer";
const toTitle = ({ header }: Question, index: number) => header || `Question ${index + 1}`;
const fieldName = (index: number) => `question_${index + 1}`;
const otherName = (index: number) => `${fieldName(index)}_other`;
const ownName = (index: number) => `${fieldName(index)}_own`;
const optionName = (index: number, at: number) => `${fieldName(index)}_option_${at + 1}`;
