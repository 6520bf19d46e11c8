import { expect, test } from "vitest";
import { maxDescriptionLength, maxHeaderLength, maxLabelLength } from "../limits.ts";
import { askToolDescription, askToolName } from "./tool-description.ts";

test("models know the tool by the name they were trained on", () => {
  expect(askToolName).toBe("AskUserQuestion");
});

test("it names the limits that are checked", () => {
  expect(askToolDescription).toContain(`at most ${maxHeaderLength} characters`);
  const limits = [maxHeaderLength, maxLabelLength, maxDescriptionLength].map(String);
  for (const [, number = ""] of askToolDescription.matchAll(/(\d+) characters/g)) expect(limits).toContain(number);
});

test("it tells models every way an ask can end", () => {
  for (const word of ["Selected", "Other", "Note", "Comment", "Skipped", "Declined", "Expired", "cancelled"])
    expect(askToolDescription).toContain(word);
});
