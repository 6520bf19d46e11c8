import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isConfirm } from "../answering/rows.ts";
import type { Outcome, QuestionAnswer } from "../outcome-schemas.ts";
import type { Ask, Question } from "../schemas.ts";
import { arbitraryAnswers, arbitraryAsk, arbitraryInput } from "../testing/arbitrary-ask.ts";
import { fromClaudeAnswers, toClaudeAnswers } from "./claude-answers.ts";
import { toUnansweredText } from "./unanswered-text.ts";

const layout: Question = {
  question: "Which layout?",
  header: "Layout",
  kind: "choice",
  options: [{ label: "Sidebar", preview: "+-+--+" }, { label: "Topbar, sticky" }, { label: "Dock" }],
  multiSelect: false,
};
const features: Question = {
  question: "Which features do you want?",
  header: "Features",
  kind: "choice",
  options: [{ label: "Auth" }, { label: "Billing" }, { label: "Search, full-text" }],
  multiSelect: true,
};
const ask: Ask = { kind: "question", questions: [layout, features] };

function answer(question: Question, reply: Partial<QuestionAnswer>): QuestionAnswer {
  return { question: question.question, header: question.header, selectedOptions: [], ...reply };
}

function write(question: Question, reply: Partial<QuestionAnswer>, comment?: string) {
  return toClaudeAnswers({ kind: "question", questions: [question] }, [answer(question, reply)], comment);
}

describe("values that Claude Code recognises", () => {
  test("labels are exact in a single-select, joined in a multi-select, and quoted there if they contain a comma", () => {
    const answers = [
      answer(layout, { selectedOptions: ["Topbar, sticky"] }),
      answer(features, { selectedOptions: ["Auth", "Search, full-text"] }),
    ];
    expect(toClaudeAnswers(ask, answers)).toEqual({
      answers: { "Which layout?": "Topbar, sticky", "Which features do you want?": 'Auth, "Search, full-text"' },
    });
  });

  test("a label with quotes is a JSON string in a list, one with a comma that separates nothing stays as it is", () => {
    const options = [{ label: 'The "new" UI' }, { label: "1,000 rows" }];
    expect(write({ ...features, options }, { selectedOptions: ['The "new" UI', "1,000 rows"] })).toEqual({
      answers: { "Which features do you want?": '"The \\"new\\" UI", 1,000 rows' },
    });
  });

  test("own words come last, in a list as one item, as Claude Code's dialog writes them", () => {
    const options = [{ label: 'Say "hi"' }, { label: "Auth" }, { label: "Billing" }];
    const both = { selectedOptions: ['Say "hi"'], customInput: "all but Auth, Billing" };
    expect(write({ ...features, options }, both)).toEqual({
      answers: { "Which features do you want?": '"Say \\"hi\\"", "all but Auth, Billing"' },
    });
    expect(write(features, { selectedOptions: ["Billing"], customInput: "dark mode,\nsoon" })).toEqual({
      answers: { "Which features do you want?": "Billing, dark mode,\nsoon" },
    });
    expect(write(layout, { customInput: "Sidebar, but on the right" })).toEqual({
      answers: { "Which layout?": "Sidebar, but on the right" },
    });
  });

  test("texts that mean no answer to Claude Code get a space, and read back unchanged", () => {
    const labelled: Question = { ...layout, options: [{ label: "(notes only)" }, { label: "Dock" }] };
    const cases: [Question, Partial<QuestionAnswer>][] = [
      [layout, { customInput: "(notes only)" }],
      [features, { customInput: "(notes only)" }],
      [labelled, { selectedOptions: ["(notes only)"] }],
    ];
    for (const [question, reply] of cases) {
      const written = write(question, reply);
      expect(written).toEqual({ answers: { [question.question]: "(notes only) " } });
      expect(fromClaudeAnswers({ kind: "question", questions: [question] }, written)).toEqual([
        expect.objectContaining(reply),
      ]);
    }
  });

  test("the chosen option's preview and the notes are annotations", () => {
    expect(write(layout, { selectedOptions: ["Sidebar"], notes: "make it\ncollapsible" })).toEqual({
      answers: { "Which layout?": "Sidebar" },
      annotations: { "Which layout?": { preview: "+-+--+", notes: "make it\ncollapsible" } },
    });
  });

  test("a skipped question says so in its value and in its annotation", () => {
    expect(write(layout, { skipped: true, notes: "ask Ana" })).toEqual({
      answers: { "Which layout?": "(no preference)" },
      annotations: { "Which layout?": { notes: "ask Ana", unanswered: "skipped" } },
    });
  });

  test("a comment is a note on the first question that was answered", () => {
    const answers = [
      answer(layout, { skipped: true }),
      answer(features, { selectedOptions: ["Auth"], notes: "first" }),
    ];
    expect(toClaudeAnswers(ask, answers, " Start small. ")).toEqual({
      answers: { "Which layout?": "(no preference)", "Which features do you want?": "Auth" },
      annotations: {
        "Which layout?": { unanswered: "skipped" },
        "Which features do you want?": { notes: "first\nOn the whole: Start small." },
      },
    });
  });

  test("a comment with only skips is the response, and a note for hooks, which drop a response", () => {
    const { annotations, response } = write(layout, { skipped: true }, "Whatever you like.");
    expect(response).toBe("Whatever you like.\n\n(No preference on the questions themselves. The choice is yours.)");
    expect(annotations).toEqual({
      "Which layout?": { notes: "On the whole: Whatever you like.", unanswered: "skipped" },
    });
    expect(write(layout, { skipped: true })).not.toHaveProperty("response");
  });

  test("notes hold what the person wrote and nothing else, even if own words equal a label", () => {
    expect(write(layout, { customInput: "Sidebar", notes: "not your drawing" })).toEqual({
      answers: { "Which layout?": "Sidebar" },
      annotations: { "Which layout?": { notes: "not your drawing" } },
    });
  });
});

describe("values that Claude Code itself wrote", () => {
  const read = (value: string, annotation?: { notes?: string; unanswered?: "skipped" }) =>
    fromClaudeAnswers(
      { kind: "question", questions: [features] },
      {
        answers: { [features.question]: value },
        ...(annotation === undefined ? {} : { annotations: { [features.question]: annotation } }),
      },
    )?.[0];

  test("labels in the order they were picked, a quoted one, own words last", () => {
    expect(read('Billing, Auth, "Search, full-text", dark mode')).toMatchObject({
      selectedOptions: ["Billing", "Auth", "Search, full-text"],
      customInput: "dark mode",
    });
  });

  test("anything but a label is own text", () => {
    expect(read("Auth,Billing")).toMatchObject({ selectedOptions: [], customInput: "Auth,Billing" });
    expect(read("(no preference)")).toMatchObject({ customInput: "(no preference)" });
  });

  test("notes without a choice are own text", () => {
    const words = read("(notes only)", { notes: "ask Ana first" });
    expect(words).toMatchObject({ selectedOptions: [], customInput: "ask Ana first" });
    expect(words).not.toHaveProperty("notes");
    expect(read("(notes only)")).toBeUndefined();
  });

  test("a missing, empty or dismissed answer is not an answer", () => {
    expect(fromClaudeAnswers(ask, { answers: {} })).toBeUndefined();
    expect(fromClaudeAnswers(ask, { answers: { Layout: "Dock", Features: "Auth" } })).toBeUndefined();
    expect(read("")).toBeUndefined();
    const dismissed = JSON.parse('{"unanswered":"dismissed"}');
    expect(read("Auth", dismissed)).toBeUndefined();
  });

  test("own words as one quoted item, and labels without the spaces around them", () => {
    expect(read('Auth, "all but Auth, Billing"')).toMatchObject({
      selectedOptions: ["Auth"],
      customInput: "all but Auth, Billing",
    });
    const spaced: Question = { ...features, options: [{ label: " Auth " }, { label: "Billing" }] };
    const given = { answers: { [features.question]: "Billing, Auth" } };
    expect(fromClaudeAnswers({ kind: "question", questions: [spaced] }, given)).toMatchObject([
      { selectedOptions: ["Billing", " Auth "] },
    ]);
  });
});

describe("the way back", () => {
  // Own words that equal a label read as that label, as they do for Claude Code.
  const isLikeALabel = ({ questions }: Ask, answers: readonly QuestionAnswer[]) =>
    answers.some(({ customInput }, index) =>
      questions[index]?.options.some(({ label }) => label.trim() === customInput?.trim()),
    );

  test("every answer reads back unchanged", () => {
    const all = arbitraryAsk.chain((value) => fc.tuple(fc.constant(value), arbitraryAnswers(value)));
    fc.assert(
      fc.property(all, ([value, answers]) => {
        fc.pre(!isLikeALabel(value, answers));
        expect(fromClaudeAnswers(value, toClaudeAnswers(value, answers))).toEqual(answers);
      }),
      { numRuns: 600 },
    );
  });

  test("a comment changes nothing but the notes", () => {
    const all = arbitraryAsk.chain((value) => fc.tuple(fc.constant(value), arbitraryAnswers(value), arbitraryInput));
    const withoutNotes = (answers: readonly QuestionAnswer[] | undefined) =>
      answers?.map(({ notes: _, ...rest }) => rest);
    fc.assert(
      fc.property(all, ([value, answers, comment]) => {
        // Claude never asks for a confirm, which takes no notes.
        fc.pre(!isConfirm(value) && !isLikeALabel(value, answers));
        const read = fromClaudeAnswers(value, toClaudeAnswers(value, answers, comment));
        expect(withoutNotes(read)).toEqual(withoutNotes(answers));
        expect(read?.some(({ notes }) => notes?.endsWith(`On the whole: ${comment}`))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("labels, own text and notes made of the same few pieces are never confused", () => {
    const piece = fc.constantFrom("A", "B", '"', ", ", ",", '"A, B"', "\\");
    const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join("").trim());
    const all = fc
      .record({
        labels: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
        multiSelect: fc.boolean(),
        customInput: text,
        notes: fc.array(text, { minLength: 1, maxLength: 2 }).map((lines) => lines.join("\n")),
      })
      .chain(({ labels, multiSelect, customInput, notes }) => {
        const options = labels.map((label) => ({ label }));
        const question: Question = { question: "__proto__", header: "H", kind: "choice", options, multiSelect };
        const picked = fc.shuffledSubarray(labels, { maxLength: multiSelect ? labels.length : 1 });
        return fc.tuple(picked, fc.boolean()).map(([selectedOptions, both]) => ({
          value: { kind: "question", questions: [question] } satisfies Ask,
          answers: [
            answer(question, {
              selectedOptions,
              notes,
              ...(selectedOptions.length === 0 || (multiSelect && both) ? { customInput } : {}),
            }),
          ],
        }));
      });
    fc.assert(
      fc.property(all, ({ value, answers }) => {
        fc.pre(!isLikeALabel(value, answers));
        expect(fromClaudeAnswers(value, toClaudeAnswers(value, answers))).toEqual(answers);
      }),
      { numRuns: 600 },
    );
  });
});

test("a denial says that nobody chose anything, and why", () => {
  const declined: Outcome = {
    status: "declined",
    reason: "not today",
    by: { surface: "web", act: "click" },
    at: "2026-01-01T00:00:00.000Z",
  };
  expect(toUnansweredText(declined)).toMatch(/declined to answer.*no option was chosen.*Reason: not today/s);
  expect(toUnansweredText({ status: "expired", at: declined.at })).toContain("Nobody answered in time.");
});
