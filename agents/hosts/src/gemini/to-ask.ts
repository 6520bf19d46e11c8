import type { Ask } from "@yourcall/core";
import { toFields } from "@yourcall/core/internal";
import { toAskOrNull } from "../hub-first.ts";

/** The ask for a call of `ask_user`, whose questions are a choice, a text, or yes or no; null if it cannot be shown. */
export function toAsk(input: unknown): Ask | null {
  const { questions } = toFields(input);
  return Array.isArray(questions) ? toAskOrNull({ questions: questions.map(toQuestion) }) : null;
}

function toQuestion(given: unknown): unknown {
  const { type, placeholder, ...question } = toFields(given);
  if (type === "yesno") return { ...question, options: [{ label: "Yes" }, { label: "No" }] };
  return type === "text" ? { ...question, kind: "text", options: [] } : question;
}
