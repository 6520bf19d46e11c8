import { checkAnswers } from "../answer.ts";
import { type AnswerFault, faultsOf } from "../answer-rules.ts";
import { cleanText } from "../clean-text.ts";
import type { GivenAnswer, Issue, QuestionAnswer } from "../outcome-schemas.ts";
import { takesYesOrNo, unreachable } from "../question-kind.ts";
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
export function toAskForm(ask: Ask, { lists = true, remark }: AskFormOptions = {}): AskForm {
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
        Object.assign(properties, toChoiceFields(question, index, about, lists));
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
    const isChoice = hasOptionFields(question);
    const customInput = textOf(content[isChoice ? otherName(index) : fieldName(index)]) || undefined;
    const selectedOptions = isChoice ? chosenIn(question, index, content) : [];
    return { question: question.question, selectedOptions, customInput };
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
  if (!multiSelect) return typeof value === "string" && value !== "" ? [value] : [];
  const listed = Array.isArray(value) ? value.filter((label) => typeof label === "string") : [];
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
  lists: boolean,
): Record<string, FormProperty> {
  const fields: Record<string, FormProperty> = {};
  const labels = options.map(({ label }) => label);
  if (!multiSelect) fields[fieldName(index)] = { ...about, type: "string", enum: labels };
  else if (lists) fields[fieldName(index)] = { ...about, type: "array", items: { type: "string", enum: labels } };
  else
    for (const [at, { label, description }] of options.entries())
      fields[optionName(index, at)] = { type: "boolean", title: label, description, default: false };
  fields[otherName(index)] = {
    type: "string",
    title: `${about.title}: other`,
    description: multiSelect ? "Anything else, in your own words" : "Or your own answer, instead of a choice",
  };
  return fields;
}

/** Whether the field of this name is a choice, with the person's own words in another one. */
function hasOptionFields(question: Question): boolean {
  switch (question.kind) {
    case "choice":
    case "confirm":
      return true;
    case "text":
    case "number":
      return false;
    default:
      return unreachable(question);
  }
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

const toTitle = ({ header }: Question, index: number) => header || `Question ${index + 1}`;
const fieldName = (index: number) => `question_${index + 1}`;
const otherName = (index: number) => `${fieldName(index)}_other`;
const optionName = (index: number, at: number) => `${fieldName(index)}_option_${at + 1}`;
