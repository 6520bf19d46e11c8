import { expect, test } from "vitest";
import type { Outcome } from "../outcome-schemas.ts";
import { toLostWords, toRefusalText, toVerdict } from "./approval-text.ts";

const ask = { kind: "approval" as const, questions: [], approval: { tool: "Bash", input: { command: "make" } } };

function decided(selectedOptions: string[], words: { notes?: string; comment?: string } = {}): Outcome {
  const answer = { question: "May the agent use Bash?", header: "Approval", selectedOptions, notes: words.notes };
  const by = { surface: "web", act: "click" as const };
  return { status: "answered", answers: [answer], comment: words.comment, by, at: "2026-03-01T12:00:00.000Z" };
}

test.each([
  ["allow-once", true, false],
  ["allow-always", true, true],
  ["deny", false, false],
  ["yes", false, false],
])("%s allows: %s, always: %s", (label, isAllowed, isAlways) => {
  expect(toVerdict(ask, decided([label]))).toEqual({ isAllowed, isAlways, remark: "", input: { command: "make" } });
});

test("an ask that nobody answered allows nothing, and the model is told so", () => {
  const expired: Outcome = { status: "expired", at: "2026-03-01T12:00:00.000Z" };
  expect(toVerdict(ask, expired).isAllowed).toBe(false);
  expect(toRefusalText("Bash", expired)).toMatch(/^Bash was not run\. Nobody answered in time\./);
});

test("a denial repeats what the person said", () => {
  const outcome = decided(["deny"], { notes: " use make check ", comment: "and wait" });
  expect(toRefusalText("Bash", outcome)).toMatch(/Bash was not run\. They say: use make check\nand wait\n/);
});

test("an agent that was cut off is told whether its call may be made", () => {
  const allowed = toLostWords(ask, decided(["allow-once"], { notes: "once" }));
  expect(allowed).toMatch(/permission to use Bash.*"make".*has allowed this call.*They say: once$/s);
  expect(toLostWords(ask, decided(["deny"]))).toMatch(/The user denied this call: Bash was not run/);
});
