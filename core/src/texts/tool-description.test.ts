import { expect, test } from "vitest";
import { descriptionLength, headerLength, labelLength } from "../ask-input.ts";
import { askToolDescription, askToolName } from "./tool-description.ts";

test("models know the tool by the name they were trained on", () => {
  expect(askToolName).toBe("AskUserQuestion");
});

test("the limits it names are those that are checked", () => {
  expect(askToolDescription).toContain(`at most ${headerLength} characters`);
  const limits = [headerLength, labelLength, descriptionLength].map(String);
  for (const [, number = ""] of askToolDescription.matchAll(/(\d+) characters/g)) expect(limits).toContain(number);
});

test("it tells models every way an ask can end", () => {
  for (const word of ["Selected", "Other", "Note", "Comment", "Skipped", "Declined", "Expired", "cancelled"])
    expect(askToolDescription).toContain(word);
});
