import { describe, expect, test } from "vitest";
import { chosen, focused } from "../testing/press.ts";
import { approvalAsk, multiAsk, singleAsk, threeAsk } from "../testing/sample-asks.ts";
import { answer } from "./answer-by-keys.ts";
import { startAnswering } from "./answering.ts";
import { toShortcut } from "./key-map.ts";
import { problemOf } from "./question-answer.ts";

const write = (text: string) => ({ type: "set-text", field: "other", text, question: 0 }) as const;
const pick = (row: number) => ({ type: "pick", row, question: 0 }) as const;

describe("if Other is chosen at once, like a radio button", () => {
  const single = startAnswering(singleAsk, { otherAtOnce: true });
  const multi = startAnswering(multiAsk, { otherAtOnce: true });

  test("picking it deselects the others, and without text it is not an answer", () => {
    const picked = answer(answer(single, pick(1)), pick(3));
    expect(chosen(picked)).toEqual(["Other"]);
    expect(picked.field).toBe("other");
    expect(answer(picked, { type: "send" })).toMatchObject({ end: null, notice: { code: "still-open", count: 1 } });
    const [question, entry] = [singleAsk.questions[0], picked.entries[0]];
    expect(question && entry && problemOf(singleAsk, question, entry)).toEqual({ code: "other-empty" });
  });

  test("typing chooses it, and emptying it leaves it chosen", () => {
    const wrote = answer(answer(single, pick(1)), write("bun"));
    expect(chosen(wrote)).toEqual(["Other"]);
    expect(chosen(answer(wrote, write("")))).toEqual(["Other"]);
    expect(answer(wrote, { type: "send" }).end).toMatchObject({
      answers: [{ selectedOptions: [], customInput: "bun" }],
    });
  });

  test("in a multi-select it is ticked and unticked along with the others", () => {
    const ticked = answer(answer(multi, pick(0)), pick(3));
    expect(chosen(ticked)).toEqual(["TypeScript", "Other"]);
    expect(chosen(answer(ticked, pick(3)))).toEqual(["TypeScript"]);
    expect(answer(ticked, pick(3)).field).toBeNull();
    expect(answer(ticked, { type: "send" }).end).toMatchObject({ answers: [{ selectedOptions: ["TypeScript"] }] });
  });
});

describe("a focus that the surface moved", () => {
  test("makes its question current, closes a field and chooses nothing", () => {
    const noting = answer(startAnswering(threeAsk), { type: "open", field: "note" });
    const state = answer(noting, { type: "focus", question: 2, row: 1 });
    expect(state).toMatchObject({ page: "question", at: 2, field: null });
    expect(focused(state)).toBe("Topbar");
    expect(chosen(state)).toEqual([]);
  });

  test("lets Enter choose there", () => {
    const state = answer(startAnswering(singleAsk), { type: "focus", question: 0, row: 2 });
    expect(answer(state, { type: "enter" }).end).toMatchObject({ answers: [{ selectedOptions: ["SQLite"] }] });
  });

  test("ignores a row that does not exist", () => {
    const start = startAnswering(approvalAsk);
    for (const [question, row] of [
      [0, 3],
      [0, -1],
      [1, 0],
      [0, Number.NaN],
    ] as const)
      expect(answer(start, { type: "focus", question, row })).toEqual(start);
  });
});

test("a surface with its own fields can ask what a digit means on a row, even while a field is open", () => {
  const noting = answer(startAnswering(singleAsk), { type: "open", field: "note" });
  expect(toShortcut(noting, "2")).toEqual({ type: "digit", digit: 2 });
});
