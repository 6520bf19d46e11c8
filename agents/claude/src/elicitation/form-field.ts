import type { Question, QuestionAnswer } from "@yourcall/core";

/** What a person's answer is for the server: a value, nothing, or not what the field takes, said so that one can mend it. */
export type FieldReading = { value: unknown } | { problem: string };

/** One field of a form, as a question. `read` is given answers only, never skips. */
export interface FormField {
  name: string;
  required: boolean;
  /** What the server would put in by itself. Taken only where the person says that they have no preference. */
  fallback?: unknown;
  question: Question;
  read(answer: QuestionAnswer): FieldReading;
}

/** A property of the requested schema, of which nothing is known. */
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
