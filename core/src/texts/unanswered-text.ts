import { cleanLine, cleanText } from "../clean-text.ts";
import type { Outcome, QuestionAnswer } from "../outcome-schemas.ts";
import { writeLabels } from "./label-list.ts";

/** How an ask ended when nobody answered it. */
export type Unanswered = Exclude<Outcome, { status: "answered" }>;

/**
 * The text for a model if there is no answer, worded so that it cannot be mistaken for one. `id` is that of the ask, for a model whose
 * tool takes `replyTo`.
 *
 * @example
 * if (outcome.status !== "answered") console.log(toUnansweredText(outcome));
 */
export function toUnansweredText(outcome: Unanswered, id?: string): string {
  switch (outcome.status) {
    case "declined":
      if (outcome.asked !== undefined) return askedBackText(outcome.asked, id);
      return paragraphs(
        "The user declined to answer. This is a refusal, not an answer: no option was chosen and nothing was approved.",
        reasonOf(outcome.reason),
        "Do not choose for the user. Go on only with what does not depend on this, or stop and say what is still open.",
      );
    case "cancelled":
      return paragraphs(
        "The ask was withdrawn before anyone answered. There is no answer: no option was chosen and nothing was approved.",
        reasonOf(outcome.reason),
        "Ask again if you still need to know.",
      );
    case "expired":
      return paragraphs(
        "Nobody answered in time. There is no answer: no option was chosen and nothing was approved.",
        outcome.fallback === undefined
          ? "Silence is not consent. Go on only with what does not depend on this, or ask again later."
          : fallbackOf(outcome.fallback),
      );
  }
}

/** The person asks something before they decide. What replies to it is another ask. */
function askedBackText(asked: string, id: string | undefined): string {
  const named =
    id === undefined ? "" : ` Call it with "replyTo": ${JSON.stringify(id)} and with your reply as "reply".`;
  return paragraphs(
    "The user has not decided yet. They ask you something first. This is not an answer: no option was chosen and nothing was approved.",
    `They ask: ${indented(asked)}`,
    `Reply to that, then ask again: the same, or revised if your reply changes it.${named} Do not choose for the user.`,
  );
}

/** The text for a model while nobody has answered yet, worded so that it cannot be mistaken for an answer. */
export function toPendingText(id: string, { tool, url }: { tool: string; url?: string }): string {
  return [
    JSON.stringify({ status: "pending", id }),
    `Nobody has answered yet. There is no answer: no option was chosen and nothing was approved. The question stays open${url === undefined ? "" : ` at ${url}`}.`,
    `Call ${tool} with {"id": ${JSON.stringify(id)}} to wait for the answer, as often as needed. Do not ask again and do not choose for the user; meanwhile you may do work that does not depend on the answer.`,
  ].join("\n\n");
}

function fallbackOf(fallback: readonly QuestionAnswer[]): string {
  return [
    "For this case you may go on with the recommended options. Nobody chose them: they are your own recommendation, not the user's decision. Say so, and keep the step easy to undo.",
    ...fallback.map(
      ({ question, header, selectedOptions }) =>
        `- ${cleanLine(header) || cleanLine(question)}: recommended, not chosen: ${writeLabels(selectedOptions)}`,
    ),
  ].join("\n");
}

function reasonOf(reason: string | undefined): string {
  const text = indented(reason ?? "");
  return text === "" ? "" : `Reason: ${text}`;
}

/** A person's text, whose later lines cannot pass for ours. */
function indented(text: string): string {
  return cleanText(text).trim().replaceAll("\n", "\n  ");
}

function paragraphs(...parts: string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
