import { describe, expect, test } from "vitest";
import { checkAnswers } from "../answer.ts";
import { toApprovalAsk } from "../ask.ts";
import type { Ask, Question } from "../schemas.ts";
import { exampleAsk, exampleSheet } from "../testing/example-sheet.ts";
import { checkSheet, parseSheet } from "./parse-sheet.ts";
import { renderSheet } from "./render-sheet.ts";

const mongo = "- MongoDB — Document DB, flexible schema\n";
const sqlite = "- SQLite — Embedded DB, zero configuration\n";
const tailwind = "- Tailwind CSS — Utility-first CSS\n";
const npm = "- npm — Comes with Node.js\n";
const pnpm = "- pnpm (Recommended) — Fast, saves disk space\n";
const keepAll = "- (keep all: delete this line)\n";

/** Removes each text from the sheet, or replaces it. Fails if the sheet does not contain it. */
function edit(sheet: string, ...edits: (string | [string, string])[]): string {
  return edits.reduce<string>((text, change) => {
    const [from, to] = typeof change === "string" ? [change, ""] : change;
    expect(text).toContain(from);
    return text.replace(from, () => to);
  }, sheet);
}

const oneDone = edit(exampleSheet, mongo, sqlite);
const twoDone = edit(oneDone, tailwind);
const allDone = edit(twoDone, npm);

function errorsOf(sheet: string, ask: Ask = exampleAsk): string[] {
  const { answers, errors } = parseSheet(sheet, ask);
  if (errors.length > 0) expect(answers).toEqual([]);
  return errors.map(({ line, message }) => `${line}: ${message}`);
}

function choicesOf(sheet: string): string[][] {
  expect(errorsOf(sheet)).toEqual([]);
  return parseSheet(sheet, exampleAsk).answers.map((answer) => [
    ...answer.selectedOptions,
    ...(answer.customInput === undefined ? [] : [`"${answer.customInput}"`]),
    ...(answer.skipped === true ? ["skipped"] : []),
  ]);
}

function ask(question: Partial<Question>): Ask {
  return {
    kind: "question",
    questions: [{ question: "Which?", header: "Pick", kind: "choice", options: [], multiSelect: false, ...question }],
  };
}

const drawnEdit = `## 1 Database · keep one
> Which database should we use for this project?

- PostgreSQL (Recommended) — Robust relational DB, great for complex queries
- Other:
note: ops already runs it

## 2 Features · keep any
> Which features should we enable?

- TypeScript — Type safety
- Search, full-text — Needs an index
- Other: dark mode
  with a switch in the header
- (keep all: delete this line)

## 3 Package Mgr · keep one
> Which package manager do you prefer?

- Other: bun

## Comment
Start with the schema.
- then the API
`;

test("the drawn edit gives the drawn answers", () => {
  const top = exampleSheet.split("\n").slice(0, 4).join("\n");
  for (const sheet of [drawnEdit, `${top}\n${drawnEdit}\n<!-- /yourcall -->\n`]) {
    const parsed = parseSheet(sheet, exampleAsk);
    expect(parsed).toEqual({
      answers: [
        {
          question: "Which database should we use for this project?",
          header: "Database",
          selectedOptions: ["PostgreSQL (Recommended)"],
          notes: "ops already runs it",
        },
        {
          question: "Which features should we enable?",
          header: "Features",
          selectedOptions: ["TypeScript", "Search, full-text"],
          customInput: "dark mode\nwith a switch in the header",
        },
        {
          question: "Which package manager do you prefer?",
          header: "Package Mgr",
          selectedOptions: [],
          customInput: "bun",
        },
      ],
      comment: "Start with the schema.\n- then the API",
      errors: [],
    });
    expect(checkAnswers(exampleAsk, parsed.answers)).toEqual({ answers: parsed.answers });
  }
});

describe("the errors as drawn", () => {
  test("nothing edited", () => {
    expect(errorsOf(exampleSheet)).toEqual(["5: Nothing has changed yet, so nothing is sent."]);
  });

  test("too many left in a single-select", () => {
    expect(errorsOf(edit(exampleSheet, mongo))[0]).toBe(
      "9: Question 1 takes one answer and 2 are left (lines 8, 9). Delete all but one.",
    );
  });

  test("one question left alone", () => {
    expect(errorsOf(edit(oneDone, npm))).toEqual([
      "11: Question 2 (Features) is untouched. Delete what you do not want, or write skip.",
    ]);
  });

  test("Other and options in a single-select", () => {
    expect(errorsOf(edit(twoDone, [`${pnpm}- Other:`, `${pnpm}- Other: bun`]))).toEqual([
      "24: Question 3 takes one answer: Other has text and 2 options are left. Delete lines 22, 23, or clear Other.",
    ]);
    expect(errorsOf(edit(allDone, [`${pnpm}- Other:`, `${pnpm}- Other: bun`]))).toEqual([
      "23: Question 3 takes one answer: Other has text and 1 option is left. Delete line 22, or clear Other.",
    ]);
  });

  test("an option changed into something else", () => {
    expect(errorsOf(edit(allDone, ["pnpm (Recommended)", "bun"]))).toEqual([
      '22: "bun — Fast, saves disk space" is not an option of question 3. To give your own answer, write it after "- Other:".',
    ]);
  });

  test("a bare word", () => {
    expect(errorsOf(edit(allDone, [pnpm, "bun\n"]))).toEqual([
      '22: "bun" is neither an option nor a sentence. Write it after "- Other:", or under "## Comment".',
    ]);
  });

  test("a deleted heading", () => {
    expect(errorsOf(edit(oneDone, npm, "## 2 Features · keep any\n"))).toEqual([
      '1: Question 2 (Features) is missing. Undo, or put "## 2" and its lines back.',
      '13: "TypeScript" belongs to question 2, whose heading is missing above it. Undo, or put "## 2" back.',
      '14: "Search, full-text" belongs to question 2, whose heading is missing above it. Undo, or put "## 2" back.',
      '15: "Tailwind CSS" belongs to question 2, whose heading is missing above it. Undo, or put "## 2" back.',
    ]);
  });
});

describe("lines the person did not write (rules 1, 2, 11)", () => {
  test("fences, comments and quoted lines are skipped, whatever they contain", () => {
    const noise = "```js\n## 1\nskip\n- MongoDB\n```\n~~~\n```\n~~~\n<!-- - MongoDB -->\n> - MongoDB\n>skip\n";
    expect(choicesOf(edit(allDone, ["- Other:\n", `- Other:\n${noise}`]))).toEqual([
      ["PostgreSQL (Recommended)"],
      ["TypeScript", "Search, full-text"],
      ["pnpm (Recommended)"],
    ]);
  });

  test("the agent's text may be changed or deleted", () => {
    expect(choicesOf(allDone.replaceAll(/^>.*\n/gm, ""))).toHaveLength(3);
  });

  test("below Comment everything is comment", () => {
    const comment = "## 1\n- MongoDB\n\n```\n<!-- kept -->\n> skip\n  indented";
    expect(parseSheet(edit(allDone, ["## Comment\n", `## Comment\n\n${comment}\n\n`]), exampleAsk).comment).toBe(
      comment,
    );
  });

  test("a comment that does not end on its line is an error, and so is a fence that never ends", () => {
    expect(errorsOf(edit(allDone, ["- Other:\n", "<!-- off\n"]))[0]).toContain("A comment ends on its own line");
    expect(errorsOf(edit(allDone, ["- Other:\n", "```\n"]))).toEqual([
      "9: This fence is never closed, so nothing below it could be read. Undo, or close it.",
    ]);
  });
});

describe("bullets (rule 3)", () => {
  test.each([
    ["whole", "- SQLite — Embedded DB, zero configuration"],
    ["bare", "- SQLite"],
    ["with a cut description", "- SQLite —"],
    ["ticked", "- [x] SQLite — Embedded DB"],
    ["with another bullet", "*   SQLite"],
    ["twice", "+ SQLite\n+ SQLite"],
  ])("an option counts %s", (_, line) => {
    expect(choicesOf(edit(allDone, [/^- Postgre.*$/m.exec(allDone)?.[0] ?? "", line]))[0]).toEqual(["SQLite"]);
  });

  test("an empty box is an error", () => {
    expect(errorsOf(edit(allDone, ["- PostgreSQL", "- [ ] PostgreSQL"]))).toEqual([
      "8: Unticking a box does not remove an option. Delete the line instead.",
    ]);
  });

  test("two options on one line, or an option and Other, are an error", () => {
    expect(errorsOf(edit(twoDone, [`${npm}- pnpm`, "- npm — Comes with Node.js - pnpm"]))[0]).toMatch(
      /^22: Two lines were joined/,
    );
    expect(errorsOf(edit(allDone, ["disk space\n- Other:", "disk space - Other: bun"]))[0]).toMatch(
      /^22: Two lines were joined/,
    );
  });

  test("an option without its bullet is an error, never a comment", () => {
    expect(errorsOf(edit(allDone, ["- PostgreSQL", "PostgreSQL"]))[0]).toMatch(/^8: .* has lost the "- " before it/);
    expect(errorsOf(edit(allDone, ["- Other:", "Other: what ops already runs"]))[0]).toMatch(
      /^9: .* has lost the "- "/,
    );
  });

  test("an option under the wrong heading says where it belongs", () => {
    expect(errorsOf(edit(allDone, ["- Other:\n", "- Tailwind CSS\n"]))).toEqual([
      '9: "Tailwind CSS" belongs to question 2. Move it below "## 2", or delete the line.',
    ]);
  });

  test("a label that contains the separator is not cut there", () => {
    const dashes = ask({ options: [{ label: "A" }, { label: "A — B", description: "both" }], multiSelect: true });
    const sheet = edit(renderSheet(dashes), "- A\n");
    expect(parseSheet(sheet, dashes).answers[0]?.selectedOptions).toEqual(["A — B"]);
    expect(parseSheet(edit(sheet, " —— both"), dashes).answers[0]?.selectedOptions).toEqual(["A — B"]);
  });

  test("options that look like lines of the sheet neither answer an untouched sheet nor become unreachable", () => {
    const labels = ["(keep all: delete this line)", "Other:", "[x] A", "A"];
    for (const multiSelect of [true, false]) {
      const tricky = ask({ options: labels.map((label) => ({ label })), multiSelect });
      const lines = renderSheet(tricky).split("\n");
      expect(parseSheet(lines.join("\n"), tricky).errors).toHaveLength(1);
      const bullets = lines.filter((line) => line.startsWith("- ")).slice(0, 4);
      for (const [index, label] of labels.entries()) {
        const sheet = lines
          .filter((line) => !bullets.includes(line) || line === bullets[index])
          .map((line) => (index === 1 && line === bullets[1] ? line.replace("- ", "- [x] ") : line))
          .join("\n");
        expect(parseSheet(sheet, tricky).answers[0]?.selectedOptions).toEqual([label]);
      }
    }
  });
});

describe("keep all (rule 4)", () => {
  test("deleting its line chooses every option", () => {
    expect(choicesOf(edit(allDone, [keepAll, ""], ["- Search", `${tailwind}- Search`]))[1]).toHaveLength(3);
  });

  test("it means nothing once an option was deleted", () => {
    expect(choicesOf(edit(allDone, keepAll))[1]).toEqual(choicesOf(allDone)[1]);
  });

  test("with text after Other and nothing deleted it is an error", () => {
    expect(errorsOf(edit(oneDone, npm, [`- Other:\n${keepAll}`, `- Other: dark mode\n${keepAll}`]))).toEqual([
      '17: Question 2: Other has text and no option was deleted. Delete what you do not want, or the line "(keep all: delete this line)".',
    ]);
    expect(choicesOf(edit(oneDone, npm, [`- Other:\n${keepAll}`, "- Other: dark mode\n"]))[1]).toHaveLength(4);
  });

  test("a question with one option is chosen by deleting it", () => {
    const one = ask({ options: [{ label: "A" }] });
    expect(parseSheet(renderSheet(one), one).errors).toHaveLength(1);
    expect(parseSheet(edit(renderSheet(one), keepAll), one).answers[0]?.selectedOptions).toEqual(["A"]);
  });
});

describe("untouched (rule 5)", () => {
  test("a comment or a note alone is not an answer", () => {
    for (const sheet of [
      edit(exampleSheet, ["## Comment\n", "## Comment\nLooks good.\n"]),
      edit(exampleSheet, ["- Other:\n", "- Other:\nnote: looks good\n"]),
      edit(exampleSheet, ["- Other:\n", "- Other:\nLooks good to me.\n"]),
    ])
      expect(errorsOf(sheet)).toEqual([
        "5: Questions 1, 2, 3 have no answer yet. Delete the options you do not want, or write skip. A comment or a note alone is not sent.",
      ]);
  });

  test("each untouched question beside a touched one has its own error", () => {
    expect(errorsOf(oneDone).map((error) => error.slice(0, 15))).toEqual(["11: Question 2 ", "20: Question 3 "]);
  });

  test("a question with everything deleted is not an answer either", () => {
    expect(errorsOf(edit(allDone, pnpm))).toEqual([
      '19: Question 3 (Package Mgr) has nothing left. Undo, write after "- Other:", or write skip.',
    ]);
  });
});

describe("skip (rule 6)", () => {
  test("skips its question, with the options there or gone, and may carry a note", () => {
    const third = `${npm}${pnpm}- Other:\n`;
    expect(choicesOf(edit(twoDone, [third, `${third}Skip\n`]))[2]).toEqual(["skipped"]);
    const parsed = parseSheet(edit(twoDone, [third, "skip\nnote: any is fine\n"]), exampleAsk);
    expect(parsed.answers[2]).toEqual({
      question: "Which package manager do you prefer?",
      header: "Package Mgr",
      selectedOptions: [],
      skipped: true,
      notes: "any is fine",
    });
  });

  test("together with an answer it is an error", () => {
    const message = "Question 3 says skip and has an answer too. Remove one of the two.";
    expect(errorsOf(edit(allDone, [pnpm, `${pnpm}skip\n`]))).toEqual([`23: ${message}`]);
    expect(errorsOf(edit(allDone, [`${pnpm}- Other:`, "- Other: bun\nskip"]))).toEqual([`23: ${message}`]);
  });
});

describe("none (rule 6)", () => {
  const done = edit(oneDone, npm);
  const features = /- TypeScript[\s\S]+?line\)\n/.exec(done)?.[0] ?? "";

  test("answers a multi-select with None of these, with the options there or gone", () => {
    for (const edited of [`none\n${features}`, `${features}None\n`, "none\n", `NONE\n${keepAll}- Other:\n`])
      expect(choicesOf(edit(done, [features, edited]))[1]).toEqual(['"None of these"']);
    const opened = parseSheet(edit(exampleSheet, [features, `${features}none\n`]), exampleAsk, {
      opened: exampleSheet,
    });
    expect(opened).toMatchObject({ errors: [], answers: [{ header: "Features", customInput: "None of these" }] });
  });

  test("together with an answer it is an error", () => {
    const message = "Question 2 says none and has an answer too. Remove one of the two.";
    const withNone = (...edits: string[]) => errorsOf(edit(done, [features, `none\n${edit(features, ...edits)}`]));
    expect(withNone(tailwind)).toEqual([`14: ${message}`]);
    expect(withNone(keepAll)).toEqual([`14: ${message}`]);
    expect(errorsOf(edit(done, [features, "none\n- Other: dark mode\n"]))).toEqual([`14: ${message}`]);
    expect(errorsOf(edit(done, [features, "none\nskip\n"]))).toEqual([
      "15: Question 2 says skip and has an answer too. Remove one of the two.",
    ]);
  });

  test("is no answer to a single-select, nor if an option says the same", () => {
    expect(errorsOf(edit(twoDone, [npm + pnpm, "none\n"]))[0]).toContain('"none" is neither an option nor a sentence');
    const given = ask({ options: [{ label: "A" }, { label: "None" }], multiSelect: true });
    expect(errorsOf(edit(renderSheet(given), "- A\n", ["- None\n", "None\n"]), given)[0]).toContain("has lost the");
  });
});

describe("Other (rule 7)", () => {
  test("continues on indented lines, over blank lines, keeping deeper indentation", () => {
    const text = "- Other: a list:\n  - one\n\n    two\n  ```\n  skip\n\n## Comment";
    expect(choicesOf(edit(allDone, [`${pnpm}- Other:\n\n## Comment`, text]))[2]).toEqual([
      '"a list:\n- one\n\n  two\n```\nskip"',
    ]);
  });

  test("may stay empty or be deleted, and a new line may be written for it", () => {
    expect(choicesOf(allDone.replaceAll("- Other:\n", ""))).toEqual(choicesOf(allDone));
    expect(choicesOf(edit(allDone, [`${pnpm}- Other:\n`, "* other:  bun \n"]))[2]).toEqual(['"bun"']);
  });

  test("with text twice is an error", () => {
    expect(errorsOf(edit(allDone, [`${pnpm}- Other:`, "- Other: bun\n- Other: deno"]))).toEqual([
      "23: Question 3 has text after Other twice (lines 22, 23). Put it all after one.",
    ]);
  });

  test("and notes and comments longer than a field are errors", () => {
    const long = "x".repeat(2001);
    expect(
      errorsOf(
        edit(allDone, [`${pnpm}- Other:`, `- Other: ${long}\nnote: ${long}`], ["## Comment", `## Comment\n${long}`]),
      ),
    ).toEqual([
      "22: Other is 2001 characters long; the limit is 2000. Shorten it.",
      "23: The note is 2001 characters long; the limit is 2000. Shorten it.",
      "25: The comment is 2001 characters long; the limit is 2000. Shorten it.",
    ]);
  });

  test("loses escapes and control characters", () => {
    expect(choicesOf(edit(allDone, [`${pnpm}- Other:`, "- Other: \u001b[31mbun\u0007\u202e"]))[2]).toEqual(['"bun"']);
  });
});

describe("descriptions (rule 8)", () => {
  const wrapped = "- PostgreSQL (Recommended) — Robust relational DB,\n  great for complex queries\n";
  const whole = "- PostgreSQL (Recommended) — Robust relational DB, great for complex queries\n";

  test("wrapped by a formatter still belong to their option, even if it was deleted", () => {
    expect(choicesOf(edit(allDone, [whole, wrapped]))).toEqual(choicesOf(allDone));
    expect(choicesOf(edit(allDone, [whole, "  great for complex queries\n- SQLite\n"]))[0]).toEqual(["SQLite"]);
  });

  test("wrapped inside a label do not turn it into a shorter label", () => {
    const options = [{ label: "npm" }, { label: "npm workspaces", description: "many workspaces" }];
    const packages = ask({ options });
    const sheet = edit(renderSheet(packages), [
      "npm workspaces — many workspaces",
      "npm\n  workspaces — many\n  workspaces",
    ]);
    expect(parseSheet(sheet, packages).errors.map(({ message }) => message)).toEqual([
      "Nothing has changed yet, so nothing is sent.",
    ]);
    expect(parseSheet(edit(sheet, "- npm\n"), packages).answers[0]?.selectedOptions).toEqual(["npm workspaces"]);
  });

  test("other indented text is an error", () => {
    expect(errorsOf(edit(allDone, [whole, `${whole}  great for me\n`]))).toEqual([
      '9: "great for me" does not belong to any line above it. Write it after "- Other:", or under "## Comment".',
    ]);
  });
});

describe("prose (rule 9)", () => {
  test.each(["we already run it", "Sure!", "データベースは既にあるものを使う"])("%s goes to the comment", (line) => {
    const sheet = edit(allDone, ["- Other:\n", `- Other:\n${line}\n`], ["## Comment\n", "## Comment\nBye.\n"]);
    expect(parseSheet(sheet, exampleAsk)).toMatchObject({ errors: [], comment: `${line}\nBye.` });
  });

  test.each(["bun", "use bun", "データ", "1. use the old one", "- use the old one", "---"])(
    "%s is an error",
    (line) => {
      expect(errorsOf(edit(allDone, ["- Other:\n", `- Other:\n${line}\n`]))).toHaveLength(1);
    },
  );
});

describe("what is missing (rule 10)", () => {
  test("an empty file is not an answer", () => {
    for (const text of ["", " \n\n", "\ufeff"])
      expect(errorsOf(text)).toEqual(["1: The sheet is empty, so nothing is sent."]);
  });

  test("a sheet without its questions is not an answer", () => {
    expect(errorsOf("<!-- yourcall ask_7Q2F -->\n\n<!-- /yourcall -->\n")).toHaveLength(3);
  });

  test("a deleted first heading leaves its options above the rest", () => {
    expect(errorsOf(edit(allDone, "## 1 Database · keep one\n"))).toEqual([
      '1: Question 1 (Database) is missing. Undo, or put "## 1" and its lines back.',
      '7: "PostgreSQL (Recommended)" belongs to question 1, whose heading is missing above it. Undo, or put "## 1" back.',
    ]);
  });

  test("a repeated or unknown heading is an error", () => {
    expect(errorsOf(edit(allDone, ["## Comment", "## 1\n\n## 7\n\n## Comment"]))).toEqual([
      "25: Question 1 is in this sheet twice. Delete one.",
      "27: There is no question 7. Delete this heading.",
    ]);
  });
});

describe("tolerance (rule 12)", () => {
  test("CRLF, blanks at line ends and backslashes before punctuation change nothing", () => {
    const escaped = allDone.replaceAll(/^- .*$/gm, (line) => `- ${line.slice(2).replaceAll(/[(),.]/g, "\\$&")}`);
    for (const sheet of [
      allDone.replaceAll("\n", "\r\n"),
      allDone.replaceAll("\n", "  \t\n"),
      escaped,
      `\ufeff${allDone}`,
    ])
      expect(choicesOf(sheet)).toEqual(choicesOf(allDone));
  });

  test("labels that differ only by a backslash survive a formatter that adds one", () => {
    const names = ask({ options: [{ label: "a_b" }, { label: "a\\_b" }] });
    const sheet = renderSheet(names).replace("- a_b", "- a\\_b");
    expect(parseSheet(sheet, names).errors.map(({ message }) => message)).toEqual([
      "Nothing has changed yet, so nothing is sent.",
    ]);
  });

  test("a chat around the sheet and other sheets in it are ignored", () => {
    const other = edit(exampleSheet, ["ask_7Q2F", "ask_9999"]);
    const chat = `# Chat\n- MongoDB\ndecline\n\n${allDone}\nskip\n\n${other}`;
    expect(parseSheet(chat, exampleAsk).answers).toEqual(parseSheet(allDone, exampleAsk).answers);
    expect(parseSheet(chat, exampleAsk, { id: "ask_9999" }).errors[0]?.message).toMatch(/^Nothing has changed/);
    expect(parseSheet(chat, exampleAsk, { id: "ask_none" }).errors).toEqual([
      { line: 1, message: "This file contains no sheet for ask_none." },
    ]);
    expect(parseSheet(`chat\n${exampleSheet}`, exampleAsk).errors[0]?.line).toBe(6);
  });

  test("a sheet whose first line was deleted says so, at its first heading", () => {
    const lost = edit(allDone, /^.*\n/.exec(allDone)?.[0] ?? "");
    for (const [before, line] of [
      ["", 4],
      ["# Chat\n\n", 6],
    ] as const) {
      const text = before + lost;
      expect(checkSheet(text, exampleAsk, { id: "ask_7Q2F" })).toEqual({
        answers: [],
        errors: [
          {
            line,
            message:
              "The first line of this sheet is missing. Undo, or write <!-- yourcall ask_7Q2F --> above its first question.",
          },
        ],
        progress: [{ line, text: "the first line of this sheet is missing" }],
      });
    }
  });

  test("a sheet without its last line ends where the next begins", () => {
    const lost = edit(allDone, "<!-- /yourcall -->\n");
    expect(choicesOf(`${lost}${exampleSheet}`)).toEqual(choicesOf(allDone));
  });
});

describe("decline (rule 14)", () => {
  test("above question 1 declines, with or without a reason", () => {
    const declined = (words: string) => parseSheet(edit(exampleSheet, ["## 1", `${words}\n\n## 1`]), exampleAsk);
    expect(declined("decline")).toEqual({ answers: [], declined: {}, errors: [] });
    expect(declined("Decline: not today\n  ask Ana")).toEqual({
      answers: [],
      declined: { reason: "not today\nask Ana" },
      errors: [],
    });
    // A decline carries one text, so other remarks are appended to it instead of being lost.
    expect(declined("decline: not today\nWe need to talk first.")).toEqual({
      answers: [],
      declined: { reason: "not today\nWe need to talk first." },
      errors: [],
    });
  });

  test("elsewhere it is an error, not a comment", () => {
    expect(errorsOf(edit(allDone, ["- Other:\n", "decline: I will not say\n"]))).toEqual([
      "9: decline counts only above question 1. Move it there.",
    ]);
  });

  test("other text above question 1 is not an answer", () => {
    expect(
      errorsOf(edit(allDone, ["## 1", "skip\nnote: all of them are fine\n- Other: bun\n- MySQL\n\n## 1"])),
    ).toHaveLength(4);
  });
});

describe("text, number and approval", () => {
  const answered = (question: Ask, text: string) =>
    parseSheet(edit(renderSheet(question), ["- Answer:", `- Answer: ${text}`]), question);

  test("a text is whatever follows Answer", () => {
    const name = ask({ kind: "text" });
    expect(answered(name, "shop\n  two").answers[0]?.customInput).toBe("shop\ntwo");
    expect(parseSheet(renderSheet(name), name).errors).toHaveLength(1);
  });

  test("an empty Answer beside an answered question says so", () => {
    const two: Ask = { ...ask({}), questions: [...ask({ kind: "text" }).questions, ...exampleAsk.questions.slice(2)] };
    expect(parseSheet(edit(renderSheet(two), npm), two).errors.map(({ message }) => message)).toEqual([
      'Question 1 (Pick) has no answer yet. Write it after "- Answer:", or write skip.',
    ]);
  });

  test("a number must be valid and within its bounds", () => {
    const port = ask({ kind: "number", min: 1, max: 65535 });
    expect(answered(port, "8080").answers[0]?.customInput).toBe("8080");
    expect(answered(port, "80 or\n  so").errors).toEqual([
      { line: 7, message: 'Question 1 takes a number; "80 or so" is not one.' },
    ]);
    expect(answered(port, "0").errors[0]?.message).toBe("Question 1 takes a number. Must be at least 1.");
  });

  test("an approval is the one remaining line, with an optional note; no skip, no Other", () => {
    const approval = toApprovalAsk({ tool: "Bash", input: { command: "fly deploy" } });
    const sheet = renderSheet(approval, { canAllow: true });
    const read = (text: string) => checkSheet(text, approval, { seen: "all" });
    const errors = (text: string) => read(text).errors.map(({ line, message }) => `${line}: ${message}`);
    expect(errors(sheet)).toEqual(["5: Nothing has changed yet, so nothing is sent."]);
    const denied = edit(sheet, "- allow-once — This call only\n", "- allow-always — This call and others like it\n");
    expect(read(edit(denied, ["no\n", "no\nnote: not on Friday\n"])).answers).toEqual([
      { question: "May the agent use Bash?", header: "Approval", selectedOptions: ["deny"], notes: "not on Friday" },
    ]);
    const skipped = edit(sheet, ["no\n", "no\nskip\n"]);
    expect(errors(skipped)[0]).toContain("cannot be skipped");
    expect(read(skipped).progress[0]?.text).toBe("cannot be skipped");
    expect(errors(edit(denied, ["no\n", "no\n- Other: later\n"]))[0]).toContain("and nothing else");
    expect(errors(edit(denied, /- deny.*\n/.exec(denied)?.[0] ?? ""))[0]).toContain("nothing left");
  });
});

// This takes a fraction of a second; in quadratic time it would take minutes.
test.each(["- ", "`", "\\", "— ", "\n", "\n- x", "\n- Other: a\n  ", "\nSo it is."])(
  "a sheet with 300,000 characters of %j is read in time",
  (piece) => {
    const sheet = edit(exampleSheet, ["- Other:", `- Other:\n${piece.repeat(300_000 / piece.length)}`]);
    expect(parseSheet(sheet, exampleAsk).errors).not.toEqual([]);
  },
  20_000,
);

describe("an agent's own Other", () => {
  const options = [{ label: "A" }, { label: "Other (please specify)", description: "Name it" }, { label: "B" }];
  const asking = (multiSelect: boolean): Ask => ({
    kind: "question",
    questions: [{ question: "Which?", header: "Which", kind: "choice", options, multiSelect }],
  });
  const edit = (multiSelect: boolean, ...edits: [RegExp, string][]) =>
    parseSheet(
      edits.reduce((text, [found, put]) => text.replace(found, put), renderSheet(asking(multiSelect))),
      asking(multiSelect),
    );

  test("keeps its place and description, takes words after its colon, and none is added", () => {
    const sheet = renderSheet(asking(false));
    expect(sheet).toContain("- A\n- Other (please specify) — Name it:\n- B\n\n");
    expect(parseSheet(sheet, asking(false)).answers).toEqual([]);
    const written: [RegExp, string] = [/Name it:/, "Name it: C"];
    expect(edit(false, [/- A\n/, ""], [/- B\n/, ""], written)).toMatchObject({
      answers: [{ selectedOptions: [], customInput: "C" }],
    });
    expect(edit(true, [/- A\n/, ""], written)).toMatchObject({
      answers: [{ selectedOptions: ["B"], customInput: "C" }],
    });
    expect(edit(false, [/- A\n/, ""], written).errors[0]?.message).toContain("Other has text and 1 option is left");
  });

  test("is never chosen while nothing is written after it, left or deleted", () => {
    expect(edit(true, [/- A\n/, ""])).toMatchObject({ answers: [{ selectedOptions: ["B"] }] });
    expect(edit(true, [/- A\n/, ""], [/- Other.*\n/, ""])).toMatchObject({ answers: [{ selectedOptions: ["B"] }] });
    expect(edit(true, [/- \(keep.*\n/, ""])).toMatchObject({ answers: [{ selectedOptions: ["A", "B"] }] });
    expect(edit(true, [/- Other.*\n/, ""])).toMatchObject({
      answers: [],
      errors: [{ message: expect.stringContaining('Delete the options you do not want, or the line "(keep all') }],
    });
    expect(edit(true, [/- B\n/, "- B\nnone\n"])).toMatchObject({ answers: [{ customInput: "None of these" }] });
    expect(edit(false, [/- A\n/, ""], [/- B\n/, ""]).errors).toEqual([
      {
        line: 5,
        message:
          'Question 1 (Which) has nothing left. Undo, write after "- Other (please specify) — Name it:", or write skip.',
      },
    ]);
  });

  test("beside one other option leaves that one untouched", () => {
    const two: Ask = {
      ...asking(false),
      questions: [{ ...asking(false).questions[0], options: options.slice(0, 2) }] as Ask["questions"],
    };
    const sheet = renderSheet(two);
    expect(parseSheet(sheet, two).errors).toHaveLength(1);
    expect(parseSheet(sheet.replace(/- \(keep.*\n/, ""), two)).toMatchObject({ answers: [{ selectedOptions: ["A"] }] });
  });

  test("is its label if it is ticked without words, and takes words after the dash as well", () => {
    expect(edit(true, [/- Other/, "- [x] Other"])).toMatchObject({
      answers: [{ selectedOptions: ["Other (please specify)"] }],
    });
    for (const words of ["- Other (please specify) — C", "- Other (please specify) — Name it C"])
      expect(edit(true, [/- A\n/, ""], [/- Other.*/, words])).toMatchObject({
        answers: [{ selectedOptions: ["B"], customInput: "C" }],
      });
  });
});
