import type { Question, QuestionAnswer } from "../schemas.ts";
import { type FieldReading, type FieldSchema, isFieldSchema, numberIn, textIn } from "./form-field.ts";

/** One value of a field, and its label. */
export interface Choice {
  label: string;
  value: unknown;
}

const mostOptions = 4;

/** The values of an enum: `enum` with or without `enumNames`, or `oneOf`/`anyOf` of constants with titles. */
export function toChoices(schema: FieldSchema): Choice[] | undefined {
  const titled = [schema.oneOf, schema.anyOf].find(Array.isArray);
  if (titled !== undefined) {
    const choices = titled.filter(isFieldSchema).map((item) => ({ value: item.const, title: textIn(item, "title") }));
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

export const yesAndNo: readonly Choice[] = [
  { label: "Yes", value: true },
  { label: "No", value: false },
];

/** The options of a question, and a line with the values that did not fit and can be typed instead. */
export function toOptions(choices: readonly Choice[]): Pick<Question, "options"> & { more: string } {
  const rest = choices.slice(mostOptions).map(({ label }) => label);
  return {
    options: choices.slice(0, mostOptions).map(({ label }) => ({ label })),
    more: rest.length === 0 ? "" : `More choices, to be typed under Other: ${rest.join(", ")}`,
  };
}

export function readOne(choices: readonly Choice[], answer: QuestionAnswer): FieldReading {
  const typed = answer.customInput;
  const chosen = typed === undefined ? byLabel(choices, answer.selectedOptions[0] ?? "") : byWords(choices, typed);
  return chosen === undefined ? notAmong(choices, typed ?? "") : { value: chosen.value };
}

export function readMany(choices: readonly Choice[], schema: FieldSchema, answer: QuestionAnswer): FieldReading {
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
  const isSame = (value: unknown) => String(value).trim().toLowerCase() === words;
  return choices.find(({ label }) => isSame(label)) ?? choices.find(({ value }) => isSame(value));
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
