import * as z from "zod/mini";
import { type AnswerFault, editFaults, faultsOf, isOwnWordsFault, textFaults } from "./answer-rules.ts";
import { withHostOptions } from "./approval-options.ts";
import { toIssues } from "./ask-issues.ts";
import { findAttachments, pictureIssues } from "./attachments.ts";
import { cleanText } from "./clean-text.ts";
import { toEditable } from "./edited-input.ts";
import { InvalidAnswerError } from "./errors.ts";
import { maxInputLength, maxQuestions } from "./limits.ts";
import {
  type Attachment,
  type GivenAnswer,
  givenAnswerSchema,
  type Issue,
  type QuestionAnswer,
} from "./outcome-schemas.ts";
import { reviewFaults, toReview, toReviewed } from "./review.ts";
import { toAnswer } from "./same-answers.ts";
import { lazy } from "./schema-parts.ts";
import type { Ask } from "./schemas.ts";
import { toFaultText } from "./words/fault-text.ts";

const answersSchema = /* @__PURE__ */ lazy(() =>
  z.object({ answers: z.array(givenAnswerSchema()).check(z.maxLength(maxQuestions)) }),
);

/**
 * Checks answers against the ask they are for: one entry per question, each valid by the rules of answer-rules.ts. Returns
 * them in the ask's order with its own texts, or each fault with its path. `pictures` are those that were added to the ask: answers can
 * name no others.
 *
 * @example
 * const checked = checkAnswers(ask, [{ question: "Which database?", selectedOptions: ["SQLite"] }]);
 * if ("issues" in checked) console.error(formatIssues(checked.issues));
 */
export function checkAnswers(
  stored: Ask,
  value: unknown,
  maxLength = maxInputLength,
  pictures: readonly Attachment[] = [],
): { answers: QuestionAnswer[] } | { issues: Issue[] } {
  const ask = withHostOptions(stored);
  const result = z.safeParse(answersSchema(), { answers: value });
  if (!result.success) return { issues: toIssues(result.error.issues, { answers: value }) };
  const given = result.data.answers;
  const issues: Issue[] = pictureIssues(ask, given, pictures);
  const answers: QuestionAnswer[] = [];
  for (const [index, entry] of given.entries()) {
    const path = `answers[${index}]`;
    const question = ask.questions.find((candidate) => candidate.question === entry.question);
    if (question === undefined)
      issues.push({ path: `${path}.question`, message: "This ask has no question with that text." });
    else if (given.findIndex((other) => other.question === entry.question) < index)
      issues.push({ path: `${path}.question`, message: "This question is answered twice." });
    else
      for (const fault of [
        ...faultsOf(ask.kind, question, entry, maxLength),
        ...editFaults(ask, entry),
        ...reviewFaults(ask, entry),
      ])
        issues.push({ path: path + placeOf(fault), message: toFaultText(fault) });
  }
  for (const question of ask.questions) {
    const entry = given.find((candidate) => candidate.question === question.question);
    if (entry === undefined)
      issues.push({
        path: "answers",
        message: `"${cleanText(question.question)}" has no entry. Answer it or mark it skipped.`,
      });
    else
      answers.push({
        ...toAnswer(question, withWholeReview(ask, withoutSameEdit(ask, entry))),
        ...findAttachments(entry, pictures),
      });
  }
  return issues.length > 0 ? { issues } : { answers };
}

/** Drops an edit that equals the original: the log and the agent would otherwise show a change that nobody made. */
function withoutSameEdit(ask: Ask, { edited, ...entry }: GivenAnswer): GivenAnswer {
  return edited === undefined || edited === toEditable(ask) ? entry : { ...entry, edited };
}

function withWholeReview(ask: Ask, { review, ...entry }: GivenAnswer): GivenAnswer {
  const reviewed = review === undefined ? undefined : toReviewed(ask);
  return review === undefined || reviewed === undefined ? entry : { ...entry, review: toReview(review, reviewed) };
}

/** A comment or a reason, trimmed and checked. Throws `InvalidAnswerError`; `path` says where the text was sent. */
export function parseText(text: string | undefined, path: string): string {
  const trimmed = (text ?? "").trim();
  const faults = textFaults(path, trimmed);
  if (faults.length > 0) throw new InvalidAnswerError(faults.map((fault) => ({ path, message: toFaultText(fault) })));
  return trimmed;
}

function placeOf(fault: AnswerFault): string {
  if ("at" in fault) return `.selectedOptions[${fault.at}]`;
  if ("mark" in fault) return `.review[${fault.mark}]`;
  if (fault.code === "not-reviewable" || fault.code === "review-not-decided") return ".review";
  if ("field" in fault) return `.${fault.field}`;
  if (fault.code === "approval-skipped") return ".skipped";
  if (fault.code === "not-editable" || fault.code === "edited-not-allowed") return ".edited";
  return isOwnWordsFault(fault) ? ".customInput" : "";
}
