import {
  type Ask,
  cleanText,
  type Outcome,
  toClaudeAnswers,
  toClaudeDenial,
  toShowableJson,
  toToolResult,
} from "@yourcall/core";
import type { Format } from "./ask-arguments.ts";

/**
 * The text for stdout: the outcome as JSON, the text for a model, or Claude Code's `updatedInput` (for an
 * outcome that is not an answer: a denial with its message).
 */
export function formatOutcome(format: Format, id: string, ask: Ask, outcome: Outcome): string {
  if (format === "text") return `${cleanText(toToolResult(ask, outcome))}\n`;
  if (format === "json") return `${toShowableJson({ id, ...outcome })}\n`;
  if (outcome.status !== "answered")
    return `${toShowableJson({ behavior: "deny", message: toClaudeDenial(outcome) })}\n`;
  const questions = ask.questions.map(({ kind, ...question }) => question);
  return `${toShowableJson({ questions, ...toClaudeAnswers(ask, outcome.answers, outcome.comment) })}\n`;
}
