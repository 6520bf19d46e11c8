import { acts } from "@yourcall/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { without } from "./parse-body.ts";
import { toPlainAnswerEnvelope, toPlainAskEnvelope } from "./plain-envelopes.ts";
import { answerEnvelope, askEnvelope } from "./wire-schemas.ts";

const odd = fc.constantFrom<unknown>(null, 0, true, "", [], {}, ["x"], { name: "x" }, "x".repeat(201));
const short = fc.constantFrom("a", "x".repeat(200), "ü\u{1F600}");
const field = fc.oneof({ weight: 6, arbitrary: short }, { weight: 1, arbitrary: odd });
const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
const agent = some({
  name: field,
  session: field,
  title: field,
  cwd: fc.oneof(field, fc.constantFrom("x".repeat(4096), "x".repeat(4097))),
  more: field,
});
const ask = some({ key: field, agent: fc.oneof(agent, odd), questions: odd, kind: field, more: field });
const unusual = some({ timeoutMs: fc.integer(), onTimeout: field, context: field, metadata: odd });
const answer = some({
  comment: fc.oneof(field, fc.constant("x".repeat(5000))),
  surface: field,
  act: fc.oneof(fc.constantFrom(...acts), field),
  user: field,
  answers: odd,
});

/** Where there is a plain envelope, it must be to the letter what the schema makes of the same body. */
function holdTogether(plain: object | null, schema: z.ZodMiniType, body: object): void {
  if (plain === null) return;
  const { success, data } = z.safeParse(schema, body);
  expect(success).toBe(true);
  expect(JSON.stringify(plain)).toBe(JSON.stringify(without(data as object)));
}

describe("what is plain is what the schema says", () => {
  test("of an ask", () => {
    fc.assert(
      fc.property(ask, unusual, fc.boolean(), (usual, more, both) => {
        const body = both ? { ...usual, ...more } : usual;
        holdTogether(toPlainAskEnvelope(body), askEnvelope, body);
      }),
      { numRuns: 1000 },
    );
  });

  test("of an answer", () => {
    fc.assert(
      fc.property(answer, (body) => holdTogether(toPlainAnswerEnvelope(body), answerEnvelope, body)),
      { numRuns: 1000 },
    );
  });

  test("and the usual ones are plain", () => {
    expect(toPlainAskEnvelope({ questions: [], agent: { name: "a", session: "s", title: "t", cwd: "/" } })).toEqual({
      agent: { name: "a", session: "s", title: "t", cwd: "/" },
    });
    expect(toPlainAskEnvelope({ key: "k" })).toEqual({ key: "k" });
    expect(toPlainAnswerEnvelope({ answers: [], surface: "web", act: "click" })).toEqual({
      surface: "web",
      act: "click",
    });
  });
});
