import { describe, expect, test } from "vitest";
import type { Ask } from "../schemas.ts";
import { chosen, focused, press, typeText } from "../testing/press.ts";
import { answer } from "./answer-by-keys.ts";
import { startAnswering } from "./answering.ts";
import { applyDraft, hasContent, toDraft } from "./draft.ts";
import { enterMeaning } from "./enter-meaning.ts";
import { answerOnCard } from "./machine.ts";
import { lastRow, otherRow } from "./rows.ts";

function choice(labels: string[], multiSelect: boolean): Ask {
  const options = labels.map((label) => ({ label, description: `about ${label}` }));
  return {
    kind: "question",
    questions: [{ question: "Which?", header: "Which", kind: "choice", options, multiSelect }],
  };
}

describe("an agent's own Other", () => {
  const ask = choice(["A", "Other (please specify)", "B"], false);
  const start = startAnswering(ask);
  const many = startAnswering(choice(["A", "Other…", "B"], true));

  test("is the Other of its question, in its place, and none is added", () => {
    const [question] = ask.questions;
    if (question === undefined) throw new Error("no question");
    expect(otherRow(ask, question)).toBe(1);
    expect(lastRow(ask, question)).toBe(2);
    expect(focused(press(start, "end"))).toBe("B");
    expect(press(start, "4")).toEqual(start);
  });

  test("opens its field, and the text is the answer", () => {
    expect(press(start, "2")).toMatchObject({ field: "other", end: null });
    expect(press(typeText(press(start, "2"), "C, with D"), "enter").end).toMatchObject({
      answers: [{ selectedOptions: [], customInput: "C, with D" }],
    });
  });

  test("with an empty field is its label", () => {
    expect(enterMeaning(press(start, "2"))).toBe("choose and send");
    expect(press(start, "2", "enter").end).toMatchObject({
      answers: [{ selectedOptions: ["Other (please specify)"] }],
    });
    expect(press(start, "down", "enter", "enter").end).toMatchObject({
      answers: [{ selectedOptions: ["Other (please specify)"] }],
    });
  });

  test("is passed over by j and k, and left by the arrows in both directions", () => {
    expect(focused(press(start, "j"))).toBe("B");
    expect(focused(press(start, "j", "k"))).toBe("A");
    expect(focused(press(start, "2", "down"))).toBe("B");
    expect(focused(press(start, "2", "up"))).toBe("A");
  });

  test("is ticked among others, in the order of selection", () => {
    expect(press(many, "3", "2", "enter", "home", "1", "enter").end).toMatchObject({
      answers: [{ selectedOptions: ["B", "Other…", "A"] }],
    });
    expect(press(typeText(press(many, "3", "2"), "C"), "enter", "enter").end).toMatchObject({
      answers: [{ selectedOptions: ["B"], customInput: "C" }],
    });
    expect(chosen(press(many, "2", "escape", "space"))).toEqual([]);
  });

  test("stays ticked when its text is emptied, and the key a does not tick it", () => {
    expect(chosen(press(typeText(press(many, "2"), "C"), "backspace"))).toEqual(["Other…"]);
    expect(chosen(press(many, "a"))).toEqual(["A", "B"]);
  });

  test("on a card is chosen first and filled in afterwards", () => {
    const card = startAnswering(ask, { otherAtOnce: true });
    const picked = answerOnCard(card, { type: "pick", question: 0, row: 1 });
    expect(picked.field).toBe("other");
    expect(answerOnCard(picked, { type: "send" }).end).toMatchObject({
      answers: [{ selectedOptions: ["Other (please specify)"] }],
    });
  });

  test("survives a draft, with or without text", () => {
    for (const state of [press(many, "3", "2"), typeText(press(many, "3", "2"), "C")]) {
      const again = applyDraft(many, JSON.parse(JSON.stringify(toDraft(state))));
      expect(chosen(again)).toEqual(chosen(state));
    }
    expect(hasContent(toDraft(press(many, "2")))).toBe(true);
  });
});

describe("None of these", () => {
  const start = startAnswering(choice(["A", "B"], true));

  test("is one key, clears the ticks, and answers with its words", () => {
    const none = press(start, "1", "2", "0");
    expect(chosen(none)).toEqual(["None of these"]);
    expect(focused(none)).toBe("None of these");
    expect(enterMeaning(none)).toBe("send none of these");
    expect(press(none, "enter").end).toEqual({
      type: "submitted",
      answers: [{ question: "Which?", header: "Which", selectedOptions: [], customInput: "None of these" }],
    });
  });

  test("is undone by any tick, by ticking all, by text in Other, or by toggling it again", () => {
    const none = press(start, "0");
    expect(chosen(press(none, "1"))).toEqual(["A"]);
    expect(chosen(press(none, "a"))).toEqual(["A", "B"]);
    expect(chosen(typeText(press(none, "o"), "C"))).toEqual(["Other"]);
    expect(chosen(press(none, "0"))).toEqual([]);
    expect(chosen(press(none, "space"))).toEqual([]);
  });

  test("keeps text in Other, unsent", () => {
    const written = press(typeText(press(start, "o"), "C"), "enter", "up", "0");
    expect(chosen(written)).toEqual(["None of these"]);
    expect(written.entries[0]?.other.text).toBe("C");
    expect(press(written, "enter").end).toMatchObject({ answers: [{ customInput: "None of these" }] });
  });

  test("has the key 0 and no other number, and 0 is text in a field", () => {
    expect(press(start, "4")).toEqual(start);
    expect(press(start, "o", "0").entries[0]?.other.text).toBe("0");
    expect(focused(press(start, "0", "k"))).toBe("B");
    expect(focused(press(start, "o", "down"))).toBe("None of these");
  });

  test.each(["None", "none of the above", "Neither", "None of these.", "Nothing"])(
    "is not added beside an option %j",
    (label) => {
      expect(chosen(press(startAnswering(choice(["A", label], true)), "0"))).toEqual([]);
    },
  );

  test.each(["Nonexistent", "None of your business", "Nothing else"])("is added despite an option %j", (label) => {
    expect(chosen(press(startAnswering(choice(["A", label], true)), "0"))).toEqual(["None of these"]);
  });

  test("belongs to multi-selects only", () => {
    const single = startAnswering(choice(["A", "B"], false));
    expect(press(single, "0")).toEqual(single);
  });

  test("survives a draft and comes back from a sheet", () => {
    const none = press(start, "0");
    expect(chosen(applyDraft(start, JSON.parse(JSON.stringify(toDraft(none)))))).toEqual(["None of these"]);
    expect(hasContent(toDraft(none))).toBe(true);
    const given = { question: "Which?", header: "Which", selectedOptions: [], customInput: "None of these" };
    expect(chosen(answer(start, { type: "fill", answers: [given] }))).toEqual(["None of these"]);
  });
});
