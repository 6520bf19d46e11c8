import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkAnswers } from "../answer.ts";
import { checkAsk } from "../ask.ts";
import { arbitraryAnswers, arbitraryAsk } from "./arbitrary-ask.ts";

test("the hub would store every generated ask unchanged", () => {
  fc.assert(
    fc.property(arbitraryAsk, (ask) => {
      expect(checkAsk(ask)).toEqual({ ask });
    }),
    { numRuns: 100 },
  );
});

test("every generated answer fits its ask and comes back unchanged", () => {
  const askAndAnswers = arbitraryAsk.chain((ask) => fc.tuple(fc.constant(ask), arbitraryAnswers(ask)));
  fc.assert(
    fc.property(askAndAnswers, ([ask, answers]) => {
      expect(checkAnswers(ask, answers)).toEqual({ answers });
    }),
    { numRuns: 100 },
  );
});
