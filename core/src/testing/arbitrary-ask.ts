import * as fc from "fast-check";
import { isConfirm, otherRow, takesOnlyOptions } from "../answering/rows.ts";
import { withHostOptions } from "../approval-options.ts";
import { toApprovalAsk } from "../ask.ts";
import { cleanText } from "../clean-text.ts";
import { maxInputLength } from "../limits.ts";
import type { QuestionAnswer } from "../outcome-schemas.ts";
import { unreachable } from "../question-kind.ts";
import { type Ask, approvalAnswers, type Option, type Question } from "../schemas.ts";

const awkwardPieces = [
  "A",
  "a",
  "Ａ",
  "PostgreSQL (Recommended)",
  "Search, full-text",
  'say "yes"',
  "it's",
  "fast — and small",
  "—",
  "——",
  " - ",
  "Other",
  "Other:",
  "Other: B",
  "Answer: B",
  "skip",
  "note: B",
  "decline",
  "decline: no",
  "(keep all: delete this line)",
  "[x] A",
  "[ ] A",
  "A [1]",
  "## 1",
  "## Comment",
  "<!--",
  "-->",
  "<!-- yourcall ask_x -->",
  "<!-- /yourcall -->",
  "<!-- ✖ no -->",
  "```",
  "~~~~",
  "> ",
  "- A",
  "* _b_ `c` [d](e) \\_f \\",
  "データベース",
  "👩‍👩‍👧 é",
  "\n",
  "\r\n",
  "\t",
  " ",
  "\u001b[31m",
  "\u001b]8;;x\u0007",
  "\u202e",
  "\u200b",
  "\u2028",
  "\ud800",
];

/** Any text from a model or a person: ordinary words, and pieces that a screen or a parser could trip over. */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...awkwardPieces),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.array(fc.constantFrom(...awkwardPieces), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join("")),
  fc.array(fc.constantFrom(...awkwardPieces), { minLength: 2, maxLength: 4 }).map((pieces) => pieces.join("\n")),
);

const arbitraryName = arbitraryText.filter((text) => text.trim() !== "");

const arbitraryOption: fc.Arbitrary<Option> = fc.record(
  { label: arbitraryName, description: arbitraryText, preview: arbitraryText },
  { requiredKeys: ["label"] },
);

const arbitraryChoice: fc.Arbitrary<Question> = fc.record({
  question: arbitraryName,
  header: arbitraryText,
  kind: fc.constant("choice" as const),
  options: fc.uniqueArray(arbitraryOption, { maxLength: 4, selector: (option) => option.label }),
  multiSelect: fc.boolean(),
});

const arbitraryTextQuestion: fc.Arbitrary<Question> = fc.record(
  {
    question: arbitraryName,
    header: arbitraryText,
    kind: fc.constant("text" as const),
    options: fc.constant([]),
    multiSelect: fc.constant(false),
    placeholder: arbitraryText,
  },
  { requiredKeys: ["question", "header", "kind", "options", "multiSelect"] },
);

const arbitraryNumberQuestion: fc.Arbitrary<Question> = fc.record(
  {
    question: arbitraryName,
    header: arbitraryText,
    kind: fc.constant("number" as const),
    options: fc.constant([]),
    multiSelect: fc.constant(false),
    min: fc.integer({ min: -1000, max: 0 }),
    max: fc.integer({ min: 0, max: 1000 }),
    unit: arbitraryText,
  },
  { requiredKeys: ["question", "header", "kind", "options", "multiSelect"] },
);

const arbitraryQuestion = fc.oneof(
  { weight: 6, arbitrary: arbitraryChoice },
  { weight: 1, arbitrary: arbitraryTextQuestion },
  { weight: 1, arbitrary: arbitraryNumberQuestion },
);

const arbitraryQuestionAsk: fc.Arbitrary<Ask> = fc.record(
  {
    kind: fc.constant("question" as const),
    questions: fc.uniqueArray(arbitraryQuestion, { minLength: 1, maxLength: 4, selector: ({ question }) => question }),
    context: arbitraryText,
    asksAgain: fc.boolean(),
  },
  { requiredKeys: ["kind", "questions"] },
);

const arbitraryConfirmAsk: fc.Arbitrary<Ask> = fc
  .record({ question: arbitraryName, header: arbitraryText, labels: fc.constantFrom(["Yes", "No"], ["No", "Yes"]) })
  .map(({ question, header, labels }) => ({
    kind: "question",
    questions: [{ question, header, kind: "confirm", options: labels.map((label) => ({ label })), multiSelect: false }],
  }));

const arbitraryHostOptions = fc.uniqueArray(
  fc.record({ id: arbitraryName, label: arbitraryName, effect: fc.constantFrom(...approvalAnswers) }),
  { minLength: 1, maxLength: 6, selector: ({ id }) => id },
);

const arbitraryApprovalAsk: fc.Arbitrary<Ask> = fc
  .record({
    tool: arbitraryName,
    input: fc.jsonValue(),
    options: fc.option(arbitraryHostOptions, { nil: undefined }),
    question: arbitraryName,
    header: arbitraryText,
  })
  .map(({ tool, input, options, question, header }) =>
    toApprovalAsk(options === undefined ? { tool, input } : { tool, input, options }, { question, header }),
  );

/** Any ask that `checkAsk` accepts: every kind of question, zero to four options, approvals, hostile text everywhere. */
export const arbitraryAsk: fc.Arbitrary<Ask> = fc.oneof(
  { weight: 8, arbitrary: arbitraryQuestionAsk },
  { weight: 1, arbitrary: arbitraryApprovalAsk },
  { weight: 1, arbitrary: arbitraryConfirmAsk },
);

/** Typed text as a field stores it: clean, not empty, trimmed, no blanks at line ends. */
export const arbitraryInput: fc.Arbitrary<string> = fc
  .oneof(
    arbitraryText,
    fc.array(arbitraryText, { minLength: 2, maxLength: 4 }).map((lines) => lines.join("\n")),
  )
  .map((text) =>
    cleanText(text)
      .replace(/[^\S\n]+$/gm, "")
      .trim(),
  )
  .filter((text) => text !== "" && text.length <= maxInputLength);

/** Any answers that `checkAnswers` accepts and returns unchanged. Labels are in the ask's order. */
export function arbitraryAnswers(ask: Ask): fc.Arbitrary<QuestionAnswer[]> {
  return fc.tuple(...ask.questions.map((question) => arbitraryAnswer(ask, question)));
}

type Reply = Pick<QuestionAnswer, "selectedOptions" | "customInput" | "skipped">;

function arbitraryAnswer(ask: Ask, question: Question): fc.Arbitrary<QuestionAnswer> {
  return fc
    .tuple(
      arbitraryReply(ask, question),
      isConfirm(ask) ? fc.constant(undefined) : fc.option(arbitraryInput, { nil: undefined }),
    )
    .map(([reply, notes]) => ({
      question: question.question,
      header: question.header,
      ...reply,
      ...(notes === undefined ? {} : { notes }),
    }));
}

function arbitraryReply(ask: Ask, question: Question): fc.Arbitrary<Reply> {
  const shown = ask.kind === "approval" ? withHostOptions(ask).questions[0] : question;
  const labels = shown?.options.map((option) => option.label) ?? [];
  const skip = fc.constant<Reply>({ selectedOptions: [], skipped: true });
  const own = arbitraryOwn(question).map((customInput): Reply => ({ selectedOptions: [], customInput }));
  if (labels.length === 0) return fc.oneof(skip, own);
  const one = fc.constantFrom(...labels).map((label): Reply => ({ selectedOptions: [label] }));
  if (takesOnlyOptions(ask, question)) return one;
  if (!question.multiSelect) return fc.oneof(skip, own, one);
  const some = fc.subarray(labels, { minLength: 1 });
  // Own words replace the label of an option "Other".
  const listed = labels.filter((_, row) => row !== otherRow(ask, question));
  const both = fc
    .tuple(fc.subarray(listed, { minLength: Math.min(1, listed.length) }), arbitraryOwn(question))
    .map(([selectedOptions, customInput]): Reply => ({ selectedOptions, customInput }));
  return fc.oneof(
    skip,
    own,
    some.map((selectedOptions): Reply => ({ selectedOptions })),
    both,
  );
}

function arbitraryOwn(question: Question): fc.Arbitrary<string> {
  switch (question.kind) {
    case "number":
      return fc.integer({ min: question.min ?? -1000, max: question.max ?? 1000 }).map(String);
    case "choice":
    case "text":
    case "confirm":
      return arbitraryInput;
    default:
      return unreachable(question);
  }
}
