import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toEffect } from "../approval-options.ts";
import { parseAsk, toApprovalAsk } from "../ask.ts";
import { maxInputLength } from "../limits.ts";
import type { Approval, Ask } from "../schemas.ts";
import { arbitraryAsk, arbitraryText } from "../testing/arbitrary-ask.ts";
import { checked } from "../testing/arbitrary-event.ts";
import { enterWords, toOwnWords } from "./own-words.ts";

const choice = {
  question: "Which database?",
  header: "Database",
  options: [{ label: "SQLite" }, { label: "Postgres" }],
  multiSelect: false,
};
const asking = (...questions: object[]): Ask => parseAsk({ questions });
const approving = (...options: NonNullable<Approval["options"]>): Ask =>
  toApprovalAsk({ tool: "Bash", input: { command: "ls" }, ...(options.length === 0 ? {} : { options }) });

describe("words typed while a question is open", () => {
  test.each([
    ["one choice", choice],
    ["several choices", { ...choice, multiSelect: true }],
    ["an option Other", { ...choice, options: [{ label: "SQLite" }, { label: "Other" }] }],
    ["a text", { question: choice.question, header: choice.header, kind: "text", options: [], multiSelect: false }],
  ])("answer the only question as the person's own answer: %s", (_, question) => {
    expect(toOwnWords(asking(question), " the small one\n")).toEqual({
      does: "answers Database with these words",
      end: {
        type: "submitted",
        answers: [
          { question: "Which database?", header: "Database", selectedOptions: [], customInput: "the small one" },
        ],
      },
    });
  });

  test("never allow anything: they deny an approval, with the words as the reason", () => {
    expect(toOwnWords(approving(), "yes, allow it")).toMatchObject({
      does: expect.stringContaining("denies it"),
      end: { answers: [{ selectedOptions: ["deny"], notes: "yes, allow it" }] },
    });
    const ok = { id: "ok", label: "Ok", effect: "allow-once" } as const;
    const no = { id: "no", label: "No", effect: "deny" } as const;
    expect(toOwnWords(approving(ok, no), "x")).toMatchObject({ end: { answers: [{ selectedOptions: ["no"] }] } });
    expect(toOwnWords(approving(ok), "x")).toHaveProperty("refusal");
  });

  test("stay where they are if they cannot be an answer", () => {
    expect(toOwnWords(asking(choice, { ...choice, question: "Which cache?" }), "x")).toHaveProperty("refusal");
    const number = { question: "How many?", header: "Count", kind: "number", options: [], multiSelect: false };
    const confirm = { ...choice, kind: "confirm", options: [{ label: "Yes" }, { label: "No" }] };
    for (const question of [number, confirm]) expect(toOwnWords(asking(question), "5")).toHaveProperty("refusal");
    expect(toOwnWords(asking(choice), "x".repeat(maxInputLength + 1))).toEqual({
      refusal: expect.stringContaining("too long"),
    });
  });

  test("are an answer that the hub accepts and that allows nothing, whatever is asked and typed", () => {
    fc.assert(
      fc.property(arbitraryAsk, arbitraryText, (ask, text) => {
        const own = toOwnWords(ask, text);
        if ("refusal" in own) return;
        if (own.end.type !== "submitted") expect.fail("Only a card declines.");
        const { answers } = own.end;
        expect(checked(ask, answers)).toHaveProperty("answers");
        const by = { surface: "web", act: "submit" } as const;
        const outcome = { status: "answered", answers, by, at: "" } as const;
        if (ask.kind === "approval") expect(toEffect(ask, outcome)).toBe("deny");
      }),
    );
  });
});

describe("Enter while a question is open", () => {
  const at = (ms: number, more = {}) => ({ ask: "a", text: "the small one", at: ms, ...more });

  test("sends only after another Enter has said so, and after a pause", () => {
    const first = enterWords(undefined, at(0));
    expect(first.sends).toBe(false);
    expect(enterWords(first.announced, at(600)).sends).toBe(true);
  });

  test("does not send when hammered, when the words differ, or when another question has come up", () => {
    let announced = enterWords(undefined, at(0)).announced;
    for (let ms = 100; ms < 3000; ms += 100) {
      const next = enterWords(announced, at(ms));
      expect(next.sends).toBe(false);
      announced = next.announced;
    }
    expect(enterWords(announced, at(9000, { text: "another sentence" })).sends).toBe(false);
    expect(enterWords(announced, at(9000, { ask: "b" })).sends).toBe(false);
  });
});
