import { expect, test } from "vitest";
import { askInputJsonSchema } from "./ask-input-json-schema.ts";

const schema = askInputJsonSchema();
const at = (...path: (string | number)[]) =>
  path.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], schema);
const question = ["properties", "questions", "items"];
const option = [...question, "properties", "options", "items"];

test("models are told how many questions and options there may be", () => {
  expect(at("properties", "questions")).toMatchObject({ type: "array", minItems: 1, maxItems: 4 });
  expect(at(...question, "properties", "options")).toMatchObject({ type: "array", minItems: 2, maxItems: 4 });
});

test("models are told how long texts may be", () => {
  expect(at(...question, "properties", "header")).toMatchObject({ type: "string", minLength: 1, maxLength: 12 });
  expect(at(...option, "properties", "label")).toMatchObject({ type: "string", minLength: 1, maxLength: 50 });
  expect(at(...option, "properties", "description")).toMatchObject({ minLength: 1, maxLength: 200 });
  expect(at(...question, "properties", "question")).toMatchObject({ minLength: 1 });
});

test("multiSelect is required, like all but preview and metadata", () => {
  expect(at("required")).toEqual(["questions"]);
  expect(at(...question, "required")).toEqual(["question", "header", "options", "multiSelect"]);
  expect(at(...option, "required")).toEqual(["label", "description"]);
});

test("no object takes unknown fields, so an ask has no room for answers", () => {
  expect(at("additionalProperties")).toBe(false);
  expect(at(...question, "additionalProperties")).toBe(false);
  expect(at(...option, "additionalProperties")).toBe(false);
  expect(Object.keys(at("properties") as object)).toEqual(["questions", "metadata"]);
});

test("every field that a model fills in is described", () => {
  for (const path of [["properties", "questions"], ...fieldsOf(question), ...fieldsOf(option)])
    expect(at(...path, "description"), path.join(".")).toMatch(/^[A-Z0-9t].*\.$/);
});

test("it holds nothing but JSON, and changing it changes no other caller's", () => {
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  expect(schema).not.toHaveProperty("$schema");
  delete askInputJsonSchema().properties;
  expect(askInputJsonSchema()).toEqual(schema);
});

function fieldsOf(path: string[]): string[][] {
  return Object.keys(at(...path, "properties") as object).map((name) => [...path, "properties", name]);
}
