import { expect, test } from "vitest";
import { toAsk } from "./to-ask.ts";

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
