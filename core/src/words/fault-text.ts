import type { AnswerFault, NumberFault, OwnWordsFault } from "../answer-rules.ts";
import type { Notice } from "../answering/answering.ts";
import { cleanText } from "../clean-text.ts";

/** The notices that need no words of a screen's own keys. */
type SharedNotice =
  | OwnWordsFault
  | Extract<Notice, { code: "still-open" | "review-not-decided" | "nothing-marked" | "review-too-long" }>;

/** A fault in an answer as a sentence for its sender. */
export function toFaultText(fault: AnswerFault): string {
  switch (fault.code) {
    case "unknown-option":
      return `"${cleanText(fault.label)}" is not an option of this question.`;
    case "repeated-option":
      return "This option is selected twice.";
    case "too-long":
      return `${fault.field} is ${fault.length} characters long; the limit is ${fault.limit}. Shorten it.`;
    case "not-plain-text":
      return `${fault.field} contains control characters or escape sequences. Send plain text.`;
    case "approval-skipped":
      return "An approval cannot be skipped. Allow, deny, or decline.";
    case "approval-takes-one":
      return "An approval takes exactly one of its options.";
    case "yes-or-no":
      return "This question takes Yes or No, without words, a note or a skip.";
    case "required":
      return "This question cannot be skipped. Answer it, or decline.";
    case "skipped-and-answered":
      return "Both skipped and answered. Remove one of the two.";
    case "unanswered":
      return "Neither answered nor skipped.";
    case "takes-one":
      return "This question takes one answer: an option or customInput.";
    case "not-editable":
      return "Nothing of this call can be changed.";
    case "edited-not-allowed":
      return "What was changed can only be allowed once, and cannot be empty.";
    case "not-reviewable":
      return "There is no plan and no change to comment on.";
    case "review-not-decided":
      return "Comments on lines go only with an answer that denies or allows once.";
    case "mark-misplaced":
      return "The quote is not in these lines.";
    case "mark-empty":
      return "It has neither a comment nor a replacement.";
    case "mark-twice":
      return "There is already a comment or a replacement at this place.";
    default:
      return toNumberFaultText(fault);
  }
}

/** Said when a key was part of a text, or meant for something else. */
export const typingIgnored = "Typing ignored. Pause a moment.";

/** Why an act was refused, in words that every screen uses. */
export function toSharedNoticeText(notice: SharedNotice): string {
  switch (notice.code) {
    case "still-open":
      return notice.count === 1 ? "1 question still open." : `${notice.count} questions still open.`;
    case "review-not-decided":
      return "Comments on lines go with Deny or Allow once. Remove them to allow it always.";
    case "nothing-marked":
      return "No comments yet.";
    case "review-too-long":
      return "Too much for one answer. Mark fewer lines, or write a note.";
    default:
      return toNumberFaultText(notice);
  }
}

/** Why a text does not answer a `number` question, as a sentence for the person who typed it. */
export function toNumberFaultText(fault: NumberFault): string {
  if (fault.code === "not-a-number") return `"${fault.text}" is not a number.`;
  return fault.code === "below-min" ? `Must be at least ${fault.min}.` : `Must be at most ${fault.max}.`;
}
