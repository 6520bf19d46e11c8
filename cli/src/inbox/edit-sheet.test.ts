import { type Ask, renderSheet } from "@yourcall/core";
import { expect, test } from "vitest";
import { isUntouched } from "./edit-sheet.ts";

const ask: Ask = {
  kind: "question",
  questions: [{ question: "What is it called?", header: "Name", kind: "text", options: [], multiSelect: false }],
};
const first = renderSheet(ask, { filled: [{ other: "DuckDB", note: "" }] });

test.each([
  ["a newline at the end", `${first}\n`],
  ["none", first.trimEnd()],
  ["other line ends", first.replaceAll("\n", "\r\n")],
])("a sheet with draft text that an editor saved with %s counts as untouched", (_, text) => {
  expect(isUntouched(text, first)).toBe(true);
});

test("a change of any word is a change of the sheet", () => {
  expect(isUntouched(first.replace("DuckDB", "DuckDB 1.4"), first)).toBe(false);
  expect(isUntouched(first.replace("DuckDB", ""), first)).toBe(false);
});
