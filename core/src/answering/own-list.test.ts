import { expect, test } from "vitest";
import { press } from "../testing/press.ts";
import { multiAsk, singleAsk } from "../testing/sample-asks.ts";
import { startAnswering } from "./answering.ts";
import { enterMeaning } from "./enter-meaning.ts";
import { lastRow, noneRow, otherRow } from "./rows.ts";

const start = (ask: typeof multiAsk) => startAnswering({ ...ask, ownList: true } as typeof ask);

test("a list of the program's own has no Other, and None of these directly below its options", () => {
  const { ask } = start(multiAsk);
  const [question] = ask.questions;
  if (question === undefined) throw new Error("no question");
  expect(otherRow(ask, question)).toBe(-1);
  expect(noneRow(ask, question)).toBe(question.options.length);
  expect(lastRow(ask, question)).toBe(question.options.length);
  expect(press(start(multiAsk), "o")).toMatchObject({ field: null, page: "question" });
  expect(press(start(multiAsk), "0", "enter").end).toMatchObject({
    type: "submitted",
    answers: [{ customInput: "None of these" }],
  });
});

test("Enter in a list of the program's own sends nothing, and the hint does not say so", () => {
  const one = { ...singleAsk, ownList: true } as typeof singleAsk;
  expect(enterMeaning(startAnswering(one))).toBe("choose");
  expect(enterMeaning(start(multiAsk))).toBe("needs a tick");
  expect(enterMeaning(press(start(multiAsk), "1"))).toBe("continue with 1 chosen");
  expect(enterMeaning(press(start(multiAsk), "0"))).toBe("continue with none of these");
  expect(enterMeaning(press(start(multiAsk), "1", "tab"))).toBe("continue");
});
