import { splitRecommended } from "./option-name.ts";
import type { QuestionAnswer } from "./outcome-schemas.ts";
import type { Ask } from "./schemas.ts";

/** The least time left after any act of a person. */
export const humanExtensionMs = 60_000;

/** The deadline after a person did something: never sooner than it was, never less than a minute away. */
export function extendDeadline(expiresAt: number, now: number): number {
  return Math.max(expiresAt, now + humanExtensionMs);
}

/** What an expired ask falls back to with `onTimeout: "recommended"`; undefined unless every question recommends one option. */
export function toFallback(ask: Ask): QuestionAnswer[] | undefined {
  if (ask.kind === "approval") return undefined;
  const answers: QuestionAnswer[] = [];
  for (const { question, header, options } of ask.questions) {
    const recommended = options.filter((option) => splitRecommended(option.label).recommended);
    const only = recommended[0];
    if (only === undefined || recommended.length > 1) return undefined;
    answers.push({ question, header, selectedOptions: [only.label] });
  }
  return answers;
}
