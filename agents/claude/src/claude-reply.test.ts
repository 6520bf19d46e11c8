import type { Outcome, QuestionAnswer } from "@yourcall/core";
import { describe, expect, test } from "vitest";
import { type ClaudeInput, type ClaudeReply, toClaudeReply } from "./claude-reply.ts";

const layout = {
  question: "Which layout?",
  header: "Layout",
  options: [{ label: "Sidebar", description: "d", preview: "+-+--+" }, { label: 'The "old" one' }, { label: "Dock" }],
  multiSelect: false,
};
const features = {
  question: "Which features?",
  header: "Features",
  options: [{ label: "Auth" }, { label: "Billing" }, { label: "Search, full-text" }],
  multiSelect: true,
};
const input: ClaudeInput = { questions: [layout, features], metadata: { source: "test" } };
const by = { surface: "web", act: "click" } as const;
const at = "2026-01-01T00:00:00.000Z";

type Reply = Partial<Omit<QuestionAnswer, "question" | "header">>;

function answered(first: Reply, second: Reply, comment?: string): Outcome {
  const answers = [layout, features].map(({ question, header }, index) => ({
    question,
    header,
    selectedOptions: [],
    ...(index === 0 ? first : second),
  }));
  return { status: "answered", answers, comment, by, at };
}

const plain: [Reply, Reply] = [{ selectedOptions: ["Dock"] }, { selectedOptions: ["Auth"] }];

function allow(layoutValue: string, featuresValue: string, annotations?: object): ClaudeReply {
  const answers = { "Which layout?": layoutValue, "Which features?": featuresValue };
  const updatedInput = { ...input, answers, annotations };
  return { behavior: "allow", updatedInput };
}

describe("what is the same for permission requests and hooks", () => {
  const rows: [string, Outcome, ClaudeReply][] = [
    ["one label each", answered(...plain), allow("Dock", "Auth")],
    [
      "labels joined, one with a comma in quotes, own words last",
      answered(
        { selectedOptions: ['The "old" one'] },
        { selectedOptions: ["Auth", "Search, full-text"], customInput: "dark mode" },
      ),
      allow('The "old" one', 'Auth, "Search, full-text", dark mode'),
    ],
    ["own words alone", answered({ customInput: "none, really" }, plain[1]), allow("none, really", "Auth")],
    [
      "the preview of the choice, and notes",
      answered({ selectedOptions: ["Sidebar"], notes: "collapsible" }, { selectedOptions: ["Auth"], notes: "soon" }),
      allow("Sidebar", "Auth", {
        "Which layout?": { preview: "+-+--+", notes: "collapsible" },
        "Which features?": { notes: "soon" },
      }),
    ],
    [
      "some skipped",
      answered({ skipped: true }, plain[1]),
      allow("(no preference)", "Auth", { "Which layout?": { unanswered: "skipped" } }),
    ],
    [
      "all skipped",
      answered({ skipped: true }, { skipped: true }),
      allow("(no preference)", "(no preference)", {
        "Which layout?": { unanswered: "skipped" },
        "Which features?": { unanswered: "skipped" },
      }),
    ],
    [
      "a comment in addition to answers",
      answered({ skipped: true }, plain[1], "Start small."),
      allow("(no preference)", "Auth", {
        "Which layout?": { unanswered: "skipped" },
        "Which features?": { notes: "On the whole: Start small." },
      }),
    ],
  ];
  test.each(rows)("%s", (_, outcome, reply) => {
    expect(toClaudeReply(outcome, input, "permission")).toEqual(reply);
    expect(toClaudeReply(outcome, input, "hook")).toEqual(reply);
  });

  test("a decline is a denial with the reason, which tells Claude not to choose", () => {
    const outcome: Outcome = { status: "declined", reason: "not today", by, at };
    const reply = toClaudeReply(outcome, input, "permission");
    expect(reply).toEqual({
      behavior: "deny",
      message: expect.stringMatching(/Reason: not today.*Do not choose for/s),
    });
    expect(toClaudeReply(outcome, input, "hook")).toEqual(reply);
  });
});

describe("a comment and nothing else", () => {
  const outcome = answered({ skipped: true, notes: "ask Ana" }, { skipped: true }, "Ask me tomorrow.");
  const words = expect.stringMatching(/^Ask me tomorrow\..*"Which layout\?".*ask Ana.*No preference/s);

  test("is the response to a permission request, with every note in it, since the model sees nothing else", () => {
    expect(toClaudeReply(outcome, input, "permission")).toMatchObject({
      behavior: "allow",
      updatedInput: { questions: [layout, features], response: words },
    });
  });

  test("is a denial with that text from a hook, because hooks have no response", () => {
    expect(toClaudeReply(outcome, input, "hook")).toEqual({ behavior: "deny", message: words });
  });
});

describe("nobody answered", () => {
  const rows: [Outcome, RegExp][] = [
    [{ status: "expired", at }, /Nobody answered in time.*no option was chosen/s],
    [{ status: "cancelled", reason: "the agent stopped", at }, /withdrawn.*Reason: the agent stopped/s],
  ];
  test.each(rows)("%j is a denial that says so, and nothing at all from a hook", (outcome, message) => {
    expect(toClaudeReply(outcome, input, "permission")).toEqual({
      behavior: "deny",
      message: expect.stringMatching(message),
    });
    expect(toClaudeReply(outcome, input, "hook")).toBeNull();
  });
});

describe("unusual input", () => {
  test("questions as JSON text are read, and sent back as the list that Claude Code expects", () => {
    const reply = toClaudeReply(answered(...plain), { questions: JSON.stringify([layout, features]) }, "permission");
    expect(reply).toMatchObject({
      updatedInput: { questions: [layout, features], answers: { "Which layout?": "Dock" } },
    });
  });

  test("answers that leave a question unanswered are refused", () => {
    const other = { ...layout, question: "constructor" };
    for (const questions of [[layout, features, other], [other], [], "{", undefined, [null]])
      expect(toClaudeReply(answered(...plain), { questions }, "hook")).toMatchObject({ behavior: "deny" });
  });

  test("a question named like a field of every object is answered", () => {
    const questions = ["__proto__", "constructor"].map((question) => ({ ...layout, question }));
    const answers = questions.map(({ question, header }) => ({ question, header, selectedOptions: ["Dock"] }));
    const reply = toClaudeReply({ status: "answered", answers, by, at }, { questions }, "permission");
    expect(JSON.stringify(reply)).toContain('"answers":{"__proto__":"Dock","constructor":"Dock"}');
  });
});
