import { describe, expect, test } from "vitest";
import { InvalidAskError } from "../errors.ts";
import { askInputJsonSchema, checkAskInput } from "./ask-input.ts";

const options = ["PostgreSQL (Recommended)", "SQLite", "DuckDB", "MySQL", "MongoDB"].map((label) => ({
  label,
  description: `Use ${label}`,
}));

function question(change: Record<string, unknown> = {}) {
  return {
    question: "Which database?",
    header: "Database",
    options: options.slice(0, 3),
    multiSelect: false,
    ...change,
  };
}

function questions(count: number) {
  return Array.from({ length: count }, (_, index) => question({ question: `Question ${index + 1}?` }));
}

function issuesOf(value: unknown): string[] {
  const checked = checkAskInput(value);
  return "issues" in checked ? checked.issues.map(({ path, message }) => `${path}: ${message}`) : [];
}

function issuesOfQuestion(change: Record<string, unknown>): string[] {
  return issuesOf({ questions: [question(change)] });
}

function withOption(index: number, change: Record<string, unknown>) {
  return { options: options.slice(0, 3).map((option, at) => (at === index ? { ...option, ...change } : option)) };
}

test("a well-formed ask becomes canonical, its texts unchanged", () => {
  expect(checkAskInput({ questions: [question()], metadata: { source: "plan" } })).toEqual({
    ask: { kind: "question", questions: [{ ...question(), kind: "choice" }], metadata: { source: "plan" } },
  });
});

describe("how many", () => {
  test.each([1, 2, 3, 4])("%i questions are asked", (count) => {
    expect(issuesOf({ questions: questions(count) })).toEqual([]);
  });

  test("no question and five questions are refused", () => {
    expect(issuesOf({ questions: [] })).toEqual(["questions: Give at least one question."]);
    expect(issuesOf({ questions: questions(5) })).toEqual(["questions: Give at most 4 questions; this has 5."]);
  });

  test.each([2, 3, 4])("%i options are offered", (count) => {
    expect(issuesOfQuestion({ options: options.slice(0, count) })).toEqual([]);
  });

  test("one option and five options are refused", () => {
    expect(issuesOfQuestion({ options: options.slice(0, 1) })).toEqual([
      "questions[0].options: Give at least 2 options.",
    ]);
    expect(issuesOfQuestion({ options })).toEqual(["questions[0].options: Give at most 4 options; this has 5."]);
  });
});

describe("how long", () => {
  test("a header has 1 to 12 characters", () => {
    expect(issuesOfQuestion({ header: "twelve chars" })).toEqual([]);
    expect(issuesOfQuestion({ header: "twelve chars!" })).toEqual([
      "questions[0].header: header is 13 characters long; the limit is 12. Shorten it.",
    ]);
    expect(issuesOfQuestion({ header: "" })).toEqual(["questions[0].header: header is empty. Write some text."]);
  });

  test.each([
    ["emoji of many parts", "👩‍👩‍👧‍👦"],
    ["flags", "🇩🇪"],
    ["letters with combining marks", "e\u0301\u0323"],
    ["skin tones", "👍🏽"],
  ])("%s count as one character each", (_, character) => {
    expect(issuesOfQuestion({ header: character.repeat(12) })).toEqual([]);
    expect(issuesOfQuestion({ header: character.repeat(13) })).toEqual([
      "questions[0].header: header is 13 characters long; the limit is 12. Shorten it.",
    ]);
  });

  test("text that is only white space is refused once, with its path", () => {
    const blank = {
      question: " \n",
      header: "\t",
      options: [
        { label: "  ", description: " " },
        { label: "B", description: "b" },
      ],
    };
    expect(issuesOfQuestion(blank)).toEqual(
      ["question", "header", "options[0].label", "options[0].description"].map(
        (path) => `questions[0].${path}: ${path.replace("options[0].", "")} is only white space. Write some text.`,
      ),
    );
  });

  test("a label has at most 50 characters and a description 200", () => {
    expect(issuesOfQuestion(withOption(2, { label: "a".repeat(50), description: "b".repeat(200) }))).toEqual([]);
    expect(issuesOfQuestion(withOption(2, { label: "a".repeat(51) }))).toEqual([
      "questions[0].options[2].label: label is 51 characters long; the limit is 50. Shorten it.",
    ]);
    expect(issuesOfQuestion(withOption(1, { description: "b".repeat(201) }))).toEqual([
      "questions[0].options[1].description: description is 201 characters long; the limit is 200. Shorten it.",
    ]);
  });

  test("empty texts are refused, each with its path", () => {
    expect(issuesOfQuestion({ question: "" })).toEqual(["questions[0].question: question is empty. Write some text."]);
    expect(issuesOfQuestion(withOption(0, { description: "" }))).toEqual([
      "questions[0].options[0].description: description is empty. Write some text.",
    ]);
  });
});

describe("what must be there", () => {
  test("a missing multiSelect is named, never guessed", () => {
    const { multiSelect: _, ...rest } = question();
    expect(issuesOf({ questions: [rest] })).toEqual([
      "questions[0].multiSelect: multiSelect is missing. Give a boolean.",
    ]);
  });

  test("a value of the wrong type is named once, whatever else is wrong with it", () => {
    expect(issuesOf({ questions: "Which database?" })).toEqual([
      "questions: questions must be an array, got a string.",
    ]);
    expect(issuesOf(undefined)[0]).toContain("The input is missing. Give an object.");
  });

  test("a multiSelect as text is not a boolean", () => {
    expect(issuesOfQuestion({ multiSelect: "true" })).toEqual([
      "questions[0].multiSelect: multiSelect must be a boolean, got a string.",
    ]);
  });

  test("a missing label, description, header or question is named with its path", () => {
    expect(issuesOf({ questions: [{ options: [{ label: "A" }, { description: "b" }], multiSelect: true }] })).toEqual([
      "questions[0].question: question is missing. Give a string.",
      "questions[0].header: header is missing. Give a string.",
      "questions[0].options[0].description: description is missing. Give a string.",
      "questions[0].options[1].label: label is missing. Give a string.",
    ]);
  });

  test.each([undefined, null, "Which database?", [], 4])("%j is not an ask", (value) => {
    expect(issuesOf(value)).toHaveLength(1);
  });
});

describe("what must not be there", () => {
  test("answers and annotations, since only the person answers", () => {
    expect(issuesOf({ questions: [question()], answers: {}, annotations: undefined })).toEqual([
      'answers: Only the person answers. Remove "answers" from the ask.',
      'annotations: Only the person answers. Remove "annotations" from the ask.',
    ]);
  });

  test.each(["Other", "other", "OTHER...", " Other "])("an own option %j", (label) => {
    expect(issuesOfQuestion(withOption(2, { label }))).toEqual([
      'questions[0].options[2].label: "Other" is added to every question automatically. Remove this option.',
    ]);
  });

  test("one label twice in a question", () => {
    expect(issuesOfQuestion(withOption(2, { label: "SQLite" }))).toEqual([
      "questions[0].options[2].label: Same label as options[1]. Give every option its own label.",
    ]);
  });

  test("one label in two questions is fine", () => {
    expect(issuesOf({ questions: questions(2) })).toEqual([]);
  });

  test("one text for two questions", () => {
    expect(issuesOf({ questions: [question(), question({ header: "Again" })] })).toEqual([
      "questions[1].question: Same text as questions[0].question. Give every question its own text.",
    ]);
  });

  test("a preview in a multi-select question", () => {
    expect(issuesOfQuestion({ ...withOption(1, { preview: "+--+" }), multiSelect: true })).toEqual([
      "questions[0].options[1].preview: Only single-select questions can have previews. Remove it, or set multiSelect to false.",
    ]);
    expect(issuesOfQuestion({ ...withOption(1, { preview: "+--+" }), multiSelect: false })).toEqual([]);
  });

  test("unknown fields", () => {
    expect(issuesOfQuestion({ hint: "x", icon: "y" })).toEqual([
      'questions[0]: Unknown fields "hint", "icon". Remove them.',
    ]);
    expect(issuesOf({ questions: [question()], timeout: 5 })).toEqual([': Unknown field "timeout". Remove it.']);
  });
});

test("a refused ask says that no person saw it, and lists every fault", () => {
  const checked = checkAskInput({ questions: [question({ header: "", multiSelect: undefined })] });
  expect("issues" in checked && new InvalidAskError(checked.issues).message).toMatch(
    /no person saw it.*questions\[0\]\.header.*questions\[0\]\.multiSelect/s,
  );
});

const schema = askInputJsonSchema();
const at = (...path: (string | number)[]) =>
  path.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], schema);
const questionPath = ["properties", "questions", "items"];
const option = [...questionPath, "properties", "options", "items"];

test("the schema says how many questions and options are allowed", () => {
  expect(at("properties", "questions")).toMatchObject({ type: "array", minItems: 1, maxItems: 4 });
  expect(at(...questionPath, "properties", "options")).toMatchObject({ type: "array", minItems: 2, maxItems: 4 });
});

test("the schema says how long texts may be", () => {
  expect(at(...questionPath, "properties", "header")).toMatchObject({ type: "string", minLength: 1, maxLength: 12 });
  expect(at(...option, "properties", "label")).toMatchObject({ type: "string", minLength: 1, maxLength: 50 });
  expect(at(...option, "properties", "description")).toMatchObject({ minLength: 1, maxLength: 200 });
  expect(at(...questionPath, "properties", "question")).toMatchObject({ minLength: 1 });
});

test("multiSelect is required, like all but preview and metadata", () => {
  expect(at("required")).toEqual(["questions"]);
  expect(at(...questionPath, "required")).toEqual(["question", "header", "options", "multiSelect"]);
  expect(at(...option, "required")).toEqual(["label", "description"]);
});

test("no object accepts unknown fields, so an ask cannot contain answers", () => {
  expect(at("additionalProperties")).toBe(false);
  expect(at(...questionPath, "additionalProperties")).toBe(false);
  expect(at(...option, "additionalProperties")).toBe(false);
  expect(Object.keys(at("properties") as object)).toEqual(["questions", "metadata", "replyTo", "reply"]);
});

test("every field for the model is described", () => {
  for (const path of [["properties", "questions"], ...fieldsOf(questionPath), ...fieldsOf(option)])
    expect(at(...path, "description"), path.join(".")).toMatch(/^[A-Z0-9t].*\.$/);
});

test("it is plain JSON, and changing it affects no other caller", () => {
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  expect(schema).not.toHaveProperty("$schema");
  delete askInputJsonSchema().properties;
  expect(askInputJsonSchema()).toEqual(schema);
});

function fieldsOf(path: string[]): string[][] {
  return Object.keys(at(...path, "properties") as object).map((name) => [...path, "properties", name]);
}
