import { type Ask, checkAnswers, type Question } from "@yourcall/core";
import { withHostOptions } from "@yourcall/core/internal";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryAsk } from "../../../core/src/testing/arbitrary-ask.ts";
import { type AnswerFlag, chooseAnswers } from "./choose-answers.ts";

function question(header: string, labels: string[], more: Partial<Question> = {}): Question {
  return {
    question: `Which ${header}?`,
    header,
    kind: "choice",
    options: labels.map((label) => ({ label })),
    multiSelect: false,
    ...more,
  };
}

const database = question("Database", ["PostgreSQL (Recommended)", "SQLite"]);
const features = question("Features", ["TypeScript", "Search, full-text", "Tailwind"], { multiSelect: true });
const one: Ask = { kind: "question", questions: [database] };
const two: Ask = { kind: "question", questions: [database, features] };

const select = (value: string, further = false): AnswerFlag => ({
  name: "select",
  value,
  ...(further ? { further } : {}),
});
const other = (value: string): AnswerFlag => ({ name: "other", value });
const note = (value: string): AnswerFlag => ({ name: "note", value });
const skip = (value: string): AnswerFlag => ({ name: "skip", value });

/** The answers without the text of the question. */
function choose(ask: Ask, ...flags: AnswerFlag[]) {
  return chooseAnswers(ask, flags).map(({ question: _, header: __, ...answer }) => answer);
}

describe("one question", () => {
  test("needs no header", () => {
    expect(choose(one, select("sqlite"), note("x=y"))).toEqual([{ selectedOptions: ["SQLite"], notes: "x=y" }]);
  });

  test("accepts one anyway", () => {
    expect(choose(one, select("Database=SQLite"))).toEqual([{ selectedOptions: ["SQLite"] }]);
    expect(choose(one, other("database=DuckDB"))).toEqual([{ selectedOptions: [], customInput: "DuckDB" }]);
    expect(choose(one, skip("Database"))).toEqual([{ selectedOptions: [], skipped: true }]);
    expect(choose(one, skip(""))).toEqual([{ selectedOptions: [], skipped: true }]);
  });

  test("a typed answer may contain any character", () => {
    expect(choose(one, other("MODE=fast"))).toEqual([{ selectedOptions: [], customInput: "MODE=fast" }]);
    expect(choose(one, other("Database=Database=x"))[0]?.customInput).toBe("Database=x");
  });

  test("a label that contains = is tried before a header", () => {
    const odd: Ask = { kind: "question", questions: [question("A", ["A=B", "B"])] };
    expect(choose(odd, select("A=B"))).toEqual([{ selectedOptions: ["A=B"] }]);
    expect(choose(odd, select("A=A=B"))).toEqual([{ selectedOptions: ["A=B"] }]);
    expect(choose(odd, select("B"))).toEqual([{ selectedOptions: ["B"] }]);
  });
});

describe("several questions", () => {
  test("are named by header, ignoring case, or by number", () => {
    const expected = [{ selectedOptions: ["SQLite"] }, { selectedOptions: [], skipped: true }];
    expect(choose(two, select("Database=SQLite"), skip("Features"))).toEqual(expected);
    expect(choose(two, select("database=sqlite"), skip("features"))).toEqual(expected);
    expect(choose(two, select("1=SQLite"), skip("2"))).toEqual(expected);
  });

  test("a multi-select takes several options, a typed answer and a note together", () => {
    expect(
      choose(
        two,
        select("Features=Tailwind"),
        select("TypeScript", true),
        other("Features=dark mode"),
        select("1=PostgreSQL"),
        note("1=ops runs it"),
      ),
    ).toEqual([
      { selectedOptions: ["PostgreSQL (Recommended)"], notes: "ops runs it" },
      { selectedOptions: ["Tailwind", "TypeScript"], customInput: "dark mode" },
    ]);
  });

  test("with the same header need their number", () => {
    const twins: Ask = {
      kind: "question",
      questions: [question("Same", ["a", "b"]), { ...question("Same", ["a", "c"]), question: "And?" }],
    };
    expect(choose(twins, select("1=a"), select("Same=c"))).toEqual([
      { selectedOptions: ["a"] },
      { selectedOptions: ["c"] },
    ]);
    expect(() => choose(twins, select("Same=a"))).toThrow(/"Same=a" matches several options/);
    expect(() => choose(twins, note("Same=x"))).toThrow(/the question's number/);
  });
});

describe("an invalid answer is refused with the valid ones", () => {
  test.each([
    [
      "an unknown label",
      one,
      [select("MySQL")],
      /"MySQL" is not an option here.*"PostgreSQL \(Recommended\)", "SQLite"/s,
    ],
    ["an unknown label of a header", two, [select("Features=Go")], /Features \(choose any\): "TypeScript"/],
    ["a missing header", two, [select("SQLite")], /--select "HEADER=LABEL". The headers are "Database", "Features"/],
    ["a missing header of own words", two, [other("DuckDB")], /--other "HEADER=TEXT"/],
    ["an unknown header", two, [skip("Featurs")], /--skip HEADER/],
    ["no header", two, [skip("")], /Name the question: --skip HEADER/],
    ["a question left open", two, [select("1=SQLite")], /every question needs an answer.*Features/s],
    ["a note alone", one, [note("hm")], /every question needs an answer/],
    ["own words twice", one, [other("a"), other("b")], /--other was given twice for Database/],
    ["nothing", one, [], /every question needs an answer/],
  ] as const)("%s", (_, ask, flags, message) => {
    expect(() => choose(ask, ...flags)).toThrow(message);
  });
});

test("every option of every ask can be chosen by number and exact label", () => {
  fc.assert(
    fc.property(arbitraryAsk.map(withHostOptions), fc.nat(), (ask, seed) => {
      const flags = ask.questions.map(({ options }, index) => {
        const label = options[seed % Math.max(1, options.length)]?.label;
        return label === undefined ? other(`${index + 1}=7`) : select(`${index + 1}=${label}`);
      });
      // A header may itself be a number or contain =; then the person has to write it differently.
      fc.pre(
        ask.questions.every(
          ({ header, options }) => !/[\d=]/.test(header) && options.every(({ label }) => !label.includes("=")),
        ),
      );
      const answers = chooseAnswers(ask, flags);
      for (const [index, { options }] of ask.questions.entries())
        if (options.length > 0)
          expect(answers[index]?.selectedOptions).toEqual([options[seed % options.length]?.label]);
      const bounded = ask.questions.some(
        (question) => question.kind === "number" && (question.min !== undefined || question.max !== undefined),
      );
      if (!bounded) expect(checkAnswers(ask, answers)).toEqual({ answers });
    }),
  );
});
