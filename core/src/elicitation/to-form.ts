import type { Question } from "../schemas.ts";
import { readMany, readOne, toChoices, toOptions, yesAndNo } from "./choice-field.ts";
import {
  type FieldSchema,
  type FormField,
  isFieldSchema,
  readNumber,
  readText,
  textIn,
  toBounds,
  toPlaceholder,
} from "./form-field.ts";

/**
 * An MCP server's form as questions: enums, several of an enum, yes or no, texts and numbers. A form without
 * fields has none. Throws if a field cannot be shown as a question.
 */
export function toForm(schema: unknown): { fields: FormField[] } | { fault: string } {
  const { properties = {}, required } = isFieldSchema(schema) ? schema : {};
  if (!isFieldSchema(properties)) return { fault: "the form's properties are not an object" };
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const fields: FormField[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const made = isFieldSchema(property) ? toField(name, property) : undefined;
    if (made === undefined) return { fault: `the field "${name}" is of a kind that cannot be asked` };
    const isRequired = needed.includes(name);
    const fallback = isFieldSchema(property) ? property.default : undefined;
    fields.push({ ...made, name, required: isRequired, fallback });
  }
  return { fields: withDistinctTexts(fields) };
}

type MadeField = Pick<FormField, "question" | "read">;

function toField(name: string, schema: FieldSchema): MadeField | undefined {
  const choices = toChoices(schema);
  if (choices !== undefined && choices.length > 0) {
    const { options, more } = toOptions(choices);
    const question = toQuestion(name, schema, { options }, more);
    return { question, read: (answer) => readOne(choices, answer) };
  }
  switch (schema.type) {
    case "boolean": {
      const question = toQuestion(name, schema, toOptions(yesAndNo));
      return { question, read: (answer) => readOne(yesAndNo, answer) };
    }
    case "string": {
      const placeholder = toPlaceholder(schema);
      const shape = { kind: "text", placeholder } as const;
      return { question: toQuestion(name, schema, shape), read: (answer) => readText(schema, answer) };
    }
    case "number":
    case "integer": {
      const question = toQuestion(name, schema, { kind: "number", ...toBounds(schema) });
      return { question, read: (answer) => readNumber(question, schema.type === "integer", answer) };
    }
    case "array":
      return toListField(name, schema);
    default:
      return undefined;
  }
}

function toListField(name: string, schema: FieldSchema): MadeField | undefined {
  const choices = isFieldSchema(schema.items) ? toChoices(schema.items) : undefined;
  if (choices === undefined || choices.length === 0) return undefined;
  const { options, more } = toOptions(choices);
  const question = toQuestion(name, schema, { options, multiSelect: true }, more);
  return { question, read: (answer) => readMany(choices, schema, answer) };
}

function toQuestion(name: string, schema: FieldSchema, shape: Partial<Question>, more = ""): Question {
  const title = textIn(schema, "title") ?? (name.trim() || "Value");
  const preset = schema.default === undefined ? "" : `Skipped, it is ${JSON.stringify(schema.default)}.`;
  const lines = [title, textIn(schema, "description"), more, preset];
  return {
    question: lines.filter((line) => line !== undefined && line !== "").join("\n"),
    header: title,
    kind: "choice",
    multiSelect: false,
    ...shape,
    options: shape.options ?? [],
  };
}

function withDistinctTexts(fields: readonly FormField[]): FormField[] {
  return fields.map((field, index) => {
    const isDouble = fields.some((other, at) => at !== index && other.question.question === field.question.question);
    if (!isDouble) return field;
    return { ...field, question: { ...field.question, question: `${field.question.question} (${field.name})` } };
  });
}
