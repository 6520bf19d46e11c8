import { expect, test } from "vitest";
import { exampleAsk, exampleSheet } from "../testing/example-sheet.ts";
import { markChosen } from "./mark-sheet-errors.ts";
import { checkSheet, parseSheet } from "./parse-sheet.ts";
import { renderSheet } from "./render-sheet.ts";

const without = (sheet: string, ...words: string[]) =>
  sheet
    .split("\n")
    .filter((line) => !words.some((word) => line.startsWith(`- ${word}`)))
    .join("\n");

test("the progress of each question is at its heading", () => {
  const textsOf = (sheet: string) => checkSheet(sheet, exampleAsk).progress.map(({ text }) => text);
  expect(textsOf(exampleSheet)).toEqual(["untouched, keep one", "untouched, keep any", "untouched, keep one"]);
  const edited = without(exampleSheet, "MongoDB", "Tailwind", "npm", "pnpm").replace(
    /Other:\n\n## Comment/,
    "Other: bun\n\n## Comment",
  );
  expect(textsOf(edited)).toEqual(["2 left, keep one", "2 left ✔", "your own words ✔"]);
  const odd = without(exampleSheet, "PostgreSQL", "MongoDB", "SQLite", "(keep all").replace("- pnpm", "skip\n- pnpm");
  expect(textsOf(odd)).toEqual(["nothing left", "3 left ✔", "skipped ✔"]);
  expect(textsOf(exampleSheet.replace("- npm", "- bun"))[2]).toBe("1 mistake");
  const none = exampleSheet.replace("- TypeScript", "none\n- TypeScript");
  expect(textsOf(none)[1]).toBe("none of these ✔");
  expect(textsOf(without(none, "Tailwind"))[1]).toBe("none and an answer");
  const lines = exampleSheet.split("\n");
  for (const { line } of checkSheet(exampleSheet, exampleAsk).progress) expect(lines[line - 1]).toMatch(/^## \d /);
});

test("inside a prompt an unchanged question keeps its choice, whatever was typed there before", () => {
  const opened = renderSheet(exampleAsk, { filled: [{ other: "DuckDB" }] });
  const shown = markChosen(opened, ["SQLite", "", "npm"]);
  expect(shown.match(/<!-- chosen so far: .*/g)).toEqual([
    "<!-- chosen so far: SQLite -->",
    "<!-- chosen so far: npm -->",
  ]);
  expect(markChosen(shown, ["", "", ""])).toBe(opened);
  const edited = without(shown, "Tailwind").replace("## 3", "note: first\n\n## 3");
  expect(parseSheet(edited, exampleAsk, { opened })).toMatchObject({
    answers: [{ header: "Features", selectedOptions: ["TypeScript", "Search, full-text"], notes: "first" }],
    errors: [],
    kept: [{ question: 0 }, { question: 2 }],
  });
  const noted = shown.replace("\n\n## 2", "\nnote: soon\n\n## 2");
  expect(parseSheet(noted, exampleAsk, { opened })).toMatchObject({
    answers: [],
    errors: [],
    kept: [{ question: 0, note: "soon" }, { question: 1, note: "" }, { question: 2 }],
  });
  expect(parseSheet(without(shown, "SQLite"), exampleAsk, { opened }).errors).toHaveLength(1);
});

test("a host that shows the context itself and cannot be quit gets a sheet with neither the context nor the hint", () => {
  const ask = { ...exampleAsk, context: "Said before." };
  expect(renderSheet(ask)).toMatch(/quit without saving.*> Said before\./s);
  const bare = renderSheet(ask, { quitHint: false, context: false });
  expect(bare).not.toMatch(/quit without saving|Said before/);
  expect(bare).toContain("No preference: write skip. -->");
});
