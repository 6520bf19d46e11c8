import { describe, expect, test } from "vitest";
import { checkAsk, parseAsk, toApprovalAsk } from "./ask.ts";
import { InvalidAskError } from "./errors.ts";
import type { Ask } from "./schemas.ts";

const choice = {
  question: "Which layout?",
  header: "A header longer than twelve characters",
  kind: "choice",
  options: [{ label: "Sidebar", preview: "+-+---+" }, { label: "Topbar" }],
  multiSelect: false,
};
const approval = toApprovalAsk({ tool: "Bash", input: { command: "rm -rf build" } });

function issuesOf(value: unknown): string[] {
  const checked = checkAsk(value);
  return "issues" in checked ? checked.issues.map(({ path, message }) => `${path}: ${message}`) : [];
}

describe("questions", () => {
  test("any header, no options, texts and numbers can be stored", () => {
    const questions = [
      choice,
      { ...choice, question: "Anything else?", header: "", options: [], multiSelect: true },
      { question: "Name?", header: "Name", kind: "text", options: [], multiSelect: false, placeholder: "shop" },
      { question: "Port?", header: "", kind: "number", options: [], multiSelect: false, min: 1, max: 9, unit: "k" },
    ];
    const ask = { kind: "question", questions, context: "Before I go on", metadata: { source: "test" } };
    expect(checkAsk(ask)).toEqual({ ask });
  });

  test("an ask without kinds is a question with choices", () => {
    const { kind: _, ...plain } = choice;
    expect(checkAsk({ questions: [plain] })).toEqual({ ask: { kind: "question", questions: [choice] } });
  });

  test("text is stored unchanged, escapes included", () => {
    const odd = { ...choice, question: "\u001b]0;title\u0007Which\u202e?", options: [{ label: " a\tb " }] };
    expect(parseAsk({ kind: "question", questions: [odd] }).questions).toEqual([odd]);
  });

  test("counts are limited to what screens can show", () => {
    const many = Array.from({ length: 5 }, (_, index) => ({ ...choice, question: `Q${index}` }));
    expect(issuesOf({ questions: [] })).toEqual(["questions: Give at least one question."]);
    expect(issuesOf({ questions: many })).toEqual(["questions: Give at most 4 questions; this has 5."]);
    const options = ["a", "b", "c", "d", "e"].map((label) => ({ label }));
    expect(issuesOf({ questions: [{ ...choice, options }] })).toEqual([
      "questions[0].options: Give at most 4 options; this has 5.",
    ]);
  });

  test("question texts and labels must be unique", () => {
    expect(issuesOf({ questions: [choice, choice] })).toEqual([
      "questions[1].question: Same text as questions[0].question. Give every question its own text.",
    ]);
    expect(issuesOf({ questions: [{ ...choice, options: [{ label: "A" }, { label: "A" }] }] })).toEqual([
      "questions[0].options[1].label: Same label as options[0]. Give every option its own label.",
    ]);
  });

  test("a text or number question has neither options nor several answers", () => {
    expect(issuesOf({ questions: [{ ...choice, kind: "number", multiSelect: true }] })).toEqual([
      "questions[0].options: A number question has no options. Leave them out.",
      "questions[0].multiSelect: A number question takes one answer. Set multiSelect to false.",
    ]);
    expect(issuesOf({ questions: [{ ...choice, kind: "number", options: [], min: 3, max: 2 }] })).toEqual([
      "questions[0].min: min is larger than max.",
    ]);
    expect(issuesOf({ questions: [{ ...choice, kind: "date" }] })).toEqual([
      'questions[0].kind: kind must be one of "choice", "text", "number", "confirm".',
    ]);
  });

  test("a question cannot contain an approval", () => {
    expect(issuesOf({ questions: [choice], approval: { tool: "Bash", input: {} } })).toEqual([
      'approval: Only an ask of kind "approval" can have an approval.',
    ]);
  });
});

describe("approvals", () => {
  test("a request for permission becomes one question with three answers", () => {
    expect(checkAsk(approval)).toEqual({ ask: approval });
    expect(approval.questions[0]?.question).toBe("May the agent use Bash?");
    expect(approval.questions[0]?.options.map(({ label }) => label)).toEqual(["allow-once", "allow-always", "deny"]);
  });

  test("its wording and context can be set", () => {
    const ask = toApprovalAsk(
      { tool: "Bash", input: {} },
      { question: "Deploy now?", header: "Deploy", context: "Tests pass." },
    );
    expect(ask).toMatchObject({ questions: [{ question: "Deploy now?", header: "Deploy" }], context: "Tests pass." });
    expect(issuesOf(ask)).toEqual([]);
  });

  const altered = (change: Partial<Ask["questions"][number]>): Ask => ({
    ...approval,
    questions: approval.questions.map((question) => ({ ...question, ...change })),
  });
  const wrong = ["questions: An approval has one question with the options allow-once, allow-always, deny."];

  test("no agent can reword the answers of an approval", () => {
    expect(
      issuesOf(altered({ options: [{ label: "deny" }, { label: "allow-once" }, { label: "allow-always" }] })),
    ).toEqual(wrong);
    expect(issuesOf(altered({ options: [{ label: "allow-once" }] }))).toEqual(wrong);
    expect(issuesOf(altered({ multiSelect: true }))).toEqual(wrong);
    expect(issuesOf({ ...approval, questions: [...approval.questions, choice] })).toEqual(wrong);
  });

  test("an approval says what it is about", () => {
    const { approval: _, ...bare } = approval;
    expect(issuesOf(bare)).toEqual(["approval: An approval needs its tool and input."]);
  });
});

test("parseAsk throws what checkAsk returns", () => {
  expect(() => parseAsk({ questions: [] })).toThrow(InvalidAskError);
  expect(parseAsk(approval)).toEqual(approval);
});

describe("the length of a field", () => {
  const [option] = choice.options;
  const withQuestion = (more: object) => ({ questions: [{ ...choice, ...more }] });
  const withOption = (more: object) => withQuestion({ options: [{ ...option, ...more }, { label: "Topbar" }] });
  const long = (length: number) => "x".repeat(length);

  test.each<[string, number, (text: string) => unknown]>([
    ["questions[0].question", 20_000, (question) => withQuestion({ question })],
    ["questions[0].header", 1000, (header) => withQuestion({ header })],
    ["questions[0].placeholder", 200, (placeholder) => withQuestion({ placeholder })],
    ["questions[0].unit", 200, (unit) => withQuestion({ unit })],
    ["questions[0].options[0].label", 2000, (label) => withOption({ label })],
    ["questions[0].options[0].description", 10_000, (description) => withOption({ description })],
    ["questions[0].options[0].preview", 200_000, (preview) => withOption({ preview })],
    ["approval.tool", 200, (tool) => ({ ...approval, approval: { ...approval.approval, tool } })],
  ])("%s has a limit of %d characters", (path, limit, toAsk) => {
    expect(issuesOf(toAsk(long(limit)))).toEqual([]);
    expect(issuesOf(toAsk(long(limit + 1)))).toEqual([
      expect.stringMatching(new RegExp(`^${path.replaceAll(/[[\]]/g, "\\$&")}: .*the limit is ${limit}\\. Shorten it`)),
    ]);
  });

  test.each<[string, number, (value: unknown) => unknown]>([
    ["approval.input", 800_000, (input) => ({ ...approval, approval: { tool: "Write", input } })],
    [
      "approval.suggestions",
      100_000,
      (text) => ({ ...approval, approval: { tool: "W", input: {}, suggestions: [text] } }),
    ],
    ["metadata", 50_000, (text) => ({ questions: [choice], metadata: { text } })],
  ])("%s has a limit of %d characters as JSON", (path, limit, toAsk) => {
    expect(issuesOf(toAsk(long(limit - 20)))).toEqual([]);
    expect(issuesOf(toAsk(long(limit)))).toEqual([expect.stringContaining(`${path}: ${path} is`)]);
  });
});
