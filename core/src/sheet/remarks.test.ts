import { describe, expect, test } from "vitest";
import { toApprovalAsk } from "../ask.ts";
import { exampleAsk } from "../testing/example-sheet.ts";
import { checkSheet, parseSheet } from "./parse-sheet.ts";
import { renderSheet } from "./render-sheet.ts";

const [database, features] = exampleAsk.questions;
const single = { ...exampleAsk, questions: database === undefined ? [] : [database] };
const multi = { ...exampleAsk, questions: features === undefined ? [] : [features] };

/** The sheet with only these option lines. */
function keep(ask: typeof exampleAsk, ...lines: string[]): string {
  const [head = ""] = renderSheet(ask).split(/^- /m);
  return `${head}${lines.map((line) => `${line}\n`).join("")}\n## Comment\n`;
}

const answerOf = (ask: typeof exampleAsk, ...lines: string[]) => {
  const { answers, errors } = parseSheet(keep(ask, ...lines), ask);
  expect(errors).toEqual([]);
  return {
    selectedOptions: answers[0]?.selectedOptions,
    notes: answers[0]?.notes,
    customInput: answers[0]?.customInput,
  };
};

describe("words after an option", () => {
  test.each([
    ["after the description", "- SQLite — Embedded DB, zero configuration, but only version 3", "but only version 3"],
    ["after a sentence mark", "- SQLite — Embedded DB, zero configuration. Only version 3.", "Only version 3."],
    ["in place of the description", "- SQLite — but only version 3", "but only version 3"],
    ["after a part of it", "- SQLite — Embedded DB, but only version 3", "Embedded DB, but only version 3"],
    ["after a formatter's backslash", "- SQLite — Embedded DB\\, zero configuration, only version 3", "only version 3"],
    ["that a description begins with", "- SQLite — Embedded", undefined],
    ["that a description contains", "- SQLite — zero configuration", undefined],
    ["that are only letters of it", "- SQLite — no", "no"],
    ["of which nothing but a comma is left", "- SQLite — Embedded DB, zero configuration,", undefined],
    ["of which nothing is left", "- SQLite —", undefined],
  ])("%s are a note, unless the agent wrote them", (_, line, notes) => {
    expect(answerOf(single, line)).toMatchObject({ selectedOptions: ["SQLite"], notes });
  });

  test("name their option if it is not the only one chosen", () => {
    expect(answerOf(multi, "- TypeScript — Type safety, strict", "- Tailwind CSS", "note: soon")).toMatchObject({
      selectedOptions: ["TypeScript", "Tailwind CSS"],
      notes: "TypeScript: strict\nsoon",
    });
  });

  test("of an option without a description are a note", () => {
    const bare = {
      ...single,
      questions: single.questions.map((one) => ({ ...one, options: [{ label: "A" }, { label: "B" }] })),
    };
    expect(answerOf(bare, "- B — the newer one")).toMatchObject({ selectedOptions: ["B"], notes: "the newer one" });
  });

  test("of an approval are a note", () => {
    const approval = toApprovalAsk({ tool: "Bash", input: { command: "fly deploy" } });
    expect(answerOf(approval, "- deny — The agent is told no, not on Friday")).toMatchObject({
      selectedOptions: ["deny"],
      notes: "not on Friday",
    });
  });

  test("answer nothing while every option is left", () => {
    const sheet = renderSheet(single).replace("zero configuration", "zero configuration, but only version 3");
    expect(parseSheet(sheet, single)).toMatchObject({
      answers: [],
      errors: [{ message: expect.stringMatching(/^Question 1 \(Database\) has no answer yet/) }],
    });
    expect(parseSheet(sheet, single, { opened: renderSheet(single) })).toMatchObject({
      errors: [],
      kept: [{ question: 0, note: "SQLite: but only version 3" }],
    });
  });
});

describe("a ticked box", () => {
  test("is a choice; the lines without one are not", () => {
    const sheet = renderSheet(single).replace("- SQLite", "- [x] SQLite");
    expect(parseSheet(sheet, single)).toMatchObject({ errors: [], answers: [{ selectedOptions: ["SQLite"] }] });
    expect(checkSheet(sheet, single).progress[0]?.text).toBe("1 ticked ✔");
    const opened = renderSheet(single);
    expect(parseSheet(sheet, single, { opened })).toMatchObject({ answers: [{ selectedOptions: ["SQLite"] }] });
  });

  test("may be one of several, with empty boxes beside them and words after them", () => {
    const lines = [
      "- [x] TypeScript",
      "- [ ] Search, full-text",
      "- [X] Tailwind CSS — version 4",
      "- Other: dark mode",
    ];
    expect(answerOf(multi, ...lines, "- (keep all: delete this line)")).toEqual({
      selectedOptions: ["TypeScript", "Tailwind CSS"],
      customInput: "dark mode",
      notes: "Tailwind CSS: version 4",
    });
  });

  test("more than once in a single-select is an error", () => {
    const sheet = renderSheet(single).replace("- SQLite", "- [x] SQLite").replace("- MongoDB", "- [x] MongoDB");
    expect(parseSheet(sheet, single).errors).toEqual([
      { line: 10, message: "Question 1 takes one answer and 2 are ticked (lines 9, 10). Tick only one." },
    ]);
    expect(checkSheet(sheet, single).progress[0]?.text).toBe("2 ticked, keep one");
  });

  test("before Other chooses its words, and without words is an error", () => {
    expect(answerOf(single, "- MongoDB", "- [x] Other: DuckDB")).toMatchObject({
      selectedOptions: [],
      customInput: "DuckDB",
    });
    expect(parseSheet(keep(multi, "- [x] TypeScript", "- [x] Other:"), multi).errors).toEqual([
      { line: 9, message: "Other is ticked and has no words. Write them after it, or untick it." },
    ]);
  });

  test("that is missing before the words of Other is an error", () => {
    expect(parseSheet(keep(multi, "- [x] TypeScript", "- [ ] Other: dark mode"), multi).errors).toEqual([
      { line: 9, message: "Other has words and an empty box. Tick it, or delete its line." },
    ]);
  });

  test("with nothing but empty boxes is an error", () => {
    expect(parseSheet(keep(single, "- [ ] SQLite", "- [ ] MongoDB"), single).errors).toHaveLength(2);
  });
});
