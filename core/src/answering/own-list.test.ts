import { expect, test } from "vitest";
import { press } from "../testing/press.ts";
import { multiAsk, singleAsk } from "../testing/sample-asks.ts";
import { startAnswering } from "./answering.ts";
import { answer } from "./machine.ts";
import { lastRow, noneRow, otherRow } from "./rows.ts";

const start = (ask: typeof singleAsk) => startAnswering(ask, { ownList: true });

test("a list of the program's own has no Other, and None of these directly below its options", () => {
  const { ask } = start(multiAsk);
  const [question] = ask.questions;
  if (question === undefined) throw new Error("no question");
  expect(otherRow(ask, question)).toBe(-1);
  expect(noneRow(ask, question)).toBe(question.options.length);
  expect(lastRow(ask, question)).toBe(question.options.length);
  expect(press(start(multiAsk), "o", "n")).toMatchObject({ field: null, page: "question" });
  expect(press(start(multiAsk), "0", "enter").end).toMatchObject({
    type: "submitted",
    answers: [{ customInput: "None of these" }],
  });
});

test("nobody is told of leaving a list of the program's own, so it has no decline page and no skip", () => {
  for (const key of ["escape", "x"]) expect(press(start(singleAsk), key).end).toEqual({ type: "left" });
  expect(press(start(singleAsk), "s")).toMatchObject({ asking: null, end: null, notice: null });
});

test("a decline page that was opened from the list goes back to the list with Esc, and to the question with Keep answering", () => {
  const page = answer(startAnswering(singleAsk, { escapeTo: "list" }), { type: "open-decline", from: "list" });
  expect(press(page, "escape")).toMatchObject({ page: "question", end: { type: "left" } });
  expect(press(page, "down", "down", "enter", "escape")).toMatchObject({ page: "decline", end: null });
  expect(press(page, "enter")).toMatchObject({ page: "question", end: null });
  expect(press(press(page, "enter"), "x", "escape")).toMatchObject({ page: "question", end: null });
});
