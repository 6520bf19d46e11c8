import { numberFault } from "../answer-rules.ts";
import { countCharacters } from "../count-characters.ts";
import { isRecord } from "../fields.ts";
import { maxOptions } from "../limits.ts";
import type { QuestionAnswer } from "../outcome-schemas.ts";
import type { NumberQuestion, Question } from "../schemas.ts";
import { toNumberFaultText } from "../words/fault-text.ts";

/** A person's answer as a value for the server, or why it is invalid. */
type FieldReading = { value: unknown } | { problem: string };

/** One field of a form, as a question. `read` is given answers only, never skips. */
export interface FormField {
  name: string;
  required: boolean;
  /** The server's default. Used only if the person has no preference. */
  fallback?: unknown;
  question: Question;
  read(answer: QuestionAnswer): FieldReading;
}

// More than anybody fills in or chooses from.
const maxFields = 100;
const maxChoices = 1000;

/** A property of the requested schema, unchecked. */
type FieldSchema = Readonly<Record<string, unknown>>;

/**
 * An MCP server's form as questions: enums, several of an enum, yes or no, texts and numbers. A form without fields has no
 * questions. `fault` says why a form cannot be shown.
 */
export function toForm(schema: unknown): { fields: FormField[] } | { fault: string } {
  const { properties = {}, required } = isRecord(schema) ? schema : {};
  if (!isRecord(properties)) return { fault: "the form's properties are not an object" };
  const entries = Object.entries(properties);
  if (entries.length > maxFields)
    return { fault: `the form has ${entries.length} fields; at most ${maxFields} are shown` };
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const fields: FormField[] = [];
  for (const [name, property] of entries) {
    const made = isRecord(property) && !hasTooMany(property) ? toField(name, property) : undefined;
    if (made === undefined) return { fault: `the field "${name}" has a type that cannot be shown as a question` };
    const isRequired = needed.has(name);
    const fallback = isRecord(property) ? property.default : undefined;
    fields.push({ ...made, name, required: isRequired, fallback });
  }
  return { fields: withDistinctTexts(fields) };
}

function hasTooMany({ items, enum: values, oneOf, anyOf }: FieldSchema): boolean {
  const isLong = [values, oneOf, anyOf].some((list) => Array.isArray(list) && list.length > maxChoices);
  return isLong || (isRecord(items) && hasTooMany(items));
}

type MadeField = Pick<FormField, "question" | "read">;

function toField(name: string, schema: FieldSchema): MadeField | undefined {
  const choices = toChoices(schema);
  if (choices !== undefined && choices.length > 0) {
    const { options, more } = toOptions(choices);
    const question: Question = { ...toBase(name, schema, more), kind: "choice", options };
    return { question, read: (answer) => readOne(choices, answer) };
  }
  switch (schema.type) {
    case "boolean": {
      const { options } = toOptions(yesAndNo);
      const question: Question = { ...toBase(name, schema), kind: "choice", options };
      return { question, read: (answer) => readOne(yesAndNo, answer) };
    }
    case "string": {
      const placeholder = toPlaceholder(schema);
      const question: Question = { ...toBase(name, schema), kind: "text", options: [], placeholder };
      return { question, read: (answer) => readText(schema, answer) };
    }
    case "number":
    case "integer": {
      const question: NumberQuestion = {
        ...toBase(name, schema),
        kind: "number",
        options: [],
        min: numberIn(schema, "minimum"),
        max: numberIn(schema, "maximum"),
      };
      return { question, read: (answer) => readNumber(question, schema.type === "integer", answer) };
    }
    case "array":
      return toListField(name, schema);
    default:
      return undefined;
  }
}

function toListField(name: string, schema: FieldSchema): MadeField | undefined {
  const choices = isRecord(schema.items) ? toChoices(schema.items) : undefined;
  if (choices === undefined || choices.length === 0) return undefined;
  const { options, more } = toOptions(choices);
  const question: Question = { ...toBase(name, schema, more), kind: "choice", options, multiSelect: true };
  return { question, read: (answer) => readMany(choices, schema, answer) };
}

function toBase(
  name: string,
  schema: FieldSchema,
  more = "",
): Pick<Question, "question" | "header"> & { multiSelect: false } {
  const title = textIn(schema, "title") ?? (name.trim() || "Value");
  const preset = schema.default === undefined ? "" : `If skipped: ${JSON.stringify(schema.default)}.`;
  const lines = [title, textIn(schema, "description"), more, preset];
  return {
    question: lines.filter((line) => line !== undefined && line !== "").join("\n"),
    header: title,
    multiSelect: false,
  };
}

function withDistinctTexts(fields: readonly FormField[]): FormField[] {
  return fields.map((field, index) => {
    const isDouble = fields.some((other, at) => at !== index && other.question.question === field.question.question);
    if (!isDouble) return field;
    return { ...field, question: { ...field.question, question: `${field.question.question} (${field.name})` } };
  });
}

/** One value of a field, and its label. */
interface Choice {
  label: string;
  value: unknown;
}

/** The values of an enum: `enum` with or without `enumNames`, or `oneOf`/`anyOf` of constants with titles. */
function toChoices(schema: FieldSchema): Choice[] | undefined {
  const titled = [schema.oneOf, schema.anyOf].find(Array.isArray);
  if (titled !== undefined) {
    const choices = titled.filter(isRecord).map((item) => ({ value: item.const, title: textIn(item, "title") }));
    return choices.every(({ value }) => typeof value === "string") ? withLabels(choices) : undefined;
  }
  if (!Array.isArray(schema.enum)) return undefined;
  const names: unknown[] = Array.isArray(schema.enumNames) ? schema.enumNames : [];
  return withLabels(
    schema.enum.map((value: unknown, index) => {
      const title = names[index];
      return { value, title: typeof title === "string" ? title : undefined };
    }),
  );
}

const yesAndNo: readonly Choice[] = [
  { label: "Yes", value: true },
  { label: "No", value: false },
];

/** The options of a question, and a line with the values that did not fit and can be typed instead. */
function toOptions(choices: readonly Choice[]): Pick<Question, "options"> & { more: string } {
  const rest = choices.slice(maxOptions).map(({ label }) => label);
  return {
    options: choices.slice(0, maxOptions).map(({ label }) => ({ label })),
    more: rest.length === 0 ? "" : `More choices (type one under Other): ${rest.join(", ")}`,
  };
}

function readOne(choices: readonly Choice[], answer: QuestionAnswer): FieldReading {
  const typed = answer.customInput;
  const chosen = typed === undefined ? byLabel(choices, answer.selectedOptions[0] ?? "") : byWords(choices, typed);
  return chosen === undefined ? notAmong(choices, typed ?? "") : { value: chosen.value };
}

function readMany(choices: readonly Choice[], schema: FieldSchema, answer: QuestionAnswer): FieldReading {
  const typed = answer.customInput === undefined ? [] : toPieces(choices, answer.customInput);
  const stray = typed.find((words) => byWords(choices, words) === undefined);
  if (stray !== undefined) return notAmong(choices, stray);
  const chosen = [
    ...answer.selectedOptions.flatMap((label) => byLabel(choices, label) ?? []),
    ...typed.flatMap((words) => byWords(choices, words) ?? []),
  ];
  const values = [...new Set(chosen.map(({ value }) => value))];
  const [least, most] = [numberIn(schema, "minItems"), numberIn(schema, "maxItems")];
  if (least !== undefined && values.length < least) return { problem: `choose at least ${least}` };
  if (most !== undefined && values.length > most) return { problem: `choose at most ${most}` };
  return { value: values };
}

function toPieces(choices: readonly Choice[], text: string): string[] {
  if (byWords(choices, text) !== undefined) return [text];
  return text
    .split(",")
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
}

function byLabel(choices: readonly Choice[], label: string): Choice | undefined {
  return choices.find((choice) => choice.label === label);
}

function byWords(choices: readonly Choice[], text: string): Choice | undefined {
  const words = text.trim().toLowerCase();
  const matches = (value: unknown) => String(value).trim().toLowerCase() === words;
  return choices.find(({ label }) => matches(label)) ?? choices.find(({ value }) => matches(value));
}

function notAmong(choices: readonly Choice[], text: string): FieldReading {
  return { problem: `"${text}" is not one of ${choices.map(({ label }) => label).join(", ")}` };
}

function withLabels(items: readonly { value: unknown; title: string | undefined }[]): Choice[] {
  const distinct = items.filter(({ value }, index) => items.findIndex((other) => other.value === value) === index);
  const plain = distinct.map(({ value, title }) => title?.trim() || String(value).trim() || "(empty)");
  return distinct.map(({ value }, index) => {
    const label = plain[index] ?? "";
    const isDouble = plain.indexOf(label) !== plain.lastIndexOf(label);
    return { value, label: isDouble ? `${label} (${index + 1}: ${String(value)})` : label };
  });
}

function textIn(schema: FieldSchema, name: string): string | undefined {
  const value = schema[name];
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function numberIn(schema: FieldSchema, name: string): number | undefined {
  const value = schema[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
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
function toPlaceholder(schema: FieldSchema): string | undefined {
  const format = textIn(schema, "format");
  return format === undefined ? undefined : formats[format]?.example;
}

/** Reads a text. A `pattern` is ignored: the protocol has none, and a foreign expression can run forever. */
function readText(schema: FieldSchema, answer: QuestionAnswer): FieldReading {
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

function readNumber(question: NumberQuestion, isWhole: boolean, answer: QuestionAnswer): FieldReading {
  const text = answer.customInput ?? "";
  const fault = numberFault(question, text);
  if (fault !== null) return { problem: toNumberFaultText(fault) };
  const value = Number(text.trim());
  return isWhole && !Number.isInteger(value) ? { problem: `${text} is not a whole number` } : { value };
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // `Date` turns the 31st of a shorter month into a day of the next one.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
