import * as z from "zod/mini";
import { hasUniqueLabels, hasUniqueQuestions, toIssues } from "./ask-issues.ts";
import type { Issue } from "./errors.ts";
import { InvalidAskError } from "./errors.ts";
import { lazy } from "./lazy.ts";
import { toPlainAsk } from "./plain-ask-input.ts";

/** What may be asked for: a choice among options (and Other), free text, or a number. */
export const questionKinds = ["choice", "text", "number"] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** The three answers of an approval, as they stand in `selectedOptions`. */
export const approvalAnswers = ["allow-once", "allow-always", "deny"] as const;
export type ApprovalAnswer = (typeof approvalAnswers)[number];

export interface Option {
  label: string;
  description?: string;
  preview?: string;
}

export interface Question {
  question: string;
  header: string;
  kind: QuestionKind;
  options: Option[];
  multiSelect: boolean;
  placeholder?: string;
  /** Bounds of a `number` question. */
  min?: number;
  max?: number;
  unit?: string;
}

/** A permission that an agent asks for before it uses a tool. */
export interface Approval {
  tool: string;
  input: unknown;
  suggestions?: unknown[];
}

/** What the hub stores and every surface shows: the canonical ask, without the hub's own fields (id, status, times). */
export interface Ask {
  kind: "question" | "approval";
  questions: Question[];
  approval?: Approval;
  /** What the agent said just before. */
  context?: string;
  metadata?: Record<string, unknown>;
}

const askSchema = /* @__PURE__ */ lazy(() => {
  const option = z.object({
    label: z.string().check(z.minLength(1)),
    description: z.optional(z.string()),
    preview: z.optional(z.string()),
  });
  const question = z.object({
    question: z.string().check(z.minLength(1)),
    header: z.string(),
    kind: z._default(z.enum(questionKinds), "choice"),
    options: z.array(option).check(z.maxLength(4)),
    multiSelect: z.boolean(),
    placeholder: z.optional(z.string()),
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    unit: z.optional(z.string()),
  });
  const approval = z.object({
    tool: z.string().check(z.minLength(1)),
    input: z.unknown(),
    suggestions: z.optional(z.array(z.unknown())),
  });
  return z.object({
    kind: z._default(z.enum(["question", "approval"]), "question"),
    questions: z.array(question).check(z.minLength(1), z.maxLength(4)),
    approval: z.optional(approval),
    context: z.optional(z.string()),
    metadata: z.optional(z.record(z.string(), z.unknown())),
  });
});

/** Checks a canonical ask. Returns it, or the faults that keep it from being stored. */
export function checkAsk(value: unknown): { ask: Ask } | { issues: Issue[] } {
  // Nearly all are plainly right, and the schema takes several times as long to say so.
  const plain = toPlainAsk(value);
  return plain === null ? checkAskBySchema(value) : { ask: plain };
}

/** The same, by the schema alone. */
export function checkAskBySchema(value: unknown): { ask: Ask } | { issues: Issue[] } {
  const result = z.safeParse(askSchema(), value);
  if (!result.success) return { issues: toIssues(result.error.issues, value) };
  const ask = result.data as Ask;
  const issues = [...hasUniqueQuestions(ask.questions), ...hasUniqueLabels(ask.questions), ...fitsItsKind(ask)];
  return issues.length === 0 ? { ask } : { issues };
}

/** Like `checkAsk`, for callers that have no use for a faulty ask. Throws `InvalidAskError`. */
export function parseAsk(value: unknown): Ask {
  const checked = checkAsk(value);
  if ("issues" in checked) throw new InvalidAskError(checked.issues);
  return checked.ask;
}

/** The ask an agent's request for permission becomes. Its one question has the three fixed answers as options. */
export function toApprovalAsk(
  approval: Approval,
  words: { question?: string; header?: string; context?: string } = {},
): Ask {
  return {
    kind: "approval",
    questions: [
      {
        question: words.question ?? `May the agent use ${approval.tool}?`,
        header: words.header ?? "Approval",
        kind: "choice",
        options: [
          { label: "allow-once", description: "This call only" },
          { label: "allow-always", description: "This call and others like it" },
          { label: "deny", description: "The agent is told no" },
        ],
        multiSelect: false,
      },
    ],
    approval,
    context: words.context,
  };
}

function fitsItsKind(ask: Ask): Issue[] {
  const issues: Issue[] = [];
  for (const [index, question] of ask.questions.entries()) {
    const path = `questions[${index}]`;
    if (question.kind !== "choice" && question.options.length > 0)
      issues.push({ path: `${path}.options`, message: `A ${question.kind} question has no options. Leave them out.` });
    if (question.kind !== "choice" && question.multiSelect)
      issues.push({
        path: `${path}.multiSelect`,
        message: `A ${question.kind} question takes one answer. Set multiSelect to false.`,
      });
    if (question.min !== undefined && question.max !== undefined && question.min > question.max)
      issues.push({ path: `${path}.min`, message: "min is larger than max." });
  }
  if (ask.kind === "approval") {
    if (ask.approval === undefined)
      issues.push({ path: "approval", message: "An approval says which tool and input it is about." });
    const labels = ask.questions[0]?.options.map((option) => option.label).join();
    if (ask.questions.length !== 1 || labels !== approvalAnswers.join() || ask.questions[0]?.multiSelect === true)
      issues.push({
        path: "questions",
        message: `An approval has one question with the options ${approvalAnswers.join(", ")}.`,
      });
  } else if (ask.approval !== undefined) {
    issues.push({ path: "approval", message: 'Only an ask of kind "approval" carries an approval.' });
  }
  return issues;
}
