import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryAsk } from "../testing/arbitrary-ask.ts";
import { arbitraryDraft, arbitraryEvent } from "../testing/arbitrary-event.ts";
import { chosen, focused, press, typeText } from "../testing/press.ts";
import { approvalAsk, multiAsk, numberAsk, singleAsk, textAsk, threeAsk } from "../testing/sample-asks.ts";
import { answer } from "./answer-by-keys.ts";
import { startAnswering } from "./answering.ts";
import { applyDraft, toDraft } from "./draft.ts";
import { openQuestions } from "./question-answer.ts";

const entry = { selectedOptions: [] as string[], otherPicked: false, other: "", note: "", skipped: false };
const draftOf = (...entries: Partial<typeof entry>[]) => ({
  entries: entries.map((given) => ({ ...entry, ...given })),
  comment: "",
  reason: "",
});

describe("a draft", () => {
  test("contains choices and texts, and another screen continues from it", () => {
    const typed = press(typeText(press(startAnswering(threeAsk), "2", "1", "o"), "dark mode"), "enter", "tab", "s");
    const draft = JSON.parse(JSON.stringify(toDraft(press(typeText(press(typed, "c"), "thanks"), "enter"))));
    const elsewhere = applyDraft(startAnswering(threeAsk), draft);
    expect(elsewhere).toMatchObject({ page: "question", at: 0, end: null, comment: { text: "thanks" } });
    expect(chosen(elsewhere, 0)).toEqual(["MongoDB"]);
    expect(chosen(elsewhere, 1)).toEqual(["TypeScript", "Other"]);
    expect(elsewhere.entries[1]?.other.text).toBe("dark mode");
    expect(openQuestions(elsewhere)).toEqual([]);
  });

  test("keeps every choice and every text, whatever a person did", () => {
    const histories = arbitraryAsk.chain((ask) =>
      fc.tuple(fc.constant(ask), fc.array(arbitraryEvent(ask), { maxLength: 30 })),
    );
    fc.assert(
      fc.property(histories, ([ask, events]) => {
        const state = events.reduce(answer, startAnswering(ask));
        const restored = applyDraft(startAnswering(ask), JSON.parse(JSON.stringify(toDraft(state))));
        expect(toDraft(restored)).toEqual(toDraft(state));
        // The order in which options were picked is in the draft's labels; no answer says where own words come among them.
        const picks = ({ entries }: typeof state) => entries.map(({ picked }) => [...picked].sort((a, b) => a - b));
        expect(picks(restored)).toEqual(picks(state));
      }),
      { numRuns: 100 },
    );
  });

  test("never ends an ask by itself", () => {
    const cases = arbitraryAsk.chain((ask) =>
      fc.tuple(fc.constant(ask), fc.oneof(fc.jsonValue(), fc.anything(), arbitraryDraft(ask))),
    );
    fc.assert(
      fc.property(cases, ([ask, value]) => {
        const state = applyDraft(startAnswering(ask), value);
        expect(state).toMatchObject({ end: null, page: "question", at: 0 });
        expect(toDraft(applyDraft(startAnswering(ask), toDraft(state)))).toEqual(toDraft(state));
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ["no JSON object", "draft"],
    ["a draft of another number of questions", draftOf({}, {})],
    ["an entry of another shape", { entries: [{ picked: [true] }], comment: "", reason: "" }],
    ["a comment that is no text", { ...draftOf({}), comment: 1 }],
  ])("that is %s changes nothing", (_, value) => {
    const state = startAnswering(singleAsk);
    expect(applyDraft(state, value)).toBe(state);
  });
});

describe("a draft that the machine could not have made", () => {
  test("with two choices in a single-select guesses neither", () => {
    const start = startAnswering(singleAsk);
    expect(chosen(applyDraft(start, draftOf({ selectedOptions: ["SQLite", "MongoDB"] })))).toEqual([]);
    const both = applyDraft(start, draftOf({ selectedOptions: ["SQLite"], otherPicked: true, other: "DuckDB" }));
    expect(chosen(both)).toEqual([]);
    expect(both.entries[0]?.other.text).toBe("DuckDB");
  });

  test("with unknown labels picks none of them", () => {
    expect(chosen(applyDraft(startAnswering(multiAsk), draftOf({ selectedOptions: ["Vue", "ESLint"] })))).toEqual([
      "ESLint",
    ]);
  });

  test("with Other ticked and empty does not tick it", () => {
    const draft = draftOf({ selectedOptions: ["ESLint"], otherPicked: true, other: "  " });
    expect(chosen(applyDraft(startAnswering(multiAsk), draft))).toEqual(["ESLint"]);
  });

  test("with a skip and a choice keeps only the skip", () => {
    const state = applyDraft(startAnswering(multiAsk), draftOf({ selectedOptions: ["ESLint"], skipped: true }));
    expect(chosen(state)).toEqual([]);
    expect(state.entries[0]?.skipped).toBe(true);
  });

  test("with control characters or too much text keeps only what a person could have typed", () => {
    const start = startAnswering(textAsk, { maxLength: 4 });
    const state = applyDraft(start, draftOf({ otherPicked: true, other: "\u001b[31mabc😀", note: "a\u0000b" }));
    expect(state.entries[0]).toMatchObject({ other: { text: "abc" }, note: { text: "ab" } });
    const number = applyDraft(startAnswering(numberAsk), draftOf({ otherPicked: true, other: "1\n2" }));
    expect(number.entries[0]?.other.text).toBe("1 2");
  });

  test("cannot skip an approval or answer it in free text, and the focus stays on deny", () => {
    const start = startAnswering(approvalAsk);
    for (const given of [{ skipped: true }, { otherPicked: true, other: "go on" }])
      expect(openQuestions(applyDraft(start, draftOf(given)))).toEqual([0]);
    expect(focused(applyDraft(start, draftOf({ selectedOptions: ["allow-always"] })))).toBe("deny");
  });
});
