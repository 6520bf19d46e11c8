import * as z from "zod/mini";
import { toIssues } from "./ask-issues.ts";
import { cleanText } from "./clean-text.ts";
import { InvalidAnswerError } from "./errors.ts";
import { maxInputLength } from "./limits.ts";
import {
  type Ask,
  type GivenAnswer,
  givenAnswerSchema,
  type Issue,
  type Question,
  type QuestionAnswer,
} from "./schemas.ts";

/**
 * Checks answers against the ask they are for: one entry per question, each answered or skipped, only labels the question
 * has, as many as it takes. Returns them in the ask's order with its own texts, or each fault with its path.
 */
export function checkAnswers(
  ask: Ask,
  value: unknown,
  maxLength = maxInputLength,
): { answers: QuestionAnswer[] } | { issues: Issue[] } {
  const read = readEntries(value);
  if ("issues" in read) return read;
  const given = read.entries;
  const issues: Issue[] = [];
  const answers: QuestionAnswer[] = [];
  for (const [index, entry] of given.entries()) {
    const path = `answers[${index}]`;
    const question = ask.questions.find((candidate) => candidate.question === entry.question);
    if (question === undefined)
      issues.push({ path: `${path}.question`, message: "No question of this ask has that text." });
    else if (given.findIndex((other) => other.question === entry.question) < index)
      issues.push({ path: `${path}.question`, message: "This question is answered twice." });
    else issues.push(...checkEntry(ask, question, entry, path, maxLength));
  }
  for (const question of ask.questions) {
    const entry = given.find((candidate) => candidate.question === question.question);
    if (entry === undefined)
      issues.push({
        path: "answers",
        message: `"${cleanText(question.question)}" has no entry. Answer it or mark it skipped.`,
      });
    else answers.push(toAnswer(question, entry));
  }
  return issues.length > 0 ? { issues } : { answers };
}

/** Like `checkAnswers`, for callers that have no use for faulty answers. Throws `InvalidAnswerError`. */
export function parseAnswers(ask: Ask, value: unknown): QuestionAnswer[] {
  const checked = checkAnswers(ask, value);
  if ("issues" in checked) throw new InvalidAnswerError(checked.issues);
  return checked.answers;
}

function readEntries(value: unknown): { entries: GivenAnswer[] } | { issues: Issue[] } {
  const result = z.safeParse(z.array(givenAnswerSchema()), value);
  if (result.success) return { entries: result.data };
  const issues = toIssues(result.error.issues, value);
  return { issues: issues.map((issue) => ({ ...issue, path: joinPath("answers", issue.path) })) };
}

function checkEntry(ask: Ask, question: Question, entry: GivenAnswer, path: string, maxLength: number): Issue[] {
  const issues: Issue[] = [];
  const labels = question.options.map((option) => option.label);
  const picked = entry.selectedOptions.length;
  const typed = (entry.customInput ?? "").trim() !== "";
  for (const [at, label] of entry.selectedOptions.entries()) {
    if (!labels.includes(label))
      issues.push({
        path: `${path}.selectedOptions[${at}]`,
        message: `"${cleanText(label)}" is not an option of this question.`,
      });
    else if (entry.selectedOptions.indexOf(label) < at)
      issues.push({ path: `${path}.selectedOptions[${at}]`, message: "This option is named twice." });
  }
  for (const field of ["customInput", "notes"] as const) {
    const text = entry[field];
    if (text !== undefined && text.length > maxLength)
      issues.push({ path: `${path}.${field}`, message: `Longer than ${maxLength} characters. Shorten it.` });
    if (text !== undefined && text !== cleanText(text))
      issues.push({
        path: `${path}.${field}`,
        message: "Holds control characters or escape sequences. Send plain text.",
      });
  }
  if (ask.kind === "approval") {
    if (entry.skipped === true)
      issues.push({ path: `${path}.skipped`, message: "An approval cannot be skipped. Allow, deny, or decline." });
    else if (typed || picked !== 1) issues.push({ path, message: "An approval takes exactly one of its options." });
    return issues;
  }
  if (entry.skipped === true) {
    if (picked > 0 || typed) issues.push({ path, message: "Skipped and answered at once. Remove one of the two." });
    return issues;
  }
  if (picked === 0 && !typed) issues.push({ path, message: "Neither answered nor skipped." });
  else if (!question.multiSelect && picked + (typed ? 1 : 0) > 1)
    issues.push({ path, message: "This question takes one answer, an option or customInput." });
  if (question.kind === "number" && typed)
    issues.push(...checkNumber(question, entry.customInput ?? "", `${path}.customInput`));
  return issues;
}

/** What is wrong with a text as the answer of a `number` question; empty when nothing is. */
export function checkNumber(question: Question, text: string, path = ""): Issue[] {
  const value = Number(text.trim());
  if (text.trim() === "" || !Number.isFinite(value)) return [{ path, message: `"${text.trim()}" is not a number.` }];
  if (question.min !== undefined && value < question.min)
    return [{ path, message: `Must be at least ${question.min}.` }];
  if (question.max !== undefined && value > question.max)
    return [{ path, message: `Must be at most ${question.max}.` }];
  return [];
}

function toAnswer(question: Question, entry: GivenAnswer): QuestionAnswer {
  const notes = (entry.notes ?? "").trim();
  const typed = (entry.customInput ?? "").trim();
  return {
    question: question.question,
    header: question.header,
    selectedOptions: entry.skipped === true ? [] : entry.selectedOptions,
    ...(typed === "" || entry.skipped === true ? {} : { customInput: typed }),
    ...(notes === "" ? {} : { notes }),
    ...(entry.skipped === true ? { skipped: true } : {}),
  };
}

function joinPath(root: string, path: string): string {
  if (path === "") return root;
  return path.startsWith("[") ? `${root}${path}` : `${root}.${path}`;
}
