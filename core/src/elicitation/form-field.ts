import { numberFault } from "../answer-rules.ts";
import { countCharacters } from "../count-characters.ts";
import type { Question, QuestionAnswer } from "../schemas.ts";
import { toNumberFaultText } from "../words/fault-text.ts";

/** A person's answer for the server: a value, nothing, or why it is invalid. */
export type FieldReading = { value: unknown } | { problem: string };

/** One field of a form, as a question. `read` is given answers only, never skips. */
export interface FormField {
  name: string;
  required: boolean;
  /** The server's default. Used only if the person has no preference. */
  fallback?: unknown;
  question: Question;
  read(answer: QuestionAnswer): FieldReading;
}

/** A property of the requested schema, unchecked. */
export type FieldSchema = Readonly<Record<string, unknown>>;

export function textIn(schema: FieldSchema, name: string): string | undefined {
  const value = schema[name];
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

export function numberIn(schema: FieldSchema, name: string): number | undefined {
  const value = schema[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function isFieldSchema(value: unknown): value is FieldSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const formats: Readonly<Record<string, { example: string; fits: (text: string) => boolean }>> = {
  email: { example: "name@example.org", fits: (text) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text) },
  uri: { example: "https://example.org", fits: (text) => URL.canParse(text) && !/\s/.test(text) },
  date: { example: "2026-01-31", fits: isDate },
  "date-time": {
    example: "2026-01-31T14:30:00Z",
    fits: (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(text) &&
      isDate(text.slice(0, 10)) &&
      !Number.isNaN(Date.parse(text)),
  },
};

/** The placeholder of a text field. */
export function toPlaceholder(schema: FieldSchema): string | undefined {
  const format = textIn(schema, "format");
  return format === undefined ? undefined : formats[format]?.example;
}

/** Reads a text. A `pattern` is ignored: the protocol has none, and a foreign expression can run forever. */
export function readText(schema: FieldSchema, answer: QuestionAnswer): FieldReading {
  const text = answer.customInput ?? "";
  const [least, most] = [numberIn(schema, "minLength"), numberIn(schema, "maxLength")];
  if (least !== undefined && countCharacters(text) < least) return { problem: `at least ${least} characters` };
  if (most !== undefined && countCharacters(text) > most) return { problem: `at most ${most} characters` };
  const format = textIn(schema, "format") ?? "";
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known !== undefined && !known.fits(text))
    return { problem: `"${text}" is not a valid ${format}, such as ${known.example}` };
  return { value: text };
}

export function toBounds(schema: FieldSchema): Pick<Question, "min" | "max"> {
  const [min, max] = [numberIn(schema, "minimum"), numberIn(schema, "maximum")];
  return { min, max };
}

export function readNumber(question: Question, isWhole: boolean, answer: QuestionAnswer): FieldReading {
  const text = answer.customInput ?? "";
  const fault = numberFault(question, text);
  if (fault !== null) return { problem: toNumberFaultText(fault) };
  const value = Number(text.trim());
  return isWhole && !Number.isInteger(value) ? { problem: `${text} is not a whole number` } : { value };
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // The 31st of a shorter month would become a day of the next one.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
