import fc from "fast-check";
import { expect, test } from "vitest";
import { readEntriesBySchema } from "./answer.ts";
import { toPlainEntries } from "./plain-entries.ts";

const odd = fc.constantFrom<unknown>(null, 0, true, [], {}, [1]);
const text = fc.oneof({ weight: 6, arbitrary: fc.string() }, { weight: 1, arbitrary: odd });
const labels = fc.oneof({ weight: 6, arbitrary: fc.array(text) }, { weight: 1, arbitrary: text });
const skipped = fc.oneof(fc.constant(undefined), fc.boolean(), odd);
const fields = {
  question: text,
  header: text,
  selectedOptions: labels,
  customInput: text,
  notes: text,
  skipped,
  more: text,
};
const entry = fc.oneof(
  { weight: 9, arbitrary: fc.record(fields, { requiredKeys: ["question"] }) },
  { weight: 1, arbitrary: odd },
);
const value = fc.oneof({ weight: 9, arbitrary: fc.array(entry, { maxLength: 3 }) }, { weight: 1, arbitrary: odd });

test("what is plain is what the schema says, and the schema refuses none of it", () => {
  let plain = 0;
  fc.assert(
    fc.property(value, (given) => {
      const entries = toPlainEntries(given);
      if (entries === null) return;
      plain += entries.length;
      expect({ entries }).toEqual(readEntriesBySchema(given));
    }),
    { numRuns: 2000 },
  );
  expect(plain).toBeGreaterThan(5);
});

test("the usual answer is plain", () => {
  const usual = { question: "Which?", header: "H", selectedOptions: ["A"], notes: "n", customInput: "own" };
  expect(toPlainEntries([usual])).toEqual([usual]);
});
