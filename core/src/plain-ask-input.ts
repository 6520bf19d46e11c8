import type { Ask, Option, Question } from "./ask.ts";
import { isOther } from "./is-other.ts";

// The limits of the strict shape. Code units are never fewer than the characters a person counts, so what fits here fits there.
const limits = { header: 12, label: 50, description: 200 };

/**
 * A first look at what a model sent, without the schema, which costs a cold start several milliseconds: the ask where it is
 * plainly right, or null where the strict door (`checkAskInput`) or the check of a canonical ask (`checkAsk`) has to look. It
 * never refuses anything and never accepts what one of them refuses; a property test holds them together.
 */
export function toPlainAsk(value: unknown): Ask | null {
  if (!isObject(value, "questions") || !Array.isArray(value.questions)) return null;
  const questions = value.questions.map(toQuestion);
  if (questions.length < 1 || questions.length > 4 || !questions.every((question) => question !== null)) return null;
  return isUnique(questions.map(({ question }) => question)) ? { kind: "question", questions } : null;
}

function toQuestion(value: unknown): Question | null {
  if (!isObject(value, "question", "header", "options", "multiSelect")) return null;
  const { question, header, options: given, multiSelect } = value;
  if (!isText(question, Number.POSITIVE_INFINITY) || !isText(header, limits.header)) return null;
  if (typeof multiSelect !== "boolean" || !Array.isArray(given) || given.length < 2 || given.length > 4) return null;
  const options = given.map((option) => toOption(option, multiSelect));
  if (!options.every((option) => option !== null) || !isUnique(options.map(({ label }) => label))) return null;
  return { question, header, kind: "choice", options, multiSelect };
}

function toOption(value: unknown, multiSelect: boolean): Option | null {
  if (!isObject(value, "label", "description", "preview")) return null;
  const { label, description, preview } = value;
  if (!isText(label, limits.label) || isOther(label) || !isText(description, limits.description)) return null;
  if (preview === undefined) return Object.hasOwn(value, "preview") ? null : { label, description };
  return typeof preview === "string" && !multiSelect ? { label, description, preview } : null;
}

function isObject(value: unknown, ...known: string[]): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.keys(value).every((key) => known.includes(key));
}

function isText(value: unknown, limit: number): value is string {
  return typeof value === "string" && value !== "" && value.length <= limit;
}

function isUnique(texts: string[]): boolean {
  return new Set(texts).size === texts.length;
}
