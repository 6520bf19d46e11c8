import type { WireAsk } from "@yourcall/client";
import { describe, expect, test } from "vitest";
import { pressEnter, toOwnWords } from "./own-words.ts";

const question = { question: "Which database?", header: "Database", kind: "choice", options: [], multiSelect: false };
const ask = (more: object = {}): WireAsk =>
  ({ id: "a", kind: "question", questions: [question], ...more }) as unknown as WireAsk;

describe("words typed while a question is open", () => {
  test("answer the only question as the person's own answer", () => {
    expect(toOwnWords(ask(), " the small one\n")).toEqual({
      does: "answers Database with these words",
      answers: [{ question: "Which database?", header: "Database", selectedOptions: [], customInput: "the small one" }],
    });
  });

  test("never allow anything: they deny an approval, with the words as the reason", () => {
    const plain = ask({ kind: "approval", approval: { tool: "Bash", input: {} } });
    expect(toOwnWords(plain, "yes, allow it")).toMatchObject({
      does: expect.stringContaining("denies it"),
      answers: [{ selectedOptions: ["deny"], notes: "yes, allow it" }],
    });
    const options = [
      { id: "ok", label: "Ok", effect: "allow-once" },
      { id: "no", label: "No", effect: "deny" },
    ];
    const own = (given: object[]) => ask({ kind: "approval", approval: { tool: "Bash", input: {}, options: given } });
    expect(toOwnWords(own(options), "x")).toMatchObject({ answers: [{ selectedOptions: ["no"] }] });
    expect(toOwnWords(own(options.slice(0, 1)), "x")).toHaveProperty("refusal");
  });

  test("stay where they are if they cannot be an answer", () => {
    expect(toOwnWords(ask({ questions: [question, question] }), "x")).toHaveProperty("refusal");
    for (const kind of ["number", "confirm"])
      expect(toOwnWords(ask({ questions: [{ ...question, kind }] }), "x")).toHaveProperty("refusal");
  });
});

describe("Enter while a question is open", () => {
  const at = (ms: number, more = {}) => ({ ask: "a", text: "the small one", at: ms, ...more });

  test("answers only after another Enter has said so, and after a pause", () => {
    const first = pressEnter(undefined, at(0));
    expect(first.answers).toBe(false);
    expect(pressEnter(first.announced, at(600)).answers).toBe(true);
  });

  test("does not answer when hammered, when the words differ, or when another question has come up", () => {
    let announced = pressEnter(undefined, at(0)).announced;
    for (let ms = 100; ms < 3000; ms += 100) {
      const next = pressEnter(announced, at(ms));
      expect(next.answers).toBe(false);
      announced = next.announced;
    }
    expect(pressEnter(announced, at(9000, { text: "another sentence" })).answers).toBe(false);
    expect(pressEnter(announced, at(9000, { ask: "b" })).answers).toBe(false);
  });
});
