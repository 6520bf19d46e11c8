import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryAsk } from "../testing/arbitrary-ask.ts";
import { arbitraryEvent } from "../testing/arbitrary-event.ts";
import { chosen, press, typeText } from "../testing/press.ts";
import { singleAsk, threeAsk } from "../testing/sample-asks.ts";
import { answer } from "./answer-by-keys.ts";
import { startAnswering } from "./answering.ts";
import { applyDraft, toDraft } from "./draft.ts";
import { enterMeaning } from "./enter-meaning.ts";

const ask = { ...singleAsk, asksAgain: true };
const start = startAnswering(ask);

describe("asking back", () => {
  test("b opens a field, and Enter asks what is in it", () => {
    const typed = typeText(press(start, "b"), "What does option 2 cost?");
    expect(enterMeaning(typed)).toBe("ask the agent");
    expect(press(typed, "enter").end).toEqual({ type: "declined", asked: "What does option 2 cost?" });
  });

  test("b means nothing for an agent that cannot ask again", () => {
    expect(press(startAnswering(singleAsk), "b")).toMatchObject({ field: null, end: null });
  });

  test("b in a field is text", () => {
    expect(press(start, "o", "b")).toMatchObject({ field: "other", entries: [{ other: { text: "b" } }] });
    expect(press(start, "b", "b")).toMatchObject({ field: "asked", asked: { text: "b" }, end: null });
  });

  test("nothing is asked without a question", () => {
    expect(press(start, "b", "space", "enter")).toMatchObject({ end: null, notice: { code: "nothing-asked" } });
  });

  test("Esc keeps the text, and what was chosen stays", () => {
    const state = press(typeText(press(start, "space", "b"), "Why?"), "escape");
    expect(state).toMatchObject({ field: null, asked: { text: "Why?" }, end: null });
    expect(chosen(state)).toHaveLength(1);
    expect(press(state, "b", "enter").end).toEqual({ type: "declined", asked: "Why?" });
  });

  test("works on the review of several questions too", () => {
    const several = startAnswering({ ...threeAsk, asksAgain: true });
    const review = press(several, "tab", "tab", "tab");
    expect(press(typeText(press(review, "b"), "Why three?"), "enter").end).toEqual({
      type: "declined",
      asked: "Why three?",
    });
  });

  test("a draft carries the question, to an ask that takes one", () => {
    const draft = toDraft(typeText(press(start, "b"), "Why?"));
    expect(applyDraft(start, draft).asked.text).toBe("Why?");
    expect(applyDraft(startAnswering(singleAsk), draft).asked.text).toBe("");
  });
});

test("whatever happens, only an agent that asks again is asked something, and never nothing", () => {
  fc.assert(
    fc.property(
      arbitraryAsk.chain((any) => fc.tuple(fc.constant(any), fc.array(arbitraryEvent(any), { maxLength: 30 }))),
      ([any, events]) => {
        const { end } = events.reduce(answer, startAnswering(any));
        if (end?.type !== "declined" || end.asked === undefined) return;
        expect(any.asksAgain).toBe(true);
        expect(end.asked.trim()).not.toBe("");
        expect(end.reason).toBeUndefined();
      },
    ),
  );
});
