import { expect, test } from "vitest";
import { isInterruption, toAsk, toOutput } from "./gemini.ts";

const base = { question: "Which?", header: "Kind" };
const options = [
  { label: "SQLite", description: "One file" },
  { label: "MongoDB", description: "A server" },
];

test("a choice, a text, and yes or no are questions of these kinds", () => {
  const questions = [
    { ...base, type: "choice", options, multiSelect: true },
    { ...base, question: "Name?", type: "text", placeholder: "my-app" },
    { ...base, question: "Go?", type: "yesno" },
  ];
  expect(toAsk({ questions })).toMatchObject({
    questions: [
      { kind: "choice", multiSelect: true, options },
      { kind: "text", options: [] },
      { kind: "choice", options: [{ label: "Yes" }, { label: "No" }] },
    ],
  });
});

test("what is no question stays in Gemini's window", () => {
  expect(toAsk({})).toBeNull();
  expect(toAsk({ questions: [] })).toBeNull();
  expect(toAsk({ questions: "Which?" })).toBeNull();
});

test("the answer is given as the reason why the tool is not run", () => {
  expect(toOutput("SQLite")).toEqual({ decision: "deny", reason: "SQLite" });
});

test("only Gemini's own line says that the turn was interrupted, not a text that quotes it", () => {
  const info = JSON.stringify({ id: "1", type: "info", content: "Request cancelled." });
  expect(isInterruption(`{"$set":{}}\n${info}\n`)).toBe(true);
  expect(isInterruption(JSON.stringify({ type: "user", content: "Request cancelled." }))).toBe(false);
  expect(isInterruption(JSON.stringify({ type: "info", content: `It said "Request cancelled."` }))).toBe(false);
  expect(isInterruption(info.slice(0, -1))).toBe(false);
  expect(isInterruption("")).toBe(false);
});
