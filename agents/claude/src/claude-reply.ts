import type { Ask, Outcome, Question } from "@yourcall/core";
import { toClaudeAnswers, toToolResult, toUnansweredText } from "@yourcall/core";
import { toFields, unwrapList } from "@yourcall/core/internal";

/** The input of Claude's AskUserQuestion, from Claude Code. */
export interface ClaudeInput {
  questions?: unknown;
  [field: string]: unknown;
}

/**
 * How the reply reaches Claude Code: as the result of a permission request (`canUseTool`, `can_use_tool`), or as a hook's
 * decision, which has no `response` and may be made while Claude's own dialog is still open.
 */
export type ClaudeChannel = "permission" | "hook";

/** The reply to Claude Code. The fields are those of a permission result; a hook gives them its own names. */
export type ClaudeReply =
  | { behavior: "allow"; updatedInput: Record<string, unknown> }
  | { behavior: "deny"; message: string };

/**
 * The reply for an ended ask:
 *
 *     answered             allow, the input with `answers` and `annotations`; skipped questions say "(no preference)"
 *     answered, comment    a comment and only skips: `response`, and for a hook a denial with that text
 *     declined             deny: no answer is to be assumed
 *     expired, cancelled   deny, saying so; null for a hook, which then prints nothing
 *
 * An answer that leaves out a question of the input is denied, since Claude would take it for the complete answer.
 *
 * @example
 * const reply = toClaudeReply(outcome, { questions: ask.questions }, "permission");
 * console.log(reply.behavior);
 */
export function toClaudeReply(outcome: Outcome, input: ClaudeInput, channel: "permission"): ClaudeReply;
export function toClaudeReply(outcome: Outcome, input: ClaudeInput, channel: ClaudeChannel): ClaudeReply | null;
export function toClaudeReply(outcome: Outcome, input: ClaudeInput, channel: ClaudeChannel): ClaudeReply | null {
  if (outcome.status === "declined") return { behavior: "deny", message: toUnansweredText(outcome) };
  if (outcome.status !== "answered")
    return channel === "hook" ? null : { behavior: "deny", message: toUnansweredText(outcome) };
  const questions = unwrapList(input.questions);
  const ask: Ask = { kind: "question", questions: questions.map(toQuestion) };
  const { answers, annotations, response } = toClaudeAnswers(ask, outcome.answers, outcome.comment);
  const isWhole = ask.questions.every(({ question }) => Object.hasOwn(answers, question) && answers[question] !== "");
  if (ask.questions.length === 0 || !isWhole) return misfit;
  if (response !== undefined && channel === "hook") return { behavior: "deny", message: response };
  // Claude Code drops this key from a hook's answers and would tell the model that there were none.
  if (channel === "hook" && Object.hasOwn(answers, "__proto__"))
    return { behavior: "deny", message: toToolResult(ask, outcome) };
  const updatedInput = {
    ...input,
    questions,
    answers,
    ...(annotations === undefined ? {} : { annotations }),
    ...(response === undefined ? {} : { response }),
  };
  return { behavior: "allow", updatedInput };
}

const misfit: ClaudeReply = {
  behavior: "deny",
  message:
    "The answer does not fit the questions and cannot be passed on. There is no answer: do not assume one. Ask again.",
};

// Claude Code has checked its own input; this reads only what the reply depends on.
function toQuestion(value: unknown): Question {
  const { question, header, options, multiSelect } = toFields(value);
  return {
    question: typeof question === "string" ? question : "",
    header: typeof header === "string" ? header : "",
    kind: "choice",
    options: unwrapList(options).map((option) => {
      const { label, preview } = toFields(option);
      return {
        label: typeof label === "string" ? label : "",
        preview: typeof preview === "string" ? preview : undefined,
      };
    }),
    multiSelect: multiSelect === true,
  };
}
