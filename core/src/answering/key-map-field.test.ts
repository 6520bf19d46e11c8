import { describe, expect, test } from "vitest";
import { chosen, focused, press, typeText } from "../testing/press.ts";
import { multiAsk, numberAsk, singleAsk, textAsk, textFirstAsk, threeAsk } from "../testing/sample-asks.ts";
import { type Answering, startAnswering } from "./answering.ts";
import { fieldOf } from "./field-events.ts";

const alone = startAnswering(singleAsk);
const fields: [string, Answering][] = [
  ["Other", press(alone, "o")],
  ["Other of a multi-select", press(startAnswering(multiAsk), "o")],
  ["the note", press(alone, "n")],
  ["the comment", press(alone, "tab", "c")],
  ["the reason", press(alone, "x", "end", "down", "down", "enter")],
  ["a text question", startAnswering(textAsk)],
];

const open = (state: Answering) => {
  if (state.field === null) throw new Error("No field is open.");
  return fieldOf(state, state.field);
};

describe.each(fields)("typing into %s", (_, field) => {
  test("letters, digits, Space and ? are text", () => {
    expect(open(typeText(field, "jk a n o s c x y ? 12345")).text).toBe("jk a n o s c x y ? 12345");
  });

  test("arrows, Home and End move the cursor", () => {
    const typed = typeText(field, "abc");
    expect(open(typeText(press(typed, "left", "left", "right"), "-")).text).toBe("ab-c");
    expect(open(typeText(press(typed, "home"), "-")).text).toBe("-abc");
    expect(open(typeText(press(typed, "home", "end"), "-")).text).toBe("abc-");
  });

  test.each(["ctrl+j", "alt+enter"])("%s breaks the line, and the arrows go by lines", (key) => {
    const typed = typeText(press(typeText(field, "one"), key), "two");
    expect(open(typed).text).toBe("one\ntwo");
    expect(open(typeText(press(typed, "up"), "!")).text).toBe("one!\ntwo");
    expect(open(typeText(press(typed, "ctrl+p", "ctrl+n"), "!")).text).toBe("one\ntwo!");
  });

  test("Ctrl-A, E, W, U, K and Alt-B, F edit as readline does", () => {
    const typed = typeText(field, "one two three");
    expect(open(typeText(press(typed, "ctrl+a"), "-")).text).toBe("-one two three");
    expect(open(typeText(press(typed, "ctrl+a", "ctrl+e"), "-")).text).toBe("one two three-");
    expect(open(press(typed, "ctrl+w")).text).toBe("one two ");
    expect(open(press(typed, "ctrl+u")).text).toBe("");
    expect(open(press(typed, "alt+b", "alt+b", "ctrl+k")).text).toBe("one ");
    expect(open(typeText(press(typed, "ctrl+a", "alt+f"), "-")).text).toBe("one- two three");
  });

  test("Ctrl-C, Ctrl-Z, Ctrl-G, PgUp and PgDn are left to the surface", () => {
    const typed = typeText(field, "abc");
    expect(press(typed, "ctrl+c", "ctrl+z", "ctrl+g", "pageup", "pagedown", "f1", "alt+x")).toEqual(typed);
  });
});

describe.each(fields.slice(0, 5))("leaving %s", (_, field) => {
  test("Esc closes the field, keeps the text and goes nowhere", () => {
    const name = field.field ?? "other";
    const typed = press(typeText(field, "abc"), "escape");
    expect(typed).toMatchObject({ field: null, page: field.page, at: field.at, end: null });
    expect(fieldOf(typed, name).text).toBe("abc");
  });

  test("the up arrow on the first line leaves the field and keeps the text", () => {
    const left = press(typeText(field, "abc"), "up");
    expect(left).toMatchObject({ field: null, page: field.page, end: null });
    expect(fieldOf(left, field.field ?? "other").text).toBe("abc");
  });
});

describe("Enter in a field", () => {
  test("in Other of a lone single-select chooses the text and sends", () => {
    expect(press(typeText(press(alone, "o"), "DuckDB"), "enter").end).toMatchObject({
      type: "submitted",
      answers: [{ selectedOptions: [], customInput: "DuckDB" }],
    });
  });

  test("in Other of one of several questions chooses the text and continues", () => {
    const state = press(typeText(press(startAnswering(threeAsk), "o"), "DuckDB"), "enter");
    expect(state).toMatchObject({ at: 1, field: null, end: null });
    expect(chosen(state, 0)).toEqual(["Other"]);
  });

  test("in an empty Other of a single-select is refused with a message", () => {
    const state = press(alone, "o", "space", "enter");
    expect(state).toMatchObject({ end: null, field: "other", notice: { code: "other-empty" } });
  });

  test("in Other of a multi-select keeps the text and stays on the row", () => {
    const state = press(typeText(press(startAnswering(multiAsk), "o"), "dark mode"), "enter");
    expect(state).toMatchObject({ field: null, page: "question", end: null });
    expect(focused(state)).toBe("Other");
    expect(chosen(state)).toEqual(["Other"]);
  });

  test("in a note keeps the text and stays on the row", () => {
    const state = press(typeText(press(alone, "down", "n"), "PKCE only"), "enter");
    expect(state).toMatchObject({ field: null, page: "question", end: null });
    expect(focused(state)).toBe("MongoDB");
    expect(state.entries[0]?.note.text).toBe("PKCE only");
    expect(press(state, "enter").end).toMatchObject({
      answers: [{ selectedOptions: ["MongoDB"], notes: "PKCE only" }],
    });
  });

  test("in the comment goes back to the review, and the comment is sent along", () => {
    const state = press(typeText(press(alone, "space", "tab", "c"), "Start small."), "enter");
    expect(state).toMatchObject({ field: null, page: "review", end: null });
    expect(press(state, "down", "enter").end).toMatchObject({ type: "submitted", comment: "Start small." });
  });

  test("in the reason declines and says why", () => {
    const state = press(alone, "x", "down", "down", "enter");
    expect(press(typeText(state, "ask me tomorrow"), "enter").end).toEqual({
      type: "declined",
      reason: "ask me tomorrow",
    });
    expect(press(state, "enter").end).toEqual({ type: "declined" });
  });
});

describe("Tab in a field", () => {
  test("goes to the next question, keeps the text, and in a single-select does not choose it", () => {
    const state = press(typeText(press(startAnswering(threeAsk), "o"), "DuckDB"), "tab");
    expect(state).toMatchObject({ at: 1, field: null });
    expect(state.entries[0]?.other.text).toBe("DuckDB");
    expect(chosen(state, 0)).toEqual([]);
    expect(press(state, "n", "shift+tab")).toMatchObject({ at: 0, field: null });
  });
});

describe("the edges of Other", () => {
  test("the up arrow goes to the option above", () => {
    const state = press(typeText(press(alone, "o"), "DuckDB"), "up");
    expect(state.field).toBeNull();
    expect(focused(state)).toBe("SQLite");
  });

  test("the down arrow stays: below Other there is no row", () => {
    expect(press(typeText(press(alone, "o"), "DuckDB"), "down")).toMatchObject({ field: "other" });
  });
});

describe("a question that is nothing but a field", () => {
  test("takes text from the first key and sends it on Enter", () => {
    expect(press(typeText(startAnswering(textAsk), "shop"), "enter").end).toMatchObject({
      answers: [{ selectedOptions: [], customInput: "shop" }],
    });
  });

  test("is refused while it is empty", () => {
    expect(press(startAnswering(textAsk), "enter")).toMatchObject({
      end: null,
      notice: { code: "nothing-written" },
    });
  });

  test("can be skipped as the refusal says", () => {
    const refused = press(startAnswering(textFirstAsk), "enter");
    expect(refused.notice).toEqual({ code: "nothing-written" });
    expect(press(refused, "tab", "tab", "s")).toMatchObject({ page: "review", entries: [{ skipped: true }, {}] });
  });

  test("Esc leaves the question immediately, since there is no other row", () => {
    expect(press(typeText(startAnswering(textAsk), "shop"), "escape")).toMatchObject({ page: "decline" });
    expect(press(typeText(startAnswering(textAsk), "shop"), "escape", "escape").entries[0]?.other.text).toBe("shop");
  });

  test("takes text again after Keep answering and after coming back", () => {
    expect(press(startAnswering(textAsk), "escape", "escape", "x").entries[0]?.other.text).toBe("x");
    expect(press(startAnswering(textFirstAsk), "tab", "left", "x").entries[0]?.other.text).toBe("x");
  });

  test("Enter on kept text answers a question that was skipped before", () => {
    const skipped = press(typeText(startAnswering(textFirstAsk), "shop"), "tab", "tab", "home", "s");
    expect(skipped.entries[0]).toMatchObject({ skipped: true, other: { text: "shop" } });
    expect(press(skipped, "1", "enter").entries[0]).toMatchObject({ skipped: false });
    expect(chosen(press(skipped, "1", "enter"), 0)).toEqual(["Other"]);
  });

  test("of kind number takes only a number within its bounds", () => {
    const start = startAnswering(numberAsk);
    expect(press(typeText(start, "http"), "enter")).toMatchObject({
      end: null,
      notice: { code: "not-a-number", text: "http" },
    });
    expect(press(typeText(start, "0"), "enter")).toMatchObject({ end: null, notice: { code: "below-min", min: 1 } });
    expect(press(typeText(start, "70000"), "enter")).toMatchObject({
      end: null,
      notice: { code: "above-max", max: 65535 },
    });
    expect(press(typeText(start, " 2255 "), "enter").end).toMatchObject({ answers: [{ customInput: "2255" }] });
  });

  test("of kind number stays on one line", () => {
    expect(press(typeText(startAnswering(numberAsk), "1"), "ctrl+j", "2").entries[0]?.other.text).toBe("1 2");
  });
});
