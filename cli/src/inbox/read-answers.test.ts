import { type Ask, checkAnswers, type Question, toAnswerRecord } from "@yourcall/core";
import { describe, expect, test } from "vitest";
import { readAnswers } from "./read-answers.ts";

const database: Question = {
  question: "Which database?",
  header: "Database",
  kind: "choice",
  options: [{ label: "PostgreSQL" }, { label: "SQLite" }],
  multiSelect: false,
};
const features: Question = {
  question: "Which features?",
  header: "Features",
  kind: "choice",
  options: [{ label: "TypeScript" }, { label: "Search, full-text" }],
  multiSelect: true,
};
const ask: Ask = { kind: "question", questions: [database, features] };
const answers = [
  { question: database.question, header: "Database", selectedOptions: ["SQLite"], notes: "small" },
  { question: features.question, header: "Features", selectedOptions: ["TypeScript", "Search, full-text"] },
];

function read(value: unknown) {
  return readAnswers(ask, typeof value === "string" ? value : JSON.stringify(value), "answers.json");
}

describe("the three forms", () => {
  test("an array of answers", () => {
    expect(read(answers)).toEqual({ answers });
  });

  test("answers with a comment", () => {
    expect(read({ answers, comment: "go" })).toEqual({ answers, comment: "go" });
    expect(read({ answers })).toEqual({ answers });
  });

  test("the record of questions, with notes and labels that hold a comma", () => {
    const { answers: read1 } = read(toAnswerRecord(ask, answers));
    expect(checkAnswers(ask, read1)).toEqual({ answers });
    expect(read({ "Which database?": "SQLite", "Which features?": "(no preference)" }).answers).toMatchObject([
      { selectedOptions: ["SQLite"] },
      { skipped: true },
    ]);
  });

  test("a byte order mark is ignored", () => {
    expect(read(`\ufeff${JSON.stringify(answers)}`)).toEqual({ answers });
  });
});

test.each([
  ["", /is empty/],
  ["{", /answers.json is not JSON/],
  ['"SQLite"', /contains no answers/],
  ["null", /contains no answers/],
  ["{}", /contains no answers/],
  ['{"answers":{}}', /contains no answers/],
  ['{"answers":[],"coment":"x"}', /"coment" in addition to the answers/],
  ['{"answers":[],"comment":7}', /comment in answers.json is not a string/],
  ['{"Which databse?":"SQLite"}', /This ask has no question "Which databse\?".*Which database\?/s],
  ['{"Which database?":"SQLite"}', /has no answer to "Which features\?"/],
  ['{"Which database?":"","Which features?":"TypeScript"}', /do not fit the ask.*Database \(choose one\)/s],
])("%j is refused with what is wrong", (text, message) => {
  expect(() => read(text)).toThrow(message);
});
