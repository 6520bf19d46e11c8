import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isConfirm } from "../answering/rows.ts";
import { checkAsk } from "../ask.ts";
import type { Ask } from "../schemas.ts";
import { arbitraryAsk } from "../testing/arbitrary-ask.ts";
import { toAskLeniently } from "./lenient-ask.ts";

const database = {
  question: "Which database?",
  header: "Database",
  options: [
    { label: "PostgreSQL", description: "Relational" },
    { label: "SQLite", description: "One file" },
  ],
  multiSelect: false,
};

function accepted(value: unknown): { ask: Ask; repairs: string[] } {
  const result = toAskLeniently(value);
  if ("issues" in result) throw new Error(JSON.stringify(result.issues));
  return result;
}

function refused(value: unknown): string[] {
  const result = toAskLeniently(value);
  if ("ask" in result) throw new Error("accepted");
  return result.issues.map(({ path, message }) => `${path}: ${message}`);
}

describe("what needs no repair", () => {
  test("an ask as our tool describes it passes unchanged", () => {
    const { ask, repairs } = accepted({ questions: [database], metadata: { source: "test" } });
    expect(ask).toEqual({
      kind: "question",
      questions: [{ ...database, kind: "choice" }],
      metadata: { source: "test" },
    });
    expect(repairs).toEqual([]);
  });

  test("text, number and context are kept", () => {
    const port = { ...database, question: "Port?", options: [], kind: "number", min: 1, max: 65535, unit: "tcp" };
    const name = { ...database, question: "Name?", options: [], kind: "text", placeholder: "my-service" };
    const { ask, repairs } = accepted({ questions: [port, name], context: "I am about to open a port." });
    expect(ask.questions).toEqual([port, name]);
    expect(ask.context).toBe("I am about to open a port.");
    expect(repairs).toEqual([]);
  });
});

describe("JSON instead of a value", () => {
  test("questions as a JSON string are read", () => {
    const { ask, repairs } = accepted({ questions: JSON.stringify([database]) });
    expect(ask.questions[0]?.options.map(({ label }) => label)).toEqual(["PostgreSQL", "SQLite"]);
    expect(repairs).toEqual(["questions: a JSON string, read as the list in it."]);
  });

  test("strings in strings in strings are read, at every level", () => {
    const options = JSON.stringify(database.options.map((option) => JSON.stringify(option)));
    const question = JSON.stringify(JSON.stringify({ ...database, options }));
    const whole = JSON.stringify(JSON.stringify(JSON.stringify({ questions: JSON.stringify([question]) })));
    expect(accepted(whole).ask).toEqual({ kind: "question", questions: [{ ...database, kind: "choice" }] });
  });

  test("a label that merely looks like JSON stays a label", () => {
    const { ask } = accepted({ questions: [{ ...database, options: ['{"strict":true}', "[]"] }] });
    expect(ask.questions[0]?.options).toEqual([{ label: '{"strict":true}' }, { label: "[]" }]);
  });

  test("a list of questions without an ask around it is accepted", () => {
    expect(accepted([database]).ask.questions).toHaveLength(1);
    expect(accepted({ questions: database }).ask.questions).toHaveLength(1);
  });
});

describe("the flat form", () => {
  test("one question with bare texts becomes an ask, and each change is reported", () => {
    const { ask, repairs } = accepted({ question: "Which colour?", options: ["red", "green"] });
    expect(ask).toEqual({
      kind: "question",
      questions: [
        {
          question: "Which colour?",
          header: "",
          kind: "choice",
          options: [{ label: "red" }, { label: "green" }],
          multiSelect: false,
        },
      ],
    });
    expect(repairs).toEqual([
      "ask: a question without a list, read as the only one.",
      "questions[0].options[0]: a string, read as the label.",
      "questions[0].options[1]: a string, read as the label.",
      "questions[0].multiSelect: missing, assumed to be false.",
      "questions[0].header: missing, so screens number the question.",
    ]);
  });

  test("a question without options becomes a text question", () => {
    expect(accepted({ question: "What is the project called?" }).ask.questions[0]).toMatchObject({
      kind: "text",
      options: [],
    });
    expect(accepted({ questions: ["What is it called?"] }).ask.questions[0]).toMatchObject({ kind: "text" });
  });
});

describe("what is repaired in a question", () => {
  const repairsOf = (change: Record<string, unknown>) => accepted({ questions: [{ ...database, ...change }] });

  test("a long header is kept and reported", () => {
    const { ask, repairs } = repairsOf({ header: "Authentication method" });
    expect(ask.questions[0]?.header).toBe("Authentication method");
    expect(repairs).toEqual(["questions[0].header: longer than 12 characters, kept."]);
  });

  test("a multiSelect as text or under another name counts", () => {
    expect(repairsOf({ multiSelect: "true" }).ask.questions[0]?.multiSelect).toBe(true);
    expect(repairsOf({ multiSelect: undefined, multiple: true }).ask.questions[0]?.multiSelect).toBe(true);
    expect(repairsOf({ multiSelect: "no" }).ask.questions[0]?.multiSelect).toBe(false);
  });

  test("a preview on a multi-select is kept and reported", () => {
    const options = [{ label: "A", preview: "+--+" }, { label: "B" }];
    const { ask, repairs } = repairsOf({ options, multiSelect: true });
    expect(ask.questions[0]?.options).toEqual(options);
    expect(repairs).toEqual(["questions[0].options[0].preview: kept, though several options can be chosen."]);
  });

  test.each(["Other", "other…", "OTHER", "Other (please specify)", "Other: specify"])(
    "the model's own %j keeps its place and its description",
    (label) => {
      const { ask, repairs } = repairsOf({ options: [{ label, description: "?" }, ...database.options] });
      expect(ask.questions[0]?.options).toEqual([{ label, description: "?" }, ...database.options]);
      expect(repairs).toEqual([]);
    },
  );

  test("a fifth option is fine if it is only the model's Other", () => {
    const { ask, repairs } = repairsOf({ options: ["a", "Other", "b", "c", "d"] });
    expect(ask.questions[0]?.options.map(({ label }) => label)).toEqual(["a", "b", "c", "d"]);
    expect(repairs).toContain(
      'questions[0].options: "Other" removed to make room, because every question has it anyway.',
    );
  });

  test("options that merely begin with Other stay", () => {
    expect(repairsOf({ options: ["Other region", "Other: B"] }).ask.questions[0]?.options).toHaveLength(2);
  });

  test("a repeated label becomes one option, with the details of both", () => {
    const { ask, repairs } = repairsOf({ options: ["A", { label: "B" }, { label: "A", description: "the first" }] });
    expect(ask.questions[0]?.options).toEqual([{ label: "A", description: "the first" }, { label: "B" }]);
    expect(repairs).toContain("questions[0].options[2]: the same label as an earlier option, merged with it.");
  });

  test("a text question with options becomes a choice, so that no option is lost", () => {
    const { ask, repairs } = repairsOf({ kind: "text", multiSelect: true });
    expect(ask.questions[0]).toMatchObject({ kind: "choice", multiSelect: true, options: database.options });
    expect(repairs).toEqual([
      "questions[0].kind: a text question has no options, so this is a choice; Other takes the text.",
    ]);
  });

  test("bounds that exclude every number are dropped", () => {
    const { ask, repairs } = repairsOf({ kind: "number", options: [], min: "10", max: 1 });
    expect(ask.questions[0]).not.toHaveProperty("min");
    expect(repairs).toContain("questions[0].min: larger than max, both dropped.");
  });

  test("unknown fields are dropped and reported by name", () => {
    expect(repairsOf({ step: 5, defaultValue: "SQLite" }).repairs).toEqual([
      'questions[0]: dropped the unknown fields "step", "defaultValue".',
    ]);
  });

  test("titles and descriptions, which have no field, are shown as context", () => {
    const { ask } = accepted({
      title: "Set-up",
      questions: [
        { ...database, description: "It cannot be changed later." },
        { ...database, question: "And the cache?" },
      ],
    });
    expect(ask.context).toBe("Set-up\n\nDatabase: It cannot be changed later.");
  });
});

test("answers that came with the question never reach the ask", () => {
  const { ask, repairs } = accepted({
    questions: [database],
    answers: { "Which database?": "SQLite" },
    annotations: {},
  });
  expect(ask).toEqual({ kind: "question", questions: [{ ...database, kind: "choice" }] });
  expect(repairs).toEqual([
    "answers: dropped, because only the person answers.",
    "annotations: dropped, because only the person answers.",
  ]);
});

describe("what is refused", () => {
  test.each([
    ["nothing", undefined, ': An ask must be an object with a list "questions".'],
    ["a number", 7, ': An ask must be an object with a list "questions".'],
    ["prose", "Which database?", ': An ask must be an object with a list "questions".'],
    ["no questions", { questions: [] }, "questions: There are no questions. Give 1 to 4 in a list."],
    ["a broken JSON string", { questions: "[{" }, "questions: There are no questions. Give 1 to 4 in a list."],
    [
      "five questions",
      { questions: [1, 2, 3, 4, 5].map((n) => ({ ...database, question: `Q${n}?` })) },
      "questions: An ask can have 4 questions; this has 5. Ask the most important ones first.",
    ],
    [
      "five options",
      { question: "Q?", options: ["a", "b", "c", "d", "e"] },
      "questions[0].options: A question can have 4 options; this has 5. Ask in two steps, or drop some.",
    ],
    [
      "two questions with one text",
      { questions: [database, database] },
      "questions[1].question: Same text as questions[0].question. Give every question its own text.",
    ],
    [
      "an option without a label",
      { question: "Q?", options: ["a", { description: "no name" }] },
      "questions[0].options[1].label: The option has no label. Give it one.",
    ],
    [
      "options in prose",
      { question: "Q?", options: "red or green" },
      "questions[0].options: options must be a list of options.",
    ],
    [
      "an approval",
      { kind: "approval", questions: [database], approval: { tool: "Bash", input: {} } },
      "kind: Approvals are not accepted here. Send it as an approval, with its tool and input.",
    ],
  ])("%s", (_, value, issue) => {
    expect(refused(value)).toEqual([issue]);
  });
});

describe("hostile values", () => {
  test("a value that cannot come from JSON is refused, not thrown", () => {
    const metadata: Record<string, unknown> = { source: "test" };
    metadata.self = metadata;
    expect(refused({ questions: [database], metadata })).toHaveLength(1);
    const angry = {
      get header(): string {
        throw new Error("no");
      },
    };
    const question = Object.defineProperties({ ...database }, Object.getOwnPropertyDescriptors(angry));
    expect(refused({ questions: [question] })).toHaveLength(1);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(refused(proxy)).toHaveLength(1);
    expect(refused({ questions: proxy })).toHaveLength(1);
  });

  test("endless nesting and endless lists are refused immediately", () => {
    expect(refused("[".repeat(100_000) + "]".repeat(100_000))).toHaveLength(1);
    expect(refused({ questions: new Array(4_000_000_000) })).toHaveLength(1);
    expect(refused({ question: "Q?", options: JSON.stringify(new Array(50_000).fill("a")) })).toHaveLength(1);
    let deep: unknown = "bottom";
    for (let level = 0; level < 50_000; level += 1) deep = { deep };
    expect(refused({ questions: [database], metadata: deep })).toHaveLength(1);
    let text = JSON.stringify({ questions: [database] });
    for (let level = 0; level < 15; level += 1) text = JSON.stringify(text);
    expect(refused(text)).toHaveLength(1);
  });

  test("prototype property names are names like any other", () => {
    const { ask } = accepted(
      JSON.parse(
        '{"question": "__proto__", "options": ["constructor", "toString"], "__proto__": {"multiSelect": true}}',
      ),
    );
    expect(ask.questions[0]).toMatchObject({ question: "__proto__", multiSelect: false });
    expect(refused({ __proto__: { question: "Inherited?" } })).toHaveLength(1);
  });
});

const fragments = fc.constantFrom<unknown>(
  database,
  [database],
  "Other",
  "a",
  "",
  null,
  true,
  0,
  Number.NaN,
  10n,
  Symbol("s"),
  () => 1,
  "[]",
  "{}",
  '"',
  "number",
  "approval",
);
const names = fc.constantFrom(
  ...[
    "question",
    "questions",
    "header",
    "options",
    "label",
    "description",
    "preview",
    "multiSelect",
    "kind",
    "min",
    "max",
  ],
  ...[
    "unit",
    "placeholder",
    "title",
    "context",
    "metadata",
    "answers",
    "approval",
    "__proto__",
    "constructor",
    "value",
  ],
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fragments,
    fc.anything(),
    fc.array(tie("value"), { maxLength: 6 }),
    fc.dictionary(names, tie("value"), { maxKeys: 6 }),
    tie("value").map((value) => {
      try {
        return JSON.stringify(value) ?? "x";
      } catch {
        return "x";
      }
    }),
    fc.record({ questions: fc.array(tie("value"), { maxLength: 5 }) }),
    fc.record({ question: tie("value"), options: fc.array(tie("value"), { maxLength: 6 }) }),
  ),
}));

test("any input becomes an ask the hub would store, or a refusal with reasons", () => {
  let asks = 0;
  fc.assert(
    fc.property(anyValue, (value) => {
      const result = toAskLeniently(value);
      if ("issues" in result) {
        expect(result.issues.length).toBeGreaterThan(0);
      } else {
        asks += 1;
        expect(checkAsk(result.ask)).toEqual({ ask: result.ask });
        expect(JSON.parse(JSON.stringify(result.ask))).toEqual(result.ask);
        for (const repair of result.repairs) expect(repair).toMatch(/^\S.*: .+\.$/);
      }
    }),
    { numRuns: 3000 },
  );
  expect(asks).toBeGreaterThan(100);
});

test("an ask that the hub would store passes unchanged", () => {
  fc.assert(
    fc.property(arbitraryAsk, (ask) => {
      fc.pre(ask.kind === "question" && !isConfirm(ask));
      const result = accepted(ask);
      expect(result.ask).toEqual({ ...ask, ...(ask.context === "" ? { context: undefined } : {}) });
      expect(accepted(JSON.stringify(ask)).ask).toEqual(result.ask);
    }),
    { numRuns: 150 },
  );
});
