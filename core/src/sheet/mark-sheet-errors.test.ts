import { expect, test } from "vitest";
import { exampleAsk, exampleSheet } from "../testing/example-sheet.ts";
import { markSheetErrors } from "./mark-sheet-errors.ts";
import { parseSheet } from "./parse-sheet.ts";

test("each error is a comment above its line", () => {
  const errors = [
    { line: 2, message: "no" },
    { line: 2, message: "nor\nthis" },
  ];
  expect(markSheetErrors("a\nb\n", errors)).toBe("a\n<!-- ✖ no -->\n<!-- ✖ nor this -->\nb\n");
});

test("marks of the previous round are replaced, and line numbers do not count them", () => {
  const once = markSheetErrors(exampleSheet, parseSheet(exampleSheet, exampleAsk).errors);
  expect(once).toContain("<!-- ✖ Nothing has changed yet, so nothing is sent. -->\n## 1");
  expect(parseSheet(once, exampleAsk).errors[0]?.line).toBe(5);
  expect(markSheetErrors(once, parseSheet(once, exampleAsk).errors)).toBe(once);
  expect(markSheetErrors(once, [])).toBe(exampleSheet);
});

test("a message cannot end its comment, a line out of range goes to the nearest one, CRLF stays CRLF", () => {
  expect(markSheetErrors("a\r\nb", [{ line: 9, message: "x --> y" }])).toBe("a\r\n<!-- ✖ x --› y -->\nb");
  expect(markSheetErrors("a\r\nb", [{ line: 0, message: "x" }])).toBe("<!-- ✖ x -->\r\na\r\nb");
});
