import { describe, expect, test } from "vitest";
import { parseAsk } from "../ask.ts";
import { readAskForm, toAskForm } from "./ask-form.ts";

const choice = (multiSelect: boolean) => ({
  question: multiSelect ? "Which features?" : "Which database?",
  header: multiSelect ? "Features" : "Database",
  options: [{ label: "A", description: "first" }, { label: "B" }],
  multiSelect,
});
const text = { question: "What name?", header: "Name", kind: "text", options: [], multiSelect: false };
const number = { question: "How many?", header: "", kind: "number", options: [], multiSelect: false, min: 1, max: 9 };
const ask = (...questions: object[]) => parseAsk({ kind: "question", questions });

describe("an ask as a form", () => {
  test("has a field for each question, and one for the person's own words beside each choice", () => {
    const { message, requestedSchema } = toAskForm(ask(choice(false), choice(true), text, number));
    expect(message).toBe(
      "1. Which database?\n- A: first\n- B\n\n2. Which features?\n- A: first\n- B\n\n3. What name?\n\n4. How many?",
    );
    expect(requestedSchema.required).toEqual(["question_3", "question_4"]);
    expect(requestedSchema.properties).toMatchObject({
      question_1: { type: "string", title: "Database", description: "Which database?", enum: ["A", "B"] },
      question_1_other: { type: "string", title: "Database: other" },
      question_2: { type: "array", items: { type: "string", enum: ["A", "B"] } },
      question_2_other: { type: "string" },
      question_3: { type: "string", title: "Name" },
      question_4: { type: "number", minimum: 1, maximum: 9 },
    });
  });

  test("asks yes or no for each option if the client has no lists", () => {
    const { properties } = toAskForm(ask(choice(true)), { lists: false }).requestedSchema;
    expect(Object.keys(properties)).toEqual(["question_1_option_1", "question_1_option_2", "question_1_other"]);
    expect(properties.question_1_option_1).toEqual({
      type: "boolean",
      title: "A",
      description: "first",
      default: false,
    });
  });

  test.each([
    [choice(false), { question_1: "B" }, { selectedOptions: ["B"] }],
    [choice(false), { question_1_other: " my own " }, { selectedOptions: [], customInput: "my own" }],
    [
      choice(true),
      { question_1: ["B", "A"], question_1_other: "C" },
      { selectedOptions: ["B", "A"], customInput: "C" },
    ],
    [choice(true), { question_1_option_2: true, question_1_option_1: false }, { selectedOptions: ["B"] }],
    [text, { question_1: "yourcall" }, { selectedOptions: [], customInput: "yourcall" }],
    [number, { question_1: 3 }, { selectedOptions: [], customInput: "3" }],
  ])("%j filled in with %j is an answer", (question, content, answer) => {
    expect(readAskForm(ask(question), content)).toMatchObject({ answers: [answer] });
  });

  test.each([
    [choice(false), undefined, "choose an option or type your own answer"],
    [choice(false), { question_1: "", question_1_other: "  " }, "choose an option or type your own answer"],
    [choice(false), { question_1: "A", question_1_other: "C" }, "choose an option or type your own answer, not both"],
    [
      choice(true),
      { question_1_option_1: false, question_1_option_2: false },
      "choose an option or type your own answer",
    ],
    [choice(false), { question_1: "Z" }, /Z/],
    [text, {}, "needs an answer"],
    [number, { question_1: 99 }, /9/],
  ])("%j filled in with %j is not", (question, content, message) => {
    const read = readAskForm(ask(question), content);
    expect("issues" in read && read.issues.map((issue) => issue.message).join()).toMatch(message);
  });
});
