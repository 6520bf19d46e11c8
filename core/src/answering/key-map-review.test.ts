import { describe, expect, test } from "vitest";
import { chosen, press, typeText } from "../testing/press.ts";
import { multiAsk, singleAsk, threeAsk } from "../testing/sample-asks.ts";
import { answer } from "./answer-by-keys.ts";
import { startAnswering } from "./answering.ts";

const answered = press(startAnswering(threeAsk), "1", "space", "enter", "2");
const halfway = press(startAnswering(threeAsk), "1", "tab", "tab");
const sendRow = 4;
const commentRow = 3;

describe("where the review starts", () => {
  test("on Send when all are answered", () => {
    expect(answered).toMatchObject({ page: "review", reviewRow: sendRow, end: null });
  });

  test("otherwise on the first open question, and sending leads there with the number of open ones", () => {
    expect(halfway).toMatchObject({ page: "review", reviewRow: 1 });
    expect(press(halfway, "end", "enter")).toMatchObject({
      page: "review",
      reviewRow: 1,
      notice: { code: "still-open", count: 2 },
      end: null,
    });
  });
});

describe("moving in the review", () => {
  test.each([
    ["down", "up"],
    ["ctrl+n", "ctrl+p"],
    ["j", "k"],
  ])("%s and %s move over questions, Comment and Send without wrapping", (down, up) => {
    expect(press(answered, up).reviewRow).toBe(commentRow);
    expect(press(answered, down).reviewRow).toBe(sendRow);
    expect(press(answered, up, up, up, up, up, up).reviewRow).toBe(0);
  });

  test("Home goes to the first question and End to Send", () => {
    expect(press(answered, "home").reviewRow).toBe(0);
    expect(press(answered, "home", "end").reviewRow).toBe(sendRow);
  });
});

describe("acting in the review", () => {
  test.each(["enter", "space"])("%s on Send sends, on a question edits it, on Comment opens the comment", (key) => {
    expect(press(answered, key).end).toMatchObject({ type: "submitted" });
    expect(press(answered, "home", "down", key)).toMatchObject({ page: "question", at: 1, end: null });
    expect(press(answered, "up", key)).toMatchObject({ page: "review", field: "comment" });
  });

  test("sends every answer in the order of the questions", () => {
    expect(press(answered, "enter").end).toMatchObject({
      answers: [
        { header: "Database", selectedOptions: ["PostgreSQL (Recommended)"] },
        { header: "Features", selectedOptions: ["TypeScript"] },
        { header: "Layout", selectedOptions: ["Topbar"] },
      ],
    });
  });

  test("a digit edits that question", () => {
    expect(press(answered, "2")).toMatchObject({ page: "question", at: 1 });
    expect(press(answered, "4")).toEqual(answered);
  });

  test("an edited question returns to the review, and a lone one too", () => {
    const edited = press(answered, "1", "3");
    expect(edited).toMatchObject({ page: "review", end: null });
    expect(chosen(edited, 0)).toEqual(["SQLite"]);
    expect(press(answered, "2", "2", "enter")).toMatchObject({ page: "review" });
    expect(press(answered, "1", "s")).toMatchObject({ page: "review" });
    expect(press(startAnswering(singleAsk), "tab", "1", "2")).toMatchObject({ page: "review", end: null });
  });

  test("a question opened by a click in the review returns there as well", () => {
    expect(press(answer(answered, { type: "go", question: 0 }), "3")).toMatchObject({ page: "review" });
  });

  test("c opens the comment, x the decline page, ? the keys", () => {
    expect(press(answered, "c")).toMatchObject({ field: "comment", reviewRow: commentRow });
    expect(press(answered, "x")).toMatchObject({ page: "decline" });
    expect(press(answered, "?")).toMatchObject({ help: true });
  });

  test("s skips the focused question, even one that is nothing but a field", () => {
    const skipped = press(halfway, "s");
    expect(skipped).toMatchObject({ page: "review", reviewRow: 2, entries: [{}, { skipped: true }, {}] });
    expect(press(answered, "s")).toEqual(answered);
  });

  test.each(["escape", "left", "shift+tab"])("%s goes back to the last question", (key) => {
    expect(press(answered, key)).toMatchObject({ page: "question", at: 2 });
  });

  test("Esc keeps going back, to the decline page or the list, and never loops between two pages", () => {
    expect(press(answered, "escape", "escape")).toMatchObject({ page: "question", at: 1 });
    expect(press(answered, "escape", "escape", "escape", "escape")).toMatchObject({ page: "decline" });
    const inInbox = press(startAnswering(multiAsk, { escapeTo: "list" }), "tab", "escape", "escape");
    expect(inInbox.end).toEqual({ type: "left" });
  });

  test("Esc in a question that is being edited returns to the review", () => {
    expect(press(answered, "1", "escape")).toMatchObject({ page: "review" });
  });

  test.each(
    "a n o y q tab right ctrl+j alt+enter alt+space ctrl+a ctrl+e ctrl+w ctrl+u ctrl+k alt+b alt+f pageup pagedown ctrl+g backspace delete".split(
      " ",
    ),
  )("%s does nothing", (key) => {
    expect(press(answered, key)).toEqual(answered);
  });

  test("pasted text is refused with a message", () => {
    expect(answer(answered, { type: "insert", text: "hello" }).notice).toEqual({ code: "no-field", other: false });
  });

  test("skipping every question is an answer", () => {
    const state = press(startAnswering(threeAsk), "s", "s", "s", "enter");
    expect(state.end).toMatchObject({ answers: [{ skipped: true }, { skipped: true }, { skipped: true }] });
  });

  test("a comment alone is not an answer", () => {
    const state = press(typeText(press(startAnswering(singleAsk), "tab", "c"), "hm"), "enter", "end", "enter");
    expect(state).toMatchObject({ end: null, notice: { code: "still-open", count: 1 } });
  });
});
