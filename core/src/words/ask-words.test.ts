import { expect, test } from "vitest";
import type { By } from "../schemas.ts";
import { toByText, toEndText, toPlaceText } from "./ask-words.ts";

const claimed: By = { surface: "terminal", act: "submit", user: "root" };
const human = { id: "human", scope: "human" };

test.each<[By, string, string]>([
  [claimed, "terminal by root", "in terminal by root"],
  [{ ...claimed, token: human }, "terminal by root", "in terminal by root"],
  [{ ...claimed, act: "script", token: human }, "terminal by root (a script)", "in terminal by root (a script)"],
  [{ ...claimed, token: { id: "tok_1", scope: "link", name: "Bo" } }, 'link "Bo"', 'with link "Bo"'],
  [{ ...claimed, token: { id: "tok_1", scope: "link", name: "link" } }, "a link", "with a link"],
  [
    { ...claimed, act: "script", token: { id: "tok_2", scope: "human", name: "ci\u001b[31m" } },
    'token "ci" (a script)',
    'with token "ci" (a script)',
  ],
])("who acted is shown by the token's name where it has one: %j", (by, short, inSentence) => {
  expect(toByText(by)).toBe(short);
  expect(toPlaceText(by)).toBe(inSentence);
});

test("an ending says the token's name and no act that was only claimed", () => {
  const by = { ...claimed, token: { id: "tok_1", scope: "link", name: "Bo" } };
  const [createdAt, at] = ["2030-01-01T00:00:00.000Z", "2030-01-01T00:01:00.000Z"];
  const end = (by: By) => toEndText({ createdAt }, { status: "declined", by, at }, () => "noon");
  expect(end(by)).toBe('Declined with link "Bo", noon, after 1 min.');
  expect(end(claimed)).toBe("Declined in terminal by root (submit), noon, after 1 min.");
});
