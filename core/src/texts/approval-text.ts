import { toEffect } from "../approval-options.ts";
import { askedOf } from "../ask-back.ts";
import { attachmentsOf, describePicture } from "../attachments.ts";
import { cleanText } from "../clean-text.ts";
import { toAllowedInput, toEdited, toEditedText } from "../edited-input.ts";
import type { Outcome } from "../outcome-schemas.ts";
import type { Ask } from "../schemas.ts";
import { toReviewText } from "./review-text.ts";
import { toToolResult } from "./tool-result.ts";
import { toUnansweredText } from "./unanswered-text.ts";

/** What a person decided about a call. Only an answer can allow it. */
export interface Verdict {
  isAllowed: boolean;
  /** Whether similar calls are allowed too. */
  isAlways: boolean;
  /** The person's note, own words, comments on lines, comment and pictures; empty if there are none. */
  remark: string;
  /** The input of the call as it was allowed: as it was asked for, or as the person changed it. */
  input: unknown;
}

/**
 * What an outcome of an approval means: only an answer that allows allows.
 *
 * @example
 * const { isAllowed, remark } = toVerdict(ask, outcome);
 * console.log(isAllowed ? "allowed" : "denied", remark);
 */
export function toVerdict(ask: Pick<Ask, "approval">, outcome: Outcome): Verdict {
  const effect = toEffect(ask, outcome);
  const [answer] = outcome.status === "answered" ? outcome.answers : [];
  const comment = outcome.status === "answered" ? outcome.comment : undefined;
  return {
    isAllowed: effect === "allow-once" || effect === "allow-always",
    isAlways: effect === "allow-always",
    remark: toRemark(
      [
        answer?.notes,
        answer?.customInput,
        comment,
        ...attachmentsOf(outcome).map((picture) => `Picture: ${describePicture(picture)}`),
      ],
      toReviewText(outcome),
    ),
    input: toAllowedInput(ask, outcome),
  };
}

function toRemark(words: readonly (string | undefined)[], review: string): string {
  const said = words.flatMap((text) => text?.trim() || []).join("\n");
  return [said, review].filter((text) => text !== "").join("\n\n");
}

/** The result a model gets for a call that was not allowed */
export function toRefusalText(tool: string, outcome: Outcome): string {
  const asked = askedOf(outcome);
  if (asked !== undefined)
    return `${tool} was not run yet. The user has neither allowed nor denied it: they ask you something first. They ask: ${cleanText(asked).trim().replaceAll("\n", "\n  ")}\n\nReply to that, then make the call again if you still need it. They will decide then.`;
  if (outcome.status !== "answered") return `${tool} was not run. ${toUnansweredText(outcome)}`;
  const { remark } = toVerdict({}, outcome);
  const told = remark === "" ? "They gave no reason." : `They say: ${remark}`;
  return `The user denied this call: ${tool} was not run. ${told}\n\nDo not try to reach the same in another way. Follow what they say, or ask what they want instead.`;
}

/** What an agent reads along with the result of a call that was allowed: what was changed, and what the person says. Empty if nothing. */
export function toAllowedText(ask: Pick<Ask, "approval">, outcome: Outcome): string {
  const { remark, isAllowed } = toVerdict(ask, outcome);
  if (!isAllowed) return "";
  const said = remark === "" ? "" : `The user allowed this call and says: ${cleanText(remark)}`;
  return [toEditedText(ask, outcome), said].filter((text) => text !== "").join("\n\n");
}

/** The message for an agent that was cut off while it waited for this ask. */
export function toLostWords(ask: Pick<Ask, "kind" | "questions" | "approval">, outcome: Outcome): string {
  const { approval, kind, questions } = ask;
  if (approval === undefined)
    return `You had asked the user, and were cut off. What came of it, if you have not heard it yet:\n\n${toToolResult({ kind, questions }, outcome)}`;
  const { isAllowed, remark, input } = toVerdict(ask, outcome);
  const edited = toEdited(ask, outcome);
  const decided = isAllowed
    ? `The user has allowed this call${edited === undefined ? "" : `, changed to: ${JSON.stringify(input)}`}. It has not run yet: make it again if you still need it.${remark && ` They say: ${remark}`}`
    : toRefusalText(approval.tool, outcome);
  return `You had asked for permission to use ${approval.tool}, and were cut off before it was given. The call was: ${JSON.stringify(approval.input)}\n\n${decided}`;
}

/** The text about an ask for a model: its answers, the decision about an approval, or that there is none yet. */
export function toModelText(ask: Ask, outcome: Outcome | undefined): string {
  if (outcome === undefined)
    return "The user has not answered yet. That is not an answer: do not choose for them. Continue with what does not depend on it, and look again later.";
  if (ask.approval === undefined) return toToolResult(ask, outcome);
  const { isAllowed, remark, input } = toVerdict(ask, outcome);
  if (!isAllowed) return toRefusalText(ask.approval.tool, outcome);
  const edited =
    toEdited(ask, outcome) === undefined
      ? ""
      : ` They changed it: call it with ${JSON.stringify(input)} and nothing else.`;
  return `The user allowed this call of ${ask.approval.tool}.${edited}${remark === "" ? "" : ` They say: ${remark}`}`;
}
