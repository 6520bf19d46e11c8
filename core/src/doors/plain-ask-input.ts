import { isRecord } from "../fields.ts";
import {
  maxDescriptionLength,
  maxHeaderLength,
  maxLabelLength,
  maxOptions,
  maxQuestions,
  minOptions,
} from "../limits.ts";
import { isOther } from "../option-name.ts";
import type { Ask, Option, Question } from "../schemas.ts";

/**
 * A first look at what a model sent, without the schema, which would cost the cold start of `ask` and `hook` several
 * milliseconds: the ask if it is plainly valid, or null if the strict door (`checkAskInput`) has to decide. Without
 * `needsDescriptions` an option may be a label alone, and `checkAsk` decides instead. It refuses
 * nothing and accepts nothing that the doors refuse; a property test compares them.
 */
export function toPlainAsk(value: unknown, { needsDescriptions = true } = {}): Ask | null {
  if (!isObject(value, "questions") || !Array.isArray(value.questions)) return null;
  const questions = value.questions.map((question) => toQuestion(question, needsDescriptions));
  if (questions.length < 1 || questions.length > maxQuestions || !questions.every((question) => question !== null))
    return null;
  return isUnique(questions.map(({ question }) => question)) ? { kind: "question", questions } : null;
}

function toQuestion(value: unknown, needsDescriptions: boolean): Question | null {
  if (!isObject(value, "question", "header", "options", "multiSelect")) return null;
  const { question, header, options: given, multiSelect } = value;
  if (!isText(question, Number.POSITIVE_INFINITY) || !isText(header, maxHeaderLength)) return null;
  if (
    typeof multiSelect !== "boolean" ||
    !Array.isArray(given) ||
    given.length < minOptions ||
    given.length > maxOptions
  )
    return null;
  const options = given.map((option) => toOption(option, multiSelect, needsDescriptions));
  if (!options.every((option) => option !== null) || !isUnique(options.map(({ label }) => label))) return null;
  return { question, header, kind: "choice", options, multiSelect };
}

function toOption(value: unknown, multiSelect: boolean, needsDescription: boolean): Option | null {
  if (!isObject(value, "label", "description", "preview")) return null;
  const { label, description, preview } = value;
  if (!isText(label, maxLabelLength) || isOther(label)) return null;
  if (!needsDescription && !Object.hasOwn(value, "description") && !Object.hasOwn(value, "preview")) return { label };
  if (!isText(description, maxDescriptionLength)) return null;
  if (preview === undefined) return Object.hasOwn(value, "preview") ? null : { label, description };
  return typeof preview === "string" && !multiSelect ? { label, description, preview } : null;
}

function isObject(value: unknown, ...known: string[]): value is Record<string, unknown> {
  return isRecord(value) && Object.keys(value).every((key) => known.includes(key));
}

// Code units are never fewer than the characters a person counts, so a text that fits here fits at the strict door too.
function isText(value: unknown, limit: number): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= limit;
}

function isUnique(texts: string[]): boolean {
  return new Set(texts).size === texts.length;
}
