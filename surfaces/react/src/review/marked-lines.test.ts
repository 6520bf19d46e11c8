import { describe, expect, test } from "vitest";
import { toMarkedLines, toMarksWords, toPlaceWords } from "./marked-lines.ts";

const lines = ["one two three", "four five six", "seven"];

describe("marked lines", () => {
  test("show a comment below the last line, and only its words stand out", () => {
    const mark = { from: 1, to: 2, quote: "three\nfour", comment: "why?" };
    const marked = toMarkedLines([mark], lines);
    expect(marked.get(1)).toMatchObject({ as: "comment", ranges: [{ from: 8, to: 13, as: "words" }], notes: [] });
    expect(marked.get(2)).toMatchObject({ as: "comment", ranges: [{ from: 0, to: 4, as: "words" }], notes: [mark] });
  });

  test("strike out the words that are struck out, and nothing else of the line", () => {
    const marked = toMarkedLines([{ from: 1, to: 1, quote: "two", replacement: "" }], lines);
    expect(marked.get(1)).toMatchObject({ as: "cut", ranges: [{ from: 4, to: 7, as: "cut-words" }], put: [] });
  });

  test("put all replacements of a line into one line below it", () => {
    const marked = toMarkedLines(
      [
        { from: 1, to: 1, quote: "one", replacement: "1" },
        { from: 1, to: 1, quote: "three", replacement: "3\n4" },
      ],
      lines,
    );
    expect(
      marked.get(1)?.put.map((row) => row.map(({ text, isNew }) => (isNew ? `[${text}]` : text)).join("")),
    ).toEqual(["[1] two [3]", "[4]"]);
  });
});

test("marks are counted, a strike or a replacement with its remark once", () => {
  expect(
    toMarksWords([
      { from: 1, to: 1, quote: "one two three", comment: "why?" },
      { from: 2, to: 2, quote: "five", replacement: "", comment: "no" },
      { from: 3, to: 3, quote: "seven", replacement: "7" },
    ]),
  ).toEqual({ count: "3 comments", acts: "1 struck out, 1 replaced" });
});

test("a place is named by its lines, or by the words that are meant", () => {
  expect(toPlaceWords({ from: 1, to: 2, quote: lines.slice(0, 2).join("\n") }, lines)).toBe("lines 1 to 2");
  expect(toPlaceWords({ from: 3, to: 3, quote: "even" }, lines)).toBe("“even” in line 3");
});
