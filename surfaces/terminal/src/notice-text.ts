import type { Refusal } from "@yourcall/client";
import { cleanLine, type Notice } from "@yourcall/core";
import { toSharedNoticeText } from "@yourcall/core/internal";

/** Why a key or a line had no effect, in words for the terminal. */
export function toNoticeText(notice: Notice): string {
  switch (notice.code) {
    case "nothing-chosen":
      return "Nothing chosen yet.";
    case "nothing-ticked":
      return "Nothing chosen. Space ticks an option, s skips.";
    case "nothing-written":
      return "Nothing written yet. Type your answer, or skip it with s in the review.";
    case "other-empty":
      return "Other is empty. Type your answer, or pick an option.";
    case "note-alone":
      return "A note needs a choice, Other, or skip.";
    case "required":
      return "This question cannot be skipped. Answer it, or decline with x.";
    case "approval-skipped":
      return "An approval cannot be skipped. Allow, deny, or decline.";
    case "yes-or-no":
      return `"${cleanLine(notice.text)}" is neither yes nor no.`;
    case "not-seen":
      return "Nothing was allowed: read to the end first. PgDn shows more.";
    case "no-field":
      return `Nothing takes text here.${notice.other ? " Press o for Other, n for a note." : ""}`;
    case "cut":
      return `A field holds ${notice.limit} characters; ${notice.count ?? "the rest"} did not fit.`;
    case "note-too-long":
      return `A note holds ${notice.limit} characters; with these words it has ${notice.length}.`;
    case "edited-not-allowed":
      return "What you changed can only be allowed once, and not with nothing in it.";
    case "nothing-asked":
      return "Nothing asked yet. Type your question to the agent.";
    case "too-many-pictures":
      return `At most ${notice.limit} pictures can go with the answers.`;
    case "picture-on-its-way":
      return "A picture is still being added. Try again in a moment.";
    case "denial-without-pictures":
      return "This denial is sent as words alone. Remove the picture first: p, then enter.";
    case "refused":
      return cleanLine(notice.message);
    default:
      return toSharedNoticeText(notice);
  }
}

export function toRefusalText({ reason, canRetry }: Refusal): string {
  return canRetry ? `${reason} Enter tries again.` : reason;
}
