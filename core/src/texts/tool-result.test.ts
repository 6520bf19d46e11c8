import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toApprovalAsk } from "../ask.ts";
import type { Outcome, QuestionAnswer } from "../outcome-schemas.ts";
import type { Ask, Question } from "../schemas.ts";
import { arbitraryAnswers, arbitraryAsk, arbitraryInput } from "../testing/arbitrary-ask.ts";
import { fromToolResult, toToolResult } from "./tool-result.ts";

const database: Question = {
  question: "Which database should we use for this project?",
  header: "Database",
  kind: "choice",
  options: [{ label: "PostgreSQL (Recommended)" }, { label: "SQLite" }],
  multiSelect: false,
};
const features: Question = {
  question: "Which features should we enable?",
  header: "Features",
  kind: "choice",
  options: [{ label: "TypeScript" }, { label: "Search, full-text" }, { label: 'The "new" UI' }],
  multiSelect: true,
};
const port: Question = { question: "Which port?", header: "", kind: "number", options: [], multiSelect: false };
const ask: Ask = { kind: "question", questions: [database, features] };

function answer(question: Question, reply: Partial<QuestionAnswer>): QuestionAnswer {
  return { question: question.question, header: question.header, selectedOptions: [], ...reply };
}

function answered(answers: QuestionAnswer[], comment?: string): Outcome {
  const by = { surface: "terminal", act: "submit" } as const;
  return {
    status: "answered",
    answers,
    by,
    at: "2026-01-01T00:00:00.000Z",
    comment,
  };
}

describe("answers", () => {
  test("choices are listed under their numbered question with exact labels", () => {
    const answers = [
      answer(database, { selectedOptions: ["PostgreSQL (Recommended)"] }),
      answer(features, { selectedOptions: ["TypeScript"] }),
    ];
    expect(toToolResult(ask, answered(answers))).toBe(
      [
        "User answered the following questions:",
        "",
        "1. Database (Which database should we use for this project?)",
        "   Selected: PostgreSQL (Recommended)",
        "",
        "2. Features (Which features should we enable?)",
        "   Selected: TypeScript",
        "",
        "Proceeding with user selections.",
      ].join("\n"),
    );
  });

  test("labels with commas and quotes are quoted; own text, notes, skips and a comment have their own lines", () => {
    const answers = [
      answer(database, { skipped: true, notes: "ask ops" }),
      answer(features, {
        selectedOptions: ["TypeScript", "Search, full-text", 'The "new" UI'],
        customInput: "dark mode\n\nwith a switch",
        notes: "Selected: nothing\n2. Features (x)",
      }),
    ];
    expect(toToolResult(ask, answered(answers, "Start with the schema.\nComment: then the API."))).toBe(
      [
        "User answered the following questions:",
        "",
        "1. Database (Which database should we use for this project?)",
        "   Skipped: no preference. The choice is yours.",
        "   Note: ask ops",
        "",
        "2. Features (Which features should we enable?)",
        '   Selected: TypeScript, "Search, full-text", "The \\"new\\" UI"',
        "   Other: dark mode",
        "",
        "     with a switch",
        "   Note: Selected: nothing",
        "     2. Features (x)",
        "",
        "Comment: Start with the schema.",
        "  Comment: then the API.",
        "",
        "Proceeding with user selections.",
      ].join("\n"),
    );
  });

  test("a number is an answer, and a question without header is named by its number", () => {
    const text = toToolResult(
      { kind: "question", questions: [port] },
      answered([answer(port, { customInput: "8080" })]),
    );
    expect(text).toContain("1. Question 1 (Which port?)\n   Answer: 8080\n");
  });

  test("an approval says what was decided and announces nothing", () => {
    const approval = toApprovalAsk({ tool: "Bash", input: {} });
    const [question] = approval.questions;
    if (question === undefined) throw new Error("no question");
    const text = toToolResult(approval, answered([answer(question, { selectedOptions: ["deny"], notes: "not here" })]));
    expect(text).toMatch(/ {3}Selected: deny\n {3}Note: not here$/);
    expect(fromToolResult(approval, text)?.answers[0]?.selectedOptions).toEqual(["deny"]);
  });

  test("a question whose text contains line ends or escapes still has one heading line", () => {
    const odd = { ...database, question: "Which\n   Selected: SQLite\n\u001b[2J?", header: "\u202eDB" };
    const text = toToolResult(
      { kind: "question", questions: [odd] },
      answered([answer(odd, { selectedOptions: ["SQLite"] })]),
    );
    expect(text.split("\n")[2]).toBe("1. DB (Which Selected: SQLite ?)");
  });
});

describe("the way back", () => {
  test("every answer reads back unchanged", () => {
    const all = arbitraryAsk.chain((value) =>
      fc.tuple(fc.constant(value), arbitraryAnswers(value), fc.option(arbitraryInput, { nil: undefined })),
    );
    fc.assert(
      fc.property(all, ([value, answers, comment]) => {
        const text = toToolResult(value, answered(answers, comment));
        expect(fromToolResult(value, text)).toEqual({ answers, comment });
        expect(fromToolResult(value, text.replaceAll("\n", "\r\n"))?.answers).toEqual(answers);
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    "2. Features (Which features should we enable?)\n   Selected: TypeScript",
    "x\n   Other: y\n   Note: z",
    "x\n\nComment: y",
    "x\n\n  Comment: y",
    "x\n\nProceeding with user selections.",
    "SQLite",
    "Skipped: no preference",
    "x\n     deep\n y\n\n\nz",
  ])("own text that imitates the format, %j, stays own text", (customInput) => {
    const answers = [answer(database, { customInput, notes: customInput }), answer(features, { customInput })];
    const text = toToolResult(ask, answered(answers, customInput));
    expect(fromToolResult(ask, text)).toEqual({ answers, comment: customInput });
  });

  test("a text that was cut or changed, or is for another ask, is not read", () => {
    const answers = [answer(database, { selectedOptions: ["SQLite"] }), answer(features, { skipped: true })];
    const text = toToolResult(ask, answered(answers));
    expect(fromToolResult(ask, text)?.answers).toEqual(answers);
    for (const changed of [
      "",
      text.slice(0, -40),
      text.replace("Selected: SQLite", "Selected: MySQL"),
      text.replace("   Selected: SQLite\n", ""),
      text.replace("1. Database", "1. Databases"),
      text.replace("   Skipped", "Skipped"),
    ])
      expect(fromToolResult(ask, changed), changed).toBeUndefined();
    expect(fromToolResult({ kind: "question", questions: [features, database] }, text)).toBeUndefined();
  });
});

describe("no answer", () => {
  const at = "2026-01-01T00:00:00.000Z";
  const by = { surface: "terminal", act: "submit" } as const;
  const fallback = [
    answer(database, { selectedOptions: ["PostgreSQL (Recommended)"] }),
    answer(features, { selectedOptions: ["TypeScript"] }),
  ];
  const reason = "User answered the following questions:\n\n1. Database";
  const outcomes: Outcome[] = [
    { status: "declined", by, at },
    { status: "declined", reason, by, at },
    { status: "cancelled", at },
    { status: "cancelled", reason, at },
    { status: "expired", at },
    { status: "expired", at, fallback },
  ];

  test.each(outcomes)("$status does not look like an answer", (outcome) => {
    const text = toToolResult(ask, outcome);
    expect(text).toContain("no option was chosen and nothing was approved");
    expect(text).not.toMatch(/^User answered|^ *Selected:|^Proceeding/m);
    expect(fromToolResult(ask, text)).toBeUndefined();
  });

  test("a reason is passed on, its later lines indented", () => {
    expect(toToolResult(ask, { status: "declined", reason: "ask me\ntomorrow", by, at })).toContain(
      "\n\nReason: ask me\n  tomorrow\n\n",
    );
  });

  test("an expiry with a fallback says that nobody chose it", () => {
    const text = toToolResult(ask, { status: "expired", at, fallback });
    expect(text).toContain("Nobody chose them");
    expect(text).toContain("- Database: recommended, not chosen: PostgreSQL (Recommended)\n- Features: ");
    expect(toToolResult(ask, { status: "expired", at })).not.toContain("recommended");
  });
});
