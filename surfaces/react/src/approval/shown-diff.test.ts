import { describe, expect, test } from "vitest";
import { countChanges, type DiffLine, toDiffLines } from "./shown-diff.ts";

const show = (lines: DiffLine[]) =>
  lines.map(
    ({ kind, pieces, blank, number }) =>
      ({ same: " ", add: "+", del: "-" })[kind] +
      (number === undefined ? "" : `${number} `) +
      (blank === undefined
        ? pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join("")
        : `(${blank} blank)`),
  );
const edit = (before: string | null, after: string) => toDiffLines({ path: "a.ts", before, after });

describe("a change", () => {
  test("is shown line by line, with the words that differ", () => {
    const lines = edit("a\nconst x = 1;\nb\n", "a\nconst x = 22;\nb\nc\n");
    expect(show(lines)).toEqual([" a", "-const x = [1];", "+const x = [22];", " b", "+c"]);
    expect(countChanges([lines])).toEqual({ added: 2, removed: 1 });
  });

  test("of a whole file has the file's line numbers", () => {
    expect(show(edit(null, "one\n\ntwo"))).toEqual(["+1 one", "+2 ", "+3 two"]);
  });

  test("hides nothing behind blank lines or invisible characters", () => {
    expect(show(edit("a", `a${"\n".repeat(39)}rm -rf /\u202e`))).toEqual([" a", "+(38 blank)", "+rm -rf /<U+202E>"]);
    expect(countChanges([edit("a", `a${"\n".repeat(39)}b`)])).toEqual({ added: 39, removed: 0 });
  });

  test("shows a change of white space alone", () => {
    expect(show(edit("\ta", "  a"))).toEqual(["-[  ]a", "+[  ]a"]);
  });

  test("that is too large to compare is shown as both texts", () => {
    const [before, after] = ["x", "y"].map((letter) =>
      Array.from({ length: 3000 }, (_, at) => `${letter}${at}`).join("\n"),
    );
    expect(countChanges([edit(before ?? "", after ?? "")])).toEqual({ added: 3000, removed: 3000 });
  });
});
