import { expect, test } from "vitest";
import type { GivenAnswer } from "./outcome-schemas.ts";
import { isSameAnswers } from "./same-answers.ts";
import type { Ask } from "./schemas.ts";

const ask: Ask = {
  kind: "question",
  questions: ["Which one?", "Why?"].map((question) => ({
    ...{ question, header: question, kind: "choice", multiSelect: true },
    options: [{ label: "A" }, { label: "B" }],
  })),
} as Ask;
const reply = (question: string, more: Partial<GivenAnswer> = {}) => ({ question, selectedOptions: ["A"], ...more });

test("replies are the same in any order, however they are padded or completed", () => {
  const given = [reply("Which one?", { customInput: " C ", notes: "" }), reply("Why?", { selectedOptions: [] })];
  const stored = [
    { header: "Why?", ...reply("Why?", { selectedOptions: [] }) },
    { header: "Which one?", customInput: "C", ...reply("Which one?") },
  ];
  expect(isSameAnswers(ask, given, stored)).toBe(true);
});

test.each([
  ["another option", [reply("Which one?", { selectedOptions: ["B"] }), reply("Why?")]],
  ["another order of selection", [reply("Which one?", { selectedOptions: ["B", "A"] }), reply("Why?")]],
  ["other words", [reply("Which one?", { customInput: "C" }), reply("Why?")]],
  ["a note", [reply("Which one?"), reply("Why?", { notes: "n" })]],
  ["a skip", [reply("Which one?"), reply("Why?", { skipped: true })]],
  ["a missing entry", [reply("Which one?")]],
])("replies that differ by %s are not the same", (_, other) => {
  expect(isSameAnswers(ask, [reply("Which one?"), reply("Why?")], other)).toBe(false);
});
