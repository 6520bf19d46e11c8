import { expect, test } from "vitest";
import { checkAnswers } from "../answer.ts";
import { parseAsk } from "../ask.ts";
import { parseSheet } from "../sheet/parse-sheet.ts";
import { renderSheet } from "../sheet/render-sheet.ts";
import { press } from "../testing/press.ts";
import { answer } from "./answer-by-keys.ts";
import { startAnswering } from "./answering.ts";
import { applyDraft, toDraft } from "./draft.ts";

const toAsk = (required: boolean) =>
  parseAsk({
    questions: [
      {
        question: "Which port?",
        header: "Port",
        options: [{ label: "80" }, { label: "81" }],
        multiSelect: false,
        required,
      },
      { question: "Which name?", header: "Name", kind: "text", options: [], multiSelect: false, required },
    ],
  });
const ask = toAsk(true);

test("a required question is not skipped by a key, in the review or by a draft of another screen", () => {
  const state = press(startAnswering(ask), "s");
  expect(state).toMatchObject({ at: 0, notice: { code: "required" }, entries: [{ skipped: false }, {}] });
  const review = answer(startAnswering(ask), { type: "skip", question: 1 });
  expect(review.entries.some(({ skipped }) => skipped)).toBe(false);
  const skippedElsewhere = toDraft(press(startAnswering(toAsk(false)), "s"));
  expect(skippedElsewhere.entries[0]?.skipped).toBe(true);
  expect(applyDraft(startAnswering(ask), skippedElsewhere).entries[0]?.skipped).toBe(false);
});

test("a skip of a required question is not a valid answer, from whatever sender", () => {
  const answers = ask.questions.map(({ question, header }) => ({
    question,
    header,
    selectedOptions: [],
    skipped: true,
  }));
  expect(checkAnswers(ask, answers)).toMatchObject({
    issues: [
      { message: "This question cannot be skipped. Answer it, or decline." },
      { message: "This question cannot be skipped. Answer it, or decline." },
    ],
  });
});

test("the sheet of a required ask does not offer skip, and refuses it", () => {
  const sheet = renderSheet(ask);
  expect(sheet).not.toContain("write skip");
  const { errors } = parseSheet(sheet.replace(/^- 80.*$/m, "skip").replace("- Answer:", "- Answer: shop"), ask);
  expect(errors.map(({ message }) => message)).toContain("Question 1 cannot be skipped.");
});
