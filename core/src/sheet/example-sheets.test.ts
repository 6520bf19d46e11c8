import { expect, test } from "vitest";
import { readExampleSheets } from "../testing/example-sheets.ts";
import { checkSheet } from "./parse-sheet.ts";
import { renderSheet } from "./render-sheet.ts";

test.each(readExampleSheets())("the example $name is rendered and read as it is written down", (example) => {
  expect(renderSheet(example.ask, { id: "ask_1", quitHint: false, context: false })).toBe(example.sheet);
  for (const text of [example.edited, example.edited.replaceAll("\n", "\r\n")]) {
    const { answers, progress, comment, declined, errors } = checkSheet(text, example.ask, { id: "ask_1" });
    expect({
      answers: answers.map(({ question, header, ...answer }) => answer),
      progress: progress.map((one) => one.text),
      comment,
      declined,
      errors,
    }).toEqual({
      answers: example.answers,
      progress: example.progress,
      comment: example.comment,
      declined: example.declined,
      errors: example.errors,
    });
  }
});
