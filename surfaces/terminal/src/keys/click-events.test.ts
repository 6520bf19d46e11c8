import { type Answering, answer, parseAsk, startAnswering } from "@yourcall/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryAsk } from "../../../../core/src/testing/arbitrary-ask.ts";
import { arbitraryEvent } from "../../../../core/src/testing/arbitrary-event.ts";
import { press, typeText } from "../../../../core/src/testing/press.ts";
import { approvalAsk, multiAsk, singleAsk, threeAsk } from "../../../../core/src/testing/sample-asks.ts";
import { toClickEvents } from "./click-events.ts";

const click = (state: Answering, ...blocks: number[]) =>
  blocks.reduce((now, block) => toClickEvents(now, block).reduce(answer, now), state);

describe("a click on a question", () => {
  test("chooses, and only a click on the chosen row sends", () => {
    const chosen = click(startAnswering(singleAsk), 1);
    expect(chosen).toMatchObject({ end: null, entries: [{ focus: 1, picked: [1] }] });
    expect(click(chosen, 1).end).toMatchObject({ type: "submitted", answers: [{ selectedOptions: ["MongoDB"] }] });
    // Another row is another choice.
    expect(click(chosen, 2)).toMatchObject({ end: null, entries: [{ picked: [2] }] });
  });

  test("never sends with one click, not even on the row that has the focus", () => {
    for (const ask of [singleAsk, multiAsk, threeAsk, approvalAsk])
      for (const row of [0, 1, 2]) expect(click(startAnswering(ask), row)).toMatchObject({ end: null, at: 0 });
  });

  test("ticks and unticks, without sending", () => {
    expect(click(startAnswering(multiAsk), 0, 2, 0)).toMatchObject({ end: null, entries: [{ picked: [2] }] });
  });

  test("opens Other, where a further click does nothing and a click on an option keeps the text", () => {
    const written = typeText(click(startAnswering(singleAsk), 3), "DuckDB");
    expect(written).toMatchObject({ field: "other" });
    expect(click(written, 3)).toBe(written);
    expect(click(written, 0)).toMatchObject({ field: null, entries: [{ picked: [0], other: { text: "DuckDB" } }] });
  });

  test("does not allow an approval whose end was not on the screen", () => {
    const allow = click(startAnswering(approvalAsk), 1, 1);
    expect(allow).toMatchObject({ end: null, notice: { code: "not-seen" } });
    expect(click(answer(allow, { type: "seen" }), 1).end).toMatchObject({ type: "submitted" });
  });
});

test("a click on yes or no moves there, and only Enter answers", () => {
  const confirm = parseAsk({
    questions: [
      {
        question: "Deploy?",
        header: "",
        kind: "confirm",
        options: [{ label: "No" }, { label: "Yes" }],
        multiSelect: false,
      },
    ],
  });
  const yes = click(typeText(startAnswering(confirm), "no"), 1);
  expect(yes).toMatchObject({ end: null, line: { text: "" }, entries: [{ focus: 1 }] });
  expect(click(yes, 1, 1, 0, 0).end).toBeNull();
  expect(press(yes, "enter").end).toMatchObject({ type: "submitted", answers: [{ selectedOptions: ["Yes"] }] });
});

test("on the review a click edits a question, opens the comment, or sends", () => {
  const review = answer(press(startAnswering(threeAsk), "1", "space", "enter", "1"), { type: "review" });
  expect(click(review, 1)).toMatchObject({ page: "question", at: 1, fromReview: true });
  const comment = click(review, 3);
  expect(comment).toMatchObject({ field: "comment" });
  expect(click(comment, 3)).toBe(comment);
  expect(click(typeText(comment, "soon"), 4).end).toMatchObject({ type: "submitted", comment: "soon" });
});

test("on the decline page a click keeps answering, declines, or asks why", () => {
  const page = press(startAnswering(singleAsk), "x");
  expect(click(page, 0)).toMatchObject({ page: "question", end: null });
  expect(click(page, 1).end).toEqual({ type: "declined" });
  expect(click(page, 2)).toMatchObject({ field: "reason", end: null });
});

test("while something is asked first, or the keys are shown, a click answers nothing", () => {
  const asking = press(startAnswering(singleAsk), "s");
  expect(click(asking, 0)).toBe(asking);
  expect(click(press(startAnswering(singleAsk), "?"), 0)).toMatchObject({ help: false, end: null });
});

test("whatever came before, one click on a question sends only what was chosen", () => {
  const asked = arbitraryAsk.chain((ask) =>
    fc.record({ ask: fc.constant(ask), events: fc.array(arbitraryEvent(ask), { maxLength: 12 }), block: fc.nat(6) }),
  );
  fc.assert(
    fc.property(asked, ({ ask, events, block }) => {
      const before = events.reduce(answer, startAnswering(ask));
      if (before.end !== null || before.page !== "question") return;
      const { end } = click(before, block);
      if (end !== null) expect(before.entries[before.at]?.picked).toContain(block);
    }),
    { numRuns: 200 },
  );
});
