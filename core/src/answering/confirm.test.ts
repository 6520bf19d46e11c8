import { describe, expect, it } from "vitest";
import { checkAnswers } from "../answer.ts";
import { checkAsk, parseAsk } from "../ask.ts";
import { toAskLeniently } from "../doors/lenient-ask.ts";
import { readAskForm, toAskForm } from "../elicitation/ask-form.ts";
import { renderSheet } from "../sheet/render-sheet.ts";
import { press } from "../testing/press.ts";
import { answer } from "./answer-by-keys.ts";
import { startAnswering } from "./answering.ts";
import { enterMeaning } from "./enter-meaning.ts";

const askOf = (...labels: string[]) =>
  parseAsk({
    questions: [
      {
        question: "Delete the production database?",
        header: "Confirm",
        kind: "confirm",
        options: labels.map((label) => ({ label })),
        multiSelect: false,
      },
    ],
  });
const ask = askOf("No", "Yes");
const defaultYes = askOf("Yes", "No");
const chosen = (label: string) => ({ type: "submitted", answers: [{ selectedOptions: [label] }] });

describe("a confirm question", () => {
  it.each([
    [["y"], "Yes"],
    [["y", "e", "s"], "Yes"],
    [["Y", "E", "S"], "Yes"],
    [["n"], "No"],
    [["n", "o"], "No"],
    [["N", "o"], "No"],
    [[], "No"],
    [["down"], "Yes"],
    [["right"], "Yes"],
    [["down", "up"], "No"],
    [["y", "up"], "No"],
    [["y", "backspace"], "No"],
  ])("takes %j and Enter as %s", (keys, label) => {
    expect(press(startAnswering(ask), ...keys, "enter").end).toMatchObject(chosen(label));
  });

  it("does what is focused on an empty Enter: Yes if that is the default", () => {
    expect(press(startAnswering(defaultYes), "enter").end).toMatchObject(chosen("Yes"));
    expect(press(startAnswering(defaultYes), "n", "o", "enter").end).toMatchObject(chosen("No"));
  });

  it("refuses anything else in one sentence and keeps what was typed, however often Enter is pressed", () => {
    for (const text of ["yy", "x", "s", "1", "2", "maybe", "no way", "yes please"]) {
      const state = press(startAnswering(defaultYes), ...text, "enter", "enter");
      expect(state).toMatchObject({ end: null, notice: { code: "yes-or-no", text }, line: { text }, page: "question" });
      expect(enterMeaning(state)).toBe("needs y or n");
    }
  });

  it("says what Enter does", () => {
    expect(enterMeaning(startAnswering(ask))).toBe("no");
    expect(enterMeaning(press(startAnswering(ask), "y"))).toBe("yes");
    expect(enterMeaning(press(startAnswering(ask), "down"))).toBe("yes");
  });

  it("has no Other, note, skip or review; Esc leads to the decline page and back", () => {
    const state = startAnswering(ask);
    for (const event of [
      { type: "open", field: "note" },
      { type: "open", field: "other" },
      { type: "skip" },
      { type: "next" },
      { type: "set-text", field: "note", text: "soon" },
      { type: "set-text", field: "other", text: "soon" },
    ] as const)
      expect(answer(state, event)).toMatchObject({
        page: "question",
        field: null,
        asking: null,
        entries: state.entries,
      });
    expect(press(state, "tab").page).toBe("question");
    expect(press(state, "y", "escape").page).toBe("decline");
    expect(press(state, "y", "escape", "escape")).toMatchObject({ page: "question", line: { text: "y" } });
  });

  it("is answered by yes or no from anywhere, and by nothing else", () => {
    const given = { question: ask.questions[0]?.question ?? "" };
    expect(checkAnswers(ask, [{ ...given, selectedOptions: ["Yes"] }])).toHaveProperty("answers");
    for (const reply of [
      { selectedOptions: [], skipped: true },
      { selectedOptions: [], customInput: "later" },
      { selectedOptions: ["Yes"], notes: "but slowly" },
      { selectedOptions: ["Yes", "No"] },
      { selectedOptions: [] },
    ])
      expect(checkAnswers(ask, [{ ...given, ...reply }])).toHaveProperty("issues");
  });

  it("is alone in its ask, with Yes and No", () => {
    const [question] = ask.questions;
    const other = { question: "Why?", header: "", kind: "text", options: [], multiSelect: false };
    expect(checkAsk({ questions: [question, other] })).toHaveProperty("issues");
    expect(checkAsk({ questions: [{ ...question, options: [{ label: "Yes" }] }] })).toHaveProperty("issues");
    expect(checkAsk({ questions: [{ ...question, multiSelect: true }] })).toHaveProperty("issues");
  });

  it("is not for models", () => {
    expect(toAskLeniently({ questions: ask.questions })).toMatchObject({ ask: { questions: [{ kind: "choice" }] } });
  });

  it("is a required choice of two in a form, and two lines in a sheet, without Other or skip", () => {
    const { requestedSchema } = toAskForm(ask);
    expect(requestedSchema.required).toEqual(Object.keys(requestedSchema.properties));
    expect(Object.values(requestedSchema.properties)).toMatchObject([{ type: "string", enum: ["No", "Yes"] }]);
    expect(readAskForm(ask, { question_1: "Yes" })).toMatchObject({ answers: [{ selectedOptions: ["Yes"] }] });
    expect(readAskForm(ask, {})).toHaveProperty("issues");
    expect(renderSheet(ask)).toContain("\n- No\n- Yes\n");
    expect(renderSheet(ask)).not.toMatch(/Other|skip|note/);
  });
});
