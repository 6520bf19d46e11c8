import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { QuestionAnswer } from "../outcome-schemas.ts";
import type { Ask, Question } from "../schemas.ts";
import { arbitraryAnswers, arbitraryAsk } from "../testing/arbitrary-ask.ts";
import { fromAnswerRecord, toAnswerRecord } from "./answer-record.ts";

const labels = ["Auth", "Search, full-text", 'The "new" UI', "Search"];

function questionOf(multiSelect: boolean, question = "Which?"): Question {
  return { question, header: "Which", kind: "choice", options: labels.map((label) => ({ label })), multiSelect };
}

function write(multiSelect: boolean, reply: Partial<QuestionAnswer>): string | undefined {
  const ask: Ask = { kind: "question", questions: [questionOf(multiSelect)] };
  const answers = [{ question: "Which?", header: "Which", selectedOptions: [], ...reply }];
  const record = toAnswerRecord(ask, answers);
  expect(fromAnswerRecord(ask, record)).toEqual(answers);
  return record["Which?"];
}

function read(multiSelect: boolean, value: string): Partial<QuestionAnswer> | undefined {
  const answers = fromAnswerRecord({ kind: "question", questions: [questionOf(multiSelect)] }, { "Which?": value });
  const { question: _, header: __, ...reply } = answers?.[0] ?? { question: "", header: "", selectedOptions: ["none"] };
  return answers === undefined ? undefined : reply;
}

describe("values", () => {
  test("one label, several labels, then own text", () => {
    expect(write(false, { selectedOptions: ["Auth"] })).toBe("Auth");
    expect(write(true, { selectedOptions: ["Search", "Auth"] })).toBe("Search, Auth");
    expect(write(true, { selectedOptions: ["Auth"], customInput: "dark mode, soon" })).toBe("Auth, dark mode, soon");
    expect(write(false, { customInput: "none of\nthese" })).toBe("none of\nthese");
  });

  test("labels with commas or quotes are quoted", () => {
    expect(write(true, { selectedOptions: ["Search, full-text", 'The "new" UI', "Search"] })).toBe(
      '"Search, full-text", "The \\"new\\" UI", Search',
    );
    expect(write(false, { selectedOptions: ["Search, full-text"] })).toBe('"Search, full-text"');
  });

  test("own text that would read as something else is marked", () => {
    expect(write(false, { customInput: "Auth" })).toBe("Other: Auth");
    expect(write(true, { selectedOptions: ["Auth"], customInput: "Search" })).toBe("Auth, Other: Search");
    expect(write(true, { customInput: "Auth, and more" })).toBe("Other: Auth, and more");
    expect(write(true, { customInput: '"Search, full-text"' })).toBe('Other: "Search, full-text"');
    expect(write(false, { customInput: "Other: x" })).toBe("Other: Other: x");
    expect(write(false, { customInput: "(no preference)" })).toBe("Other: (no preference)");
  });

  test("own text that merely begins with a label needs no mark if only one answer is allowed", () => {
    expect(write(false, { customInput: "Auth, but later" })).toBe("Auth, but later");
  });

  test("a skip is in words", () => {
    expect(write(true, { skipped: true })).toBe("(no preference)");
  });

  test("a label that reads like a skip or like own text is still a choice", () => {
    const options = [{ label: "(no preference)" }, { label: "Other: Auth" }, { label: "Auth" }];
    const ask: Ask = { kind: "question", questions: [{ ...questionOf(false), options }] };
    const values = options.map(({ label }) => {
      const answers = [{ question: "Which?", header: "Which", selectedOptions: [label] }];
      const record = toAnswerRecord(ask, answers);
      expect(fromAnswerRecord(ask, record)).toEqual(answers);
      return record["Which?"];
    });
    expect(values).toEqual(['"(no preference)"', '"Other: Auth"', "Auth"]);
  });

  test("a note has its own key", () => {
    const ask: Ask = { kind: "question", questions: [questionOf(false), questionOf(false, "Which? (note)")] };
    const answers = ask.questions.map(({ question, header }) => ({
      question,
      header,
      selectedOptions: ["Auth"],
      notes: `on ${question}`,
    }));
    const record = toAnswerRecord(ask, answers);
    expect(record).toEqual({
      "Which?": "Auth",
      "Which? (note)": "Auth",
      "Which? (note) (note)": "on Which?",
      "Which? (note) (note) (note)": "on Which? (note)",
    });
    expect(fromAnswerRecord(ask, record)).toEqual(answers);
  });
});

describe("values that others wrote", () => {
  test("an unquoted label with a comma is still found", () => {
    expect(read(false, "Search, full-text")).toEqual({ selectedOptions: ["Search, full-text"] });
    expect(read(true, "Auth, Search")).toEqual({ selectedOptions: ["Auth", "Search"] });
  });

  test("a missing, empty or repeated answer is not an answer", () => {
    const ask: Ask = { kind: "question", questions: [questionOf(true)] };
    expect(fromAnswerRecord(ask, {})).toBeUndefined();
    expect(fromAnswerRecord(ask, { Which: "Auth" })).toBeUndefined();
    expect(read(true, "")).toBeUndefined();
    expect(read(true, "Auth, Auth")).toBeUndefined();
    expect(read(false, "Other: ")).toBeUndefined();
  });
});

test("questions named like prototype properties have their own entries", () => {
  const questions = ["__proto__", "constructor", "toString"].map((question) => questionOf(false, question));
  const ask: Ask = { kind: "question", questions };
  const answers = questions.map(({ question, header }) => ({ question, header, selectedOptions: ["Auth"] }));
  const record = toAnswerRecord(ask, answers);
  expect(Object.keys(record)).toEqual(["__proto__", "constructor", "toString"]);
  expect(fromAnswerRecord(ask, JSON.parse(JSON.stringify(record)))).toEqual(answers);
  expect(fromAnswerRecord(ask, {})).toBeUndefined();
});

test("every answer reads back unchanged", () => {
  const all = arbitraryAsk.chain((ask) => fc.tuple(fc.constant(ask), arbitraryAnswers(ask)));
  fc.assert(
    fc.property(all, ([ask, answers]) => {
      expect(fromAnswerRecord(ask, toAnswerRecord(ask, answers))).toEqual(answers);
    }),
    { numRuns: 600 },
  );
});

test("labels and own text made of the same few pieces are never confused", () => {
  const piece = fc.constantFrom("A", "B", '"', ", ", ",", "Other: ", "\\", "(no preference)", " ", "\n");
  const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));
  const all = fc
    .record({ labels: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }), multiSelect: fc.boolean(), own: text })
    .chain(({ labels, multiSelect, own }) => {
      const options = labels.map((label) => ({ label }));
      const question: Question = { question: "Q", header: "H", kind: "choice", options, multiSelect };
      const customInput = own.trim();
      const picked = multiSelect ? fc.shuffledSubarray(labels) : fc.constant<string[]>([]);
      return picked.map((selectedOptions) => ({
        ask: { kind: "question", questions: [question] } satisfies Ask,
        answers: [{ question: "Q", header: "H", selectedOptions, customInput }],
      }));
    })
    .filter(({ answers }) => answers[0]?.customInput !== "");
  fc.assert(
    fc.property(all, ({ ask, answers }) => {
      expect(fromAnswerRecord(ask, toAnswerRecord(ask, answers))).toEqual(answers);
    }),
    { numRuns: 600 },
  );
});
