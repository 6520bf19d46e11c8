import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkAsk } from "../ask.ts";
import { checkAskInput } from "./ask-input.ts";
import { toPlainAsk } from "./plain-ask-input.ts";

const plain = {
  questions: [
    {
      question: "Which database?",
      header: "Database",
      options: [
        { label: "SQLite", description: "One file" },
        { label: "PostgreSQL", description: "A server", preview: "+--+" },
      ],
      multiSelect: false,
    },
  ],
};

/** Valid and nearly valid asks: every field may be missing, of another type, too long, repeated, or unknown. */
const nearlyAsk = (() => {
  const text = fc.oneof(
    fc.constantFrom("", " ", "A", "a", "Other", "x".repeat(12), "x".repeat(13), "é".repeat(51), "x".repeat(201)),
    fc.string(),
  );
  const odd = fc.oneof({ weight: 12, arbitrary: text }, fc.constantFrom<unknown>(undefined, null, 1, [], {}));
  const option = fc.record({ label: odd, description: odd, preview: odd, extra: odd }, { requiredKeys: [] });
  const question = fc.record(
    {
      question: odd,
      header: odd,
      options: fc.array(option, { maxLength: 5 }),
      multiSelect: fc.oneof(fc.boolean(), odd),
      kind: odd,
    },
    { requiredKeys: [] },
  );
  return fc.record(
    {
      questions: fc.array(fc.oneof(question, fc.constant(plain.questions[0])), { maxLength: 5 }),
      answers: odd,
      metadata: odd,
    },
    { requiredKeys: [] },
  );
})();

describe("the first look at an ask", () => {
  test("accepts a plain one and returns the same ask as the strict door", () => {
    expect(toPlainAsk(plain)).not.toBeNull();
    expect({ ask: toPlainAsk(plain) }).toEqual(checkAskInput(plain));
    expect(JSON.stringify({ ask: toPlainAsk(plain) })).toBe(JSON.stringify(checkAsk(plain)));
  });

  test("without needsDescriptions accepts labels alone, and nothing that the canonical check refuses", () => {
    const labels = { questions: [{ ...plain.questions[0], options: [{ label: "Yes" }, { label: "No" }] }] };
    expect(toPlainAsk(labels)).toBeNull();
    expect({ ask: toPlainAsk(labels, { needsDescriptions: false }) }).toEqual(checkAsk(labels));
    fc.assert(
      fc.property(nearlyAsk, (value) => {
        const ask = toPlainAsk(value, { needsDescriptions: false });
        if (ask !== null) expect(checkAsk(value)).toEqual({ ask });
      }),
    );
  });

  test("never accepts what the strict door refuses, and otherwise reads the same", () => {
    fc.assert(
      fc.property(fc.oneof(nearlyAsk, fc.anything()), (value) => {
        const ask = toPlainAsk(value);
        if (ask === null) return;
        expect(checkAskInput(value)).toEqual({ ask });
        expect(JSON.stringify(checkAsk(value))).toBe(JSON.stringify({ ask }));
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ["no question", { questions: [] }],
    ["a header of 13", { questions: [{ ...plain.questions[0], header: "x".repeat(13) }] }],
    ["a field of nobody's", { ...plain, answers: {} }],
    ["the same question twice", { questions: [plain.questions[0], plain.questions[0]] }],
    ["a preview on a multi-select", { questions: [{ ...plain.questions[0], multiSelect: true }] }],
  ])("leaves %s to the strict door", (_, value) => {
    expect(toPlainAsk(value)).toBeNull();
    expect(checkAskInput(value)).toHaveProperty("issues");
  });
});
