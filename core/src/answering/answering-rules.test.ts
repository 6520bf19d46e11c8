import { describe, expect, test } from "vitest";
import { chosen, focused, press, typeText } from "../testing/press.ts";
import { approvalAsk, multiAsk, singleAsk, textAsk, threeAsk } from "../testing/sample-asks.ts";
import { answer } from "./answer-by-keys.ts";
import { startAnswering } from "./answering.ts";
import { openQuestions, unsentText } from "./question-answer.ts";

const single = startAnswering(singleAsk);
const multi = startAnswering(multiAsk);
const three = startAnswering(threeAsk);

describe("what counts as answered", () => {
  test("a multi-select with a tick, once you Tab away", () => {
    expect(openQuestions(press(three, "tab", "space", "tab"))).toEqual([0, 2]);
  });

  test("a single-select only after Enter, Space or a digit", () => {
    expect(openQuestions(press(three, "down", "tab"))).toContain(0);
    for (const key of ["enter", "space", "2"]) expect(openQuestions(press(three, key, "tab"))).not.toContain(0);
  });

  test("choosing undoes a skip, and skipping undoes a choice", () => {
    const skipped = press(three, "space", "s", "left");
    expect(chosen(skipped, 0)).toEqual([]);
    expect(press(skipped, "space").entries[0]).toMatchObject({ skipped: false });
  });

  test("not a note alone", () => {
    const noted = press(typeText(press(multi, "n"), "soon"), "enter", "enter");
    expect(noted).toMatchObject({ end: null, notice: { code: "note-alone" } });
  });
});

describe("text in Other that is not sent", () => {
  test("is shown in the review after unticking", () => {
    const state = press(typeText(press(multi, "1", "o"), "dark mode"), "enter", "space", "tab");
    const [question, entry] = [multiAsk.questions[0], state.entries[0]];
    expect(question && entry && unsentText(question, entry)).toBe("dark mode");
    expect(press(state, "enter").end).toMatchObject({ answers: [{ selectedOptions: ["TypeScript"] }] });
    expect(press(state, "enter").end).not.toMatchObject({ answers: [{ customInput: "dark mode" }] });
  });

  const wrote = press(typeText(press(single, "o"), "bun"), "up", "enter");

  test("keeps a lone single-select from being sent when an option is chosen", () => {
    expect(wrote).toMatchObject({ asking: "also-wrote", end: null });
    expect(chosen(wrote)).toEqual(["SQLite"]);
    expect(press(typeText(press(single, "o"), "bun"), "up", "1")).toMatchObject({ asking: "also-wrote", end: null });
  });

  test("then Enter sends the choice only", () => {
    const end = press(wrote, "enter").end;
    expect(end).toMatchObject({ type: "submitted", answers: [{ selectedOptions: ["SQLite"] }] });
    expect(JSON.stringify(end)).not.toContain("bun");
  });

  test("n sends it as a note, after an existing note", () => {
    expect(press(wrote, "n").end).toMatchObject({ answers: [{ selectedOptions: ["SQLite"], notes: "bun" }] });
    const noted = press(typeText(press(wrote, "escape", "n"), "soon"), "enter", "enter", "n");
    expect(noted.end).toMatchObject({ answers: [{ notes: "soon\nbun" }] });
  });

  test("Esc goes back and keeps text and choice", () => {
    expect(press(wrote, "escape")).toMatchObject({ asking: null, page: "question", end: null });
    expect(chosen(press(wrote, "escape"))).toEqual(["SQLite"]);
    expect(press(wrote, "escape").entries[0]?.other.text).toBe("bun");
  });

  test.each(["x", "1", "s", "tab", "down", "space", "?"])("%s neither sends nor goes anywhere", (key) => {
    expect(press(wrote, key)).toEqual(wrote);
  });

  test("a Send button asks the same first", () => {
    const chose = press(typeText(press(single, "o"), "bun"), "up", "space");
    expect(answer(chose, { type: "send" })).toMatchObject({ asking: "also-wrote", end: null });
  });

  test("text too long for a note is never cut silently", () => {
    const short = startAnswering(singleAsk, { maxLength: 5 });
    const asked = press(typeText(press(typeText(press(short, "n"), "soon"), "enter", "o"), "bun"), "up", "enter");
    expect(press(asked, "n")).toMatchObject({
      end: null,
      asking: "also-wrote",
      notice: { code: "note-too-long", limit: 5 },
    });
  });
});

describe("skipping the only question", () => {
  const asked = press(single, "s");

  test("asks first, then Enter sends an answer that is skipped", () => {
    expect(asked).toMatchObject({ asking: "skip", end: null });
    expect(press(asked, "enter").end).toMatchObject({
      type: "submitted",
      answers: [{ selectedOptions: [], skipped: true }],
    });
  });

  test("x leads to the decline page, Esc back", () => {
    expect(press(asked, "x")).toMatchObject({ page: "decline", asking: null, end: null });
    expect(press(asked, "escape")).toEqual(single);
  });

  test("a skip may have a note", () => {
    const noted = press(typeText(press(multi, "n"), "you know best"), "enter", "s", "enter");
    expect(noted.end).toMatchObject({ answers: [{ skipped: true, notes: "you know best" }] });
  });

  test("still asks when the skip was made in the review and Enter is pressed in the question", () => {
    expect(press(multi, "tab", "s", "escape", "enter")).toMatchObject({ asking: "skip", end: null });
    expect(press(startAnswering(textAsk), "tab", "s", "escape", "enter")).toMatchObject({ asking: "skip", end: null });
  });
});

describe("an approval", () => {
  const start = startAnswering(approvalAsk);

  test("starts on deny, its first row, so that a stray Enter allows nothing", () => {
    expect(focused(start)).toBe("deny");
    expect(["1", "2", "3"].map((digit) => focused(press(start, digit)))).toEqual([
      "deny",
      "allow-once",
      "allow-always",
    ]);
    expect(press(start, "enter").end).toMatchObject({ type: "submitted", answers: [{ selectedOptions: ["deny"] }] });
  });

  test("a digit only moves the focus; Enter then chooses", () => {
    expect(press(start, "2")).toMatchObject({ end: null });
    expect(chosen(press(start, "2"))).toEqual([]);
    const seen = answer(start, { type: "seen" });
    expect(press(seen, "2", "enter").end).toMatchObject({ answers: [{ selectedOptions: ["allow-once"] }] });
  });

  test("allows nothing before it has been shown to its end", () => {
    const routes = [press(start, "2", "enter"), press(start, "3", "enter")];
    routes.push(answer(answer(start, { type: "pick", row: 1 }), { type: "send" }));
    for (const state of routes) {
      expect(state).toMatchObject({ end: null, notice: { code: "not-seen" } });
      expect(answer(answer(state, { type: "seen" }), { type: "send" }).end).toMatchObject({ type: "submitted" });
    }
    expect(press(start, "x", "down", "enter").end).toEqual({ type: "declined" });
    expect(press(startAnswering(singleAsk), "1").end).toMatchObject({ type: "submitted" });
  });

  test("is neither allowed nor denied by a letter, a digit or Space", () => {
    const seen = answer(start, { type: "seen" });
    for (const key of [..."abcdefghijklmnopqrstuvwxyz0123456789", "space"])
      for (const from of [
        seen,
        press(seen, "2"),
        press(seen, "tab"),
        press(seen, "x"),
        press(seen, "2", "tab", "end"),
      ]) {
        expect(press(from, key).end, key).toBeNull();
        expect(press(from, key).entries[0]?.picked, key).toEqual([]);
      }
    expect(press(seen, "2", "enter").end).toMatchObject({ type: "submitted" });
  });

  test("has no Other, by number, o, End or typing", () => {
    expect(press(start, "4", "o", "0")).toEqual(start);
    expect(focused(press(start, "end", "down"))).toBe("allow-always");
    expect(press(start, "q")).toEqual(start);
  });

  test("cannot be skipped, here or in the review", () => {
    expect(press(start, "s")).toMatchObject({ asking: null, end: null, notice: { code: "approval-skipped" } });
    expect(press(start, "tab", "home", "s").entries[0]?.skipped).toBe(false);
  });

  test("takes a note", () => {
    expect(press(typeText(press(start, "n"), "not on Friday"), "enter", "enter").end).toMatchObject({
      answers: [{ selectedOptions: ["deny"], notes: "not on Friday" }],
    });
  });

  test("accepts only its three answers from a sheet", () => {
    const given = { question: approvalAsk.questions[0]?.question ?? "", header: "Approval", selectedOptions: [] };
    for (const answers of [[{ ...given, skipped: true }], [{ ...given, customInput: "go on" }]])
      expect(openQuestions(answer(start, { type: "fill", answers }))).toEqual([0]);
  });
});

describe("a card that shows all questions at once", () => {
  test("a click picks in its own question, even after Send was refused", () => {
    const refused = answer(three, { type: "send" });
    expect(refused).toMatchObject({ notice: { code: "still-open", count: 3 }, end: null });
    const clicked = answer(refused, { type: "pick", question: 1, row: 2 });
    expect(chosen(clicked, 1)).toEqual(["Tailwind CSS"]);
  });

  test("a click on an option never sends, even while Send is focused on the review", () => {
    const ready = press(three, "1", "space", "enter", "2");
    const clicked = answer(ready, { type: "pick", question: 0, row: 1 });
    expect(clicked.end).toBeNull();
    expect(chosen(clicked, 0)).toEqual(["MongoDB"]);
  });

  test("an event for an unknown question changes nothing", () => {
    expect(answer(three, { type: "pick", question: 7, row: 0 })).toEqual(three);
    expect(answer(three, { type: "skip", question: 7 })).toEqual(three);
    expect(answer(three, { type: "open", field: "note", question: 7 })).toEqual(three);
  });

  test("typing continues only in the question whose field was opened", () => {
    const noting = answer(three, { type: "open", field: "note", question: 0 });
    const clicked = answer(noting, { type: "pick", question: 1, row: 9 });
    const typed = answer(clicked, { type: "insert", text: "hello" });
    expect(typed.entries[1]?.note.text).toBe("");
  });
});

describe("a sheet or an editor", () => {
  const [question] = singleAsk.questions;
  const given = { question: question?.question ?? "", header: "Database" };

  test("fills the questions and shows the review; sending is one more act", () => {
    const answers = [{ ...given, selectedOptions: ["SQLite"], notes: "small" }];
    const filled = answer(single, { type: "fill", answers, comment: "thanks" });
    expect(filled).toMatchObject({ page: "review", reviewRow: 2, end: null });
    expect(press(filled, "enter").end).toEqual({ type: "submitted", answers, comment: "thanks" });
  });

  test("with two answers to a single-select leaves the question open", () => {
    const answers = [{ ...given, selectedOptions: ["SQLite", "MongoDB"] }];
    expect(openQuestions(answer(single, { type: "fill", answers }))).toEqual([0]);
  });

  test("cleans its text, as the keyboard does", () => {
    const answers = [{ ...given, selectedOptions: [], customInput: "\u001b[31mred", notes: "a\u0007b" }];
    const filled = answer(single, { type: "fill", answers, comment: "c\u0000d" });
    expect(press(filled, "enter").end).toMatchObject({ answers: [{ customInput: "red", notes: "ab" }], comment: "cd" });
  });

  test("loses nothing while the list of keys or a confirmation is shown", () => {
    const event = { type: "set-text", field: "note", text: "from the editor" } as const;
    for (const state of [press(single, "?"), press(single, "s")])
      expect(answer(state, event)).toMatchObject({
        help: false,
        asking: null,
        entries: [{ note: { text: event.text } }],
      });
  });

  test("cuts text longer than the limit and says so", () => {
    const short = startAnswering(singleAsk, { maxLength: 5 });
    const state = answer(short, { type: "set-text", field: "note", text: "1234567" });
    expect(state.entries[0]?.note.text).toBe("12345");
    expect(state.notice).toEqual({ code: "cut", limit: 5, count: 2 });
    const answers = [{ ...given, selectedOptions: ["SQLite"], notes: "1234567" }];
    expect(answer(short, { type: "fill", answers })).toMatchObject({
      entries: [{ note: { text: "12345" } }],
      notice: { code: "cut", limit: 5 },
    });
  });
});

describe("pasting", () => {
  test("on an option row changes nothing and says where to type", () => {
    const state = answer(single, { type: "insert", text: "1\nx" });
    expect(state).toMatchObject({ end: null, field: null, notice: { code: "no-field", other: true } });
  });

  test("on the Other row is text, newlines and all", () => {
    const state = answer(press(single, "end"), { type: "insert", text: "one\r\ntwo" });
    expect(state).toMatchObject({ end: null, field: "other", entries: [{ other: { text: "one\ntwo" } }] });
  });
});
