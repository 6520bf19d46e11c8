import { type Ask, cleanText, type Outcome, toClaudeAnswers, toToolResult, toUnansweredText } from "@yourcall/core";
import { splitRecommended, toShowableJson, unreachable } from "@yourcall/core/internal";
import type { Format } from "./read-ask.ts";

/**
 * The text for stdout: the outcome as JSON, the text for a model, what was chosen, or Claude Code's `updatedInput` (for an
 * outcome that is not an answer: a denial with its message).
 */
export function formatOutcome(format: Format, id: string, ask: Ask, outcome: Outcome): string {
  switch (format) {
    case "text":
      return `${cleanText(toToolResult(ask, outcome))}\n`;
    case "none":
      return "";
    case "value":
      return toValueLines(outcome);
    case "json":
      return `${toShowableJson({ id, ...outcome })}\n`;
    case "claude":
      return `${toShowableJson(toUpdatedInput(ask, outcome))}\n`;
    default:
      return unreachable(format);
  }
}

function toUpdatedInput(ask: Ask, outcome: Outcome): object {
  if (outcome.status !== "answered") return { behavior: "deny", message: toUnansweredText(outcome) };
  const questions = ask.questions.map(({ kind, ...question }) => question);
  return { questions, ...toClaudeAnswers(ask, outcome.answers, outcome.comment) };
}

/** The chosen labels without "(Recommended)", one per line, and typed answers. Empty for a skipped question or an outcome without an answer. */
function toValueLines(outcome: Outcome): string {
  if (outcome.status !== "answered") return "";
  const values = outcome.answers.flatMap(({ selectedOptions, customInput }) => [
    ...selectedOptions.map((label) => splitRecommended(label).label),
    ...(customInput === undefined ? [] : [customInput]),
  ]);
  // A label may contain escape sequences, which a terminal must not get; a script compares labels unchanged.
  return values.map((value) => `${process.stdout.isTTY ? cleanText(value) : value}\n`).join("");
}
