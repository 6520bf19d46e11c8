import { describe, expect, test } from "vitest";
import { parseAsk } from "../ask.ts";
import { readAskForm, toAskForm, toWordsForm } from "./ask-form.ts";

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
    // A client with an "Other" of its own sends what was typed there in place of an option.
    [choice(false), { question_1: "my own" }, { selectedOptions: [], customInput: "my own" }],
    [choice(true), { question_1: ["B", "my own"] }, { selectedOptions: ["B"], customInput: "my own" }],
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
    [
      { ...choice(false), kind: "confirm", options: [{ label: "Yes" }, { label: "No" }] },
      { question_1: "Z" },
      "choose",
    ],
    [text, {}, "needs an answer"],
    [number, { question_1: 99 }, /9/],
  ])("%j filled in with %j is not", (question, content, message) => {
    const read = readAskForm(ask(question), content);
    expect("issues" in read && read.issues.map((issue) => issue.message).join()).toMatch(message);
  });
});

describe("an ask as a form for a client that sends no empty field", () => {
  const given = ask(choice(false), choice(true), text);

  test("has the person's own words as one more option, and none of its fields can be left empty", () => {
    const { properties, required } = toAskForm(given, { lists: false, emptyFields: false }).requestedSchema;
    expect(properties.question_1).toMatchObject({ enum: ["A", "B", "My own answer"] });
    expect(
      Object.entries(properties)
        .filter(([, { type }]) => type !== "boolean")
        .map(([name]) => name),
    ).toEqual(required);
    expect(properties.question_2_own).toMatchObject({ type: "boolean", title: "My own answer" });
  });

  test("asks for the words in a second form, only where they were chosen", () => {
    const first = { question_1: "My own answer", question_2_option_2: true, question_2_own: true, question_3: "x" };
    const second = toWordsForm(given, first);
    expect(second?.requestedSchema).toMatchObject({ required: ["question_1_other", "question_2_other"] });
    expect(second?.message).toContain("Which database?");
    const words = { question_1_other: "Redis", question_2_other: "C" };
    expect(readAskForm(given, { ...first, ...words })).toMatchObject({
      answers: [{ selectedOptions: [], customInput: "Redis" }, { selectedOptions: ["B"], customInput: "C" }, {}],
    });
    expect(toWordsForm(given, { question_1: "A" })).toBeNull();
    expect(toWordsForm(given, { ...first, ...words })).toBeNull();
    expect(readAskForm(given, first)).toMatchObject({ issues: [{ path: "Database" }] });
  });

  test("names its own option differently if the question has one of that name", () => {
    const taken = ask({ ...choice(false), options: [{ label: "My own answer" }, { label: "B" }] });
    const { properties } = toAskForm(taken, { emptyFields: false }).requestedSchema;
    expect(properties.question_1).toMatchObject({ enum: ["My own answer", "B", "My own answer (typed next)"] });
    expect(readAskForm(taken, { question_1: "My own answer" })).toMatchObject({
      answers: [{ selectedOptions: ["My own answer"] }],
    });
  });
});
