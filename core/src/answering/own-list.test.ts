import { expect, test } from "vitest";
import { press } from "../testing/press.ts";
import { multiAsk } from "../testing/sample-asks.ts";
import { startAnswering } from "./answering.ts";
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
