import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toApprovalAsk } from "./ask.ts";
import { splitRecommended, toAnswerText, toHeaderName, toOptionNames } from "./option-name.ts";
import type { Ask, Question } from "./schemas.ts";
import { arbitraryAsk } from "./testing/arbitrary-ask.ts";

function questionOf(...labels: string[]): Question {
  return {
    question: "Which?",
    header: "Which",
    kind: "choice",
    options: labels.map((label) => ({ label })),
    multiSelect: true,
  };
}

function namesOf(...labels: string[]): string[] {
  return toOptionNames(questionOf(...labels)).map(({ name }) => name);
}

describe("the recommended mark", () => {
  test.each([
    ["PostgreSQL (Recommended)", "PostgreSQL", true],
    ["pnpm [recommended] ", "pnpm", true],
    ["PostgreSQL", "PostgreSQL", false],
    ["(Recommended)", "(Recommended)", false],
    ["Recommended settings", "Recommended settings", false],
    ["(Recommended) first", "(Recommended) first", false],
  ])("%j is split into its name and its mark", (label, name, recommended) => {
    expect(splitRecommended(label)).toEqual({ label: name, recommended });
  });

  test("is removed from the name on screens", () => {
    expect(toOptionNames(questionOf("PostgreSQL (Recommended)", "SQLite"))).toEqual([
      { name: "PostgreSQL", recommended: true },
      { name: "SQLite", recommended: false },
    ]);
  });
});

describe("names on screens", () => {
  test("are clean and on one line", () => {
    expect(namesOf("\u001b[31mred\u001b[0m", "two\n lines", "\u202eright")).toEqual(["red", "two lines", "right"]);
  });

  test("options that look alike get a number", () => {
    expect(namesOf("A", "B", "a")).toEqual(["A [1]", "B", "a [3]"]);
    expect(namesOf("Save", "Sa\u200bve")).toEqual(["Save [1]", "Save [2]"]);
    expect(namesOf("npm", "npm (Recommended)")).toEqual(["npm [1]", "npm [2]"]);
    expect(namesOf("Ａ", "A")).toEqual(["Ａ [1]", "A [2]"]);
  });

  test("an option named like another's number is numbered too", () => {
    const names = namesOf("A", "a", "A [1]");
    expect(new Set(names).size).toBe(3);
  });

  test("an option without visible text still has a name", () => {
    expect(namesOf(" ", "\u200b", "x")).toEqual(["(no text) [1]", "(no text) [2]", "x"]);
  });

  test("no two options of a question ever share a name", () => {
    fc.assert(
      fc.property(arbitraryAsk, (ask) => {
        for (const question of ask.questions) {
          const names = toOptionNames(question, ask).map(({ name }) => name);
          expect(new Set(names).size).toBe(names.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("an approval's answers have names without marks", () => {
    const [question] = toApprovalAsk({ tool: "Bash", input: {} }).questions;
    if (question === undefined) throw new Error("no question");
    expect(toOptionNames(question, { kind: "approval" })).toEqual([
      { name: "Allow once", recommended: false },
      { name: "Always allow", recommended: false },
      { name: "Deny", recommended: false },
    ]);
    expect(toOptionNames(question).map(({ name }) => name)).toEqual(["allow-once", "allow-always", "deny"]);
  });
});

describe("questions and answers in words", () => {
  const ask: Ask = {
    kind: "question",
    questions: [questionOf("A (Recommended)", "B, b", "Sa\u200bve", "Save"), { ...questionOf("X"), header: " \u200b" }],
  };

  test("a question is named by its header, or by its number if the header is blank", () => {
    expect(toHeaderName(ask, 0)).toBe("Which");
    expect(toHeaderName(ask, 1)).toBe("Question 2");
    expect(toHeaderName(ask, 7)).toBe("Question 8");
  });

  const say = (answer: { selectedOptions: string[]; customInput?: string; skipped?: boolean }) =>
    toAnswerText(ask, 0, { question: "Which?", header: "Which", ...answer });

  test("an answer uses the names of its options", () => {
    expect(say({ selectedOptions: ["A (Recommended)", "Save"] })).toBe("A, Save [4]");
  });

  test("own words are quoted, so that they cannot pass for an option", () => {
    expect(say({ selectedOptions: ["B, b"], customInput: "A\nand more" })).toBe('B, b, "A and more"');
  });

  test("a skip is no preference", () => {
    expect(say({ selectedOptions: [], skipped: true })).toBe("no preference");
  });

  test("an approval is in words", () => {
    const approval = toApprovalAsk({ tool: "Bash", input: {} });
    const answer = { question: "May the agent use Bash?", header: "Approval", selectedOptions: ["deny"] };
    expect(toAnswerText(approval, 0, answer)).toBe("Deny");
  });
});
