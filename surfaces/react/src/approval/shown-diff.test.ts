import { describe, expect, test } from "vitest";
import { countChanges, type DiffChunk, toDiffChunks, toDiffRows, toMarkedHunks } from "./shown-diff.ts";

const show = (chunks: DiffChunk[]) =>
  chunks.flatMap((chunk) =>
    toDiffRows(chunk).map(
      ({ text, pieces, blank, number }) =>
        ({ same: " ", add: "+", del: "-" })[chunk.kind] +
        (chunk.whole ? `${number} ` : "") +
        (blank === 0
          ? (pieces?.map(({ text, changed }) => (changed ? `[${text}]` : text)).join("") ?? text)
          : `(${blank} blank)`),
    ),
  );
const part = (text: string, changed = false) => ({ text, changed });
const edit = (before: string | null, after: string) => toDiffChunks([{ path: "a.ts", before, after }]);

describe("a change", () => {
  test("is shown line by line, with the words that differ", () => {
    const lines = edit("a\nconst x = 1;\nb\n", "a\nconst x = 22;\nb\nc\n");
    expect(show(lines)).toEqual([" a", "-const x = [1];", "+const x = [22];", " b", "+c"]);
    expect(countChanges(lines)).toMatchObject({ added: 2, removed: 1 });
  });

  test("marks the changed words also where lines were added or removed beside them", () => {
    const before = "const sessions = new Map();\n\nexport function get(id) {\n  return sessions.get(id);\n";
    const after =
      "const week = 7;\nconst sessions = createClient();\n\nexport async function get(id) {\n  const raw = await sessions.get(id);\n  return raw;\n";
    expect(show(edit(before, after))).toEqual([
      "-const sessions = [new Map]();",
      "+const week = 7;",
      "+const sessions = [createClient]();",
      " ",
      "-export function get(id) {",
      "-  [return] sessions.get(id);",
      "+export [async ]function get(id) {",
      "+  [const raw = await ]sessions.get(id);",
      "+  return raw;",
    ]);
  });

  test("of a worktree marks the words that differ in its hunks", () => {
    const hunks = [[" a", "-const x = 1;", "+const x = 22;", " b", "+c", "-d", "-e"], ["-only removed"]];
    expect(toMarkedHunks(hunks)).toEqual([
      [undefined, ...["1", "22"].map((text) => [part("const x = "), part(text, true), part(";")])],
      [],
    ]);
  });

  test("of a whole file has the file's line numbers", () => {
    expect(show(edit(null, "one\n\ntwo"))).toEqual(["+1 one", "+2 ", "+3 two"]);
  });

  test("hides nothing behind blank lines or invisible characters", () => {
    expect(show(edit("a", `a${"\n".repeat(39)}rm -rf /\u202e`))).toEqual([" a", "+(38 blank)", "+rm -rf /<U+202E>"]);
    expect(countChanges(edit("a", `a${"\n".repeat(39)}b`))).toMatchObject({ added: 39, removed: 0 });
  });

  test("shows a change of white space alone", () => {
    expect(show(edit("\ta", "  a"))).toEqual(["-[  ]a", "+[  ]a"]);
  });

  test("that is too large to compare is shown as both texts", () => {
    const [before, after] = ["x", "y"].map((letter) =>
      Array.from({ length: 3000 }, (_, at) => `${letter}${at}`).join("\n"),
    );
    expect(countChanges(edit(before ?? "", after ?? ""))).toMatchObject({ added: 3000, removed: 3000 });
  });

  test("of hundreds of thousands of lines is shown", () => {
    expect(edit(null, "a\n".repeat(300_000)).flatMap(toDiffRows)).toHaveLength(300_000);
    expect(countChanges(edit("a\n".repeat(200_000).trimEnd(), "b\n".repeat(200_000).trimEnd()))).toMatchObject({
      added: 200_000,
      removed: 200_000,
    });
  });

  test.each([
    ["long lines without a common word", 190, (at: number, side: string) => words(`${side}${at}x`)],
    ["long lines of which every other word changes", 190, (_: number, side: string) => `same ${side} `.repeat(250)],
    ["many short lines", 20_000, (at: number, side: string) => `a ${side} ${at}`],
  ])("of %s has one limit for all its comparisons", (_, count, toLine) => {
    const text = (side: string) => Array.from({ length: count }, (_, at) => toLine(at, side)).join("\n");
    const budget = { left: 10_000_000 };
    const lines = toDiffChunks([{ path: "a", before: text("old"), after: text("new") }], budget);
    expect(countChanges(lines)).toMatchObject({ added: count, removed: count });
    // Work is refused before it is done, except for the pieces of what was compared last.
    expect(budget.left).toBeGreaterThan(-1_000_000);
    const marked = lines.flatMap(toDiffRows).filter(({ pieces }) => pieces !== undefined);
    expect(marked.length).toBeLessThan(4000);
  });
});

function words(word: string): string {
  return Array.from({ length: 1000 }, (_, at) => `${word}${at}`).join(" ");
}
