import { answer, parseAsk, startAnswering } from "@yourcall/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryAsk } from "../../../../core/src/testing/arbitrary-ask.ts";
import { arbitraryEvent } from "../../../../core/src/testing/arbitrary-event.ts";
import { asciiGlyphs, unicodeGlyphs } from "../screen/glyphs.ts";
import { viewFrame } from "./view-frame.ts";
import { questionPage } from "./view-question.ts";

test("a frame made from kept parts equals a fresh one, whatever was shown before and at any width", () => {
  const size = fc.record({ width: fc.integer({ min: 20, max: 130 }), height: fc.integer({ min: 6, max: 50 }) });
  const sizes = fc.array(fc.record({ size, unicode: fc.boolean() }), { minLength: 1, maxLength: 3 });
  const asked = arbitraryAsk.chain((ask) =>
    fc.record({ ask: fc.constant(ask), events: fc.array(arbitraryEvent(ask), { maxLength: 12 }) }),
  );
  fc.assert(
    fc.property(asked, sizes, ({ ask, events }, shown) => {
      let state = startAnswering(ask);
      for (const [index, event] of [null, ...events].entries()) {
        if (event !== null) state = answer(state, event);
        const { size, unicode } = shown[index % shown.length] ?? { size: { width: 80, height: 24 }, unicode: true };
        const context = { ...size, glyphs: unicode ? unicodeGlyphs : asciiGlyphs };
        const anew = { ...state, ask: structuredClone(state.ask) };
        expect(viewFrame(state, context)).toEqual(viewFrame(anew, context));
      }
    }),
    { numRuns: 25 },
  );
});

test("a long preview is cleaned and split once, not for every key", () => {
  const options = ["a", "b"].map((label) => ({ label, preview: "1\n2\n" }));
  const ask = parseAsk({
    kind: "question",
    questions: [{ question: "Which?", header: "H", kind: "choice", multiSelect: false, options }],
  });
  const rows = (width: number) =>
    questionPage({ ...startAnswering(ask), ask: { ...ask } }, width, unicodeGlyphs).preview?.toRows(width);
  expect(rows(80)).toHaveLength(2);
  expect(rows(60)).toBe(rows(80));
});
