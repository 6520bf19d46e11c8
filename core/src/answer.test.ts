import { describe, expect, test } from "vitest";
import { checkAnswers, parseText } from "./answer.ts";
import { numberFault } from "./answer-rules.ts";
import { toApprovalAsk } from "./ask.ts";
import { InvalidAnswerError } from "./errors.ts";
import type { QuestionAnswer } from "./outcome-schemas.ts";
import type { Ask, Question } from "./schemas.ts";

const database: Question = {
  question: "Which database?",
  header: "Database",
  kind: "choice",
  options: [{ label: "PostgreSQL (Recommended)" }, { label: "SQLite" }],
  multiSelect: false,
};
const features: Question = {
  question: "Which features?",
  header: "Features",
  kind: "choice",
  options: [{ label: "Auth" }, { label: "Search, full-text" }, { label: "Billing" }],
  multiSelect: true,
};
const port: Question = {
  question: "Which port?",
  header: "Port",
  kind: "number",
  options: [],
  multiSelect: false,
  min: 1024,
  max: 65535,
};

function askOf(...questions: Question[]): Ask {
  return { kind: "question", questions };
}

function parseAnswers(ask: Ask, value: unknown): QuestionAnswer[] {
  const checked = checkAnswers(ask, value);
  if ("issues" in checked) throw new InvalidAnswerError(checked.issues);
  return checked.answers;
}

function issuesOf(ask: Ask, value: unknown, maxLength?: number): string[] {
  const checked = checkAnswers(ask, value, maxLength);
  return "issues" in checked ? checked.issues.map(({ path, message }) => `${path}: ${message}`) : [];
}

const toDatabase = (entry: Record<string, unknown>) =>
  issuesOf(askOf(database), [{ question: database.question, ...entry }]);
const toFeatures = (entry: Record<string, unknown>) =>
  issuesOf(askOf(features), [{ question: features.question, ...entry }]);
const toPort = (customInput: string) => issuesOf(askOf(port), [{ question: port.question, customInput }]);

describe("checked answers", () => {
  test("are in the ask's order, with the ask's own headers", () => {
    const given = [
      {
        question: features.question,
        header: "wrong",
        selectedOptions: ["Billing", "Auth"],
        customInput: " dark mode\n",
      },
      { question: database.question, selectedOptions: ["SQLite"], notes: "  for now " },
    ];
    expect(parseAnswers(askOf(database, features), given)).toEqual([
      { question: database.question, header: "Database", selectedOptions: ["SQLite"], notes: "for now" },
      {
        question: features.question,
        header: "Features",
        selectedOptions: ["Billing", "Auth"],
        customInput: "dark mode",
      },
    ]);
  });

  test("empty texts and notes are dropped", () => {
    expect(
      parseAnswers(askOf(database), [
        { question: database.question, selectedOptions: ["SQLite"], customInput: "  ", notes: "\n" },
      ]),
    ).toEqual([{ question: database.question, header: "Database", selectedOptions: ["SQLite"] }]);
  });

  test("a skip may carry a note", () => {
    expect(parseAnswers(askOf(database), [{ question: database.question, skipped: true, notes: "ask Ana" }])).toEqual([
      { question: database.question, header: "Database", selectedOptions: [], notes: "ask Ana", skipped: true },
    ]);
  });
});

describe("a missing answer", () => {
  test("an empty list, a missing question and an empty entry are refused", () => {
    expect(issuesOf(askOf(database), [])).toEqual([
      'answers: "Which database?" has no entry. Answer it or mark it skipped.',
    ]);
    expect(issuesOf(askOf(database, features), [{ question: database.question, selectedOptions: ["SQLite"] }])).toEqual(
      ['answers: "Which features?" has no entry. Answer it or mark it skipped.'],
    );
    expect(toDatabase({})).toEqual(["answers[0]: Neither answered nor skipped."]);
    expect(toDatabase({ skipped: false, customInput: " \n " })).toEqual(["answers[0]: Neither answered nor skipped."]);
    expect(toDatabase({ notes: "a note alone" })).toEqual(["answers[0]: Neither answered nor skipped."]);
  });

  test.each([undefined, null, {}, "SQLite", [null], [[]], [{ question: 1 }]])("%j are not answers", (value) => {
    expect(issuesOf(askOf(database), value).length).toBeGreaterThan(0);
  });

  test("a malformed answer is reported with its path", () => {
    expect(toDatabase({ selectedOptions: "SQLite" })).toEqual([
      "answers[0].selectedOptions: selectedOptions must be an array, got a string.",
    ]);
  });
});

describe("one of the options", () => {
  test("a single-select takes one option or own words", () => {
    expect(toDatabase({ selectedOptions: ["PostgreSQL (Recommended)"] })).toEqual([]);
    expect(toDatabase({ customInput: "DuckDB" })).toEqual([]);
    const one = ["answers[0]: This question takes one answer: an option or customInput."];
    expect(toDatabase({ selectedOptions: ["SQLite"], customInput: "DuckDB" })).toEqual(one);
    expect(toDatabase({ selectedOptions: ["SQLite", "PostgreSQL (Recommended)"] })).toEqual(one);
  });

  test("a multi-select takes any number of both", () => {
    expect(toFeatures({ selectedOptions: ["Auth", "Search, full-text", "Billing"], customInput: "more" })).toEqual([]);
    expect(toFeatures({ customInput: "none of these" })).toEqual([]);
  });

  test("labels count exactly as they came", () => {
    expect(toDatabase({ selectedOptions: ["PostgreSQL"] })).toEqual([
      'answers[0].selectedOptions[0]: "PostgreSQL" is not an option of this question.',
    ]);
    expect(toFeatures({ selectedOptions: ["Auth", "auth", "Auth"] })).toEqual([
      'answers[0].selectedOptions[1]: "auth" is not an option of this question.',
      "answers[0].selectedOptions[2]: This option is selected twice.",
    ]);
  });

  test("an answer and a skip exclude each other", () => {
    expect(toDatabase({ selectedOptions: ["SQLite"], skipped: true })).toEqual([
      "answers[0]: Both skipped and answered. Remove one of the two.",
    ]);
  });

  test("an unknown question and one that is answered twice are refused", () => {
    const entry = { question: database.question, selectedOptions: ["SQLite"] };
    expect(issuesOf(askOf(database), [entry, { ...entry, question: "Database" }, entry])).toEqual([
      "answers[1].question: This ask has no question with that text.",
      "answers[2].question: This question is answered twice.",
    ]);
  });
});

describe("own words", () => {
  test("have a maximum length, which a caller may set", () => {
    expect(toDatabase({ customInput: "x".repeat(2000) })).toEqual([]);
    expect(toDatabase({ customInput: "x".repeat(2001) })).toEqual([
      "answers[0].customInput: customInput is 2001 characters long; the limit is 2000. Shorten it.",
    ]);
    const noted = [{ question: database.question, selectedOptions: ["SQLite"], notes: "four" }];
    expect(issuesOf(askOf(database), noted, 3)).toEqual([
      "answers[0].notes: notes is 4 characters long; the limit is 3. Shorten it.",
    ]);
  });

  test("contain no escape sequences", () => {
    const plain = "contains control characters or escape sequences. Send plain text.";
    expect(toDatabase({ customInput: "\u001b[2Jgone" })).toEqual([`answers[0].customInput: customInput ${plain}`]);
    expect(toDatabase({ selectedOptions: ["SQLite"], notes: "a\u202eb" })).toEqual([
      `answers[0].notes: notes ${plain}`,
    ]);
    expect(toDatabase({ customInput: "two\nlines" })).toEqual([]);
  });
});

describe("numbers", () => {
  test.each(["1024", "65535", " 8080 ", "2e3", "1024.5"])("%j is accepted", (text) => {
    expect(toPort(text)).toEqual([]);
  });

  test.each([
    ["80", "Must be at least 1024."],
    ["70000", "Must be at most 65535."],
    ["many", '"many" is not a number.'],
    ["Infinity", '"Infinity" is not a number.'],
    ["8080 tcp", '"8080 tcp" is not a number.'],
  ])("%j is refused", (text, message) => {
    expect(toPort(text)).toEqual([`answers[0].customInput: ${message}`]);
  });

  test("an empty field is not zero", () => {
    expect(numberFault(port, "  ")).toEqual({ code: "not-a-number", text: "" });
    expect(toPort("  ")).toEqual(["answers[0]: Neither answered nor skipped."]);
  });
});

describe("approvals", () => {
  const ask = toApprovalAsk({ tool: "Bash", input: { command: "ls" } });
  const answer = (entry: Record<string, unknown>) => issuesOf(ask, [{ question: "May the agent use Bash?", ...entry }]);
  const exactly = ["answers[0]: An approval takes exactly one of its options."];

  test.each(["allow-once", "allow-always", "deny"])("%s is an answer, with a note if wanted", (label) => {
    expect(answer({ selectedOptions: [label], notes: "only here" })).toEqual([]);
  });

  test("nothing else allows", () => {
    expect(answer({})).toEqual(exactly);
    expect(answer({ customInput: "yes" })).toEqual(exactly);
    expect(answer({ selectedOptions: ["deny"], customInput: "but yes" })).toEqual(exactly);
    expect(answer({ selectedOptions: ["allow-once", "deny"] })).toEqual(exactly);
    expect(answer({ skipped: true })).toEqual([
      "answers[0].skipped: An approval cannot be skipped. Allow, deny, or decline.",
    ]);
    expect(answer({ selectedOptions: ["Allow once"] })).toEqual([
      'answers[0].selectedOptions[0]: "Allow once" is not an option of this question.',
    ]);
  });
});

test("questions named like prototype properties work like any other", () => {
  const ask = askOf({ ...database, question: "__proto__" }, { ...database, question: "constructor" });
  const entry = (question: string) => ({ question, header: "Database", selectedOptions: ["SQLite"] });
  expect(parseAnswers(ask, [entry("__proto__"), entry("constructor")])).toEqual([
    entry("__proto__"),
    entry("constructor"),
  ]);
});

test("a comment is trimmed, and refused if it is too long or not plain text", () => {
  expect(parseText(" fine ", "comment")).toBe("fine");
  expect(parseText(undefined, "comment")).toBe("");
  for (const text of ["x".repeat(2001), "a\u001b[2Jb"])
    expect(() => parseText(text, "comment")).toThrow(InvalidAnswerError);
});
