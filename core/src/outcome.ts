import type { QuestionAnswer } from "./answer.ts";

/** How an ask can end. */
export const outcomeStatuses = ["answered", "declined", "cancelled", "expired"] as const;
export type OutcomeStatus = (typeof outcomeStatuses)[number];

/** How the person acted: in a prompt, by a click, with a sheet, or through a script. */
export const acts = ["submit", "click", "sheet", "script"] as const;
export type Act = (typeof acts)[number];

/** Where a person answers. */
export const surfaces = ["terminal", "web", "card", "sheet", "nvim"] as const;
export type Surface = (typeof surfaces)[number];

/** Who acted, where and how. An `answered` outcome always has one. */
export interface By {
  surface: string;
  act: Act;
  user?: string;
}

/** How an ask ended. An agent branches on `status`; only `answered` carries answers of a person. */
export type Outcome =
  | { status: "answered"; answers: QuestionAnswer[]; comment?: string; by: By; at: string }
  | { status: "declined"; reason?: string; by: By; at: string }
  | { status: "cancelled"; reason?: string; at: string }
  | { status: "expired"; at: string /** What was recommended; nobody chose it. */; fallback?: QuestionAnswer[] };

/** Whether this can be the end of an ask. An `answered` without answers, or without who gave them, is not. */
export function isOutcome(value: unknown): value is Outcome {
  const { status, at, answers, by } = (value ?? {}) as Record<string, unknown>;
  if (typeof at !== "string" || !outcomeStatuses.some((known) => known === status)) return false;
  return status !== "answered" || (Array.isArray(answers) && typeof by === "object" && by !== null);
}
