import type { Notice } from "@yourcall/core";
import { toNumberFaultText } from "@yourcall/core/internal";

/** What becomes of an answer while there is no connection. */
export const offlineText = "Kept here. Send once the hub is back.";

/** Said when a key was part of a text, or meant for something else. */
export const ignoredText = "Typing ignored. Pause a moment.";

/** Why an act failed, in the card's words. */
export function toNoticeText(notice: Notice): string {
  switch (notice.code) {
    case "nothing-chosen":
    case "nothing-ticked":
    case "yes-or-no":
      return "Nothing chosen yet.";
    case "nothing-written":
      return "Nothing written yet.";
    case "other-empty":
      return "Other is empty.";
    case "note-alone":
      return "A note needs a choice, Other, or skip.";
    case "still-open":
      return notice.count === 1 ? "1 question still open." : `${notice.count} questions still open.`;
    case "required":
      return "This question cannot be skipped.";
    case "approval-skipped":
      return "An approval cannot be skipped.";
    case "not-seen":
      return "Read all of it first.";
    case "no-field":
      return "Nothing takes text here.";
    case "cut":
    case "note-too-long":
      return `The limit is ${notice.limit} characters.`;
    case "edited-not-allowed":
      return "What you changed can only be allowed once.";
    case "review-not-decided":
      return "Comments on lines go with Deny or Allow once. Remove them to allow it always.";
    case "nothing-marked":
      return "No comments yet.";
    case "review-too-long":
      return "Too much for one answer. Mark fewer lines, or write a note.";
    case "nothing-asked":
      return "Nothing asked yet.";
    case "too-many-pictures":
      return `At most ${notice.limit} pictures.`;
    case "picture-on-its-way":
      return "A picture is still being added.";
    case "denial-without-pictures":
      return "This denial is sent as words alone. Remove the picture first.";
    case "refused":
      return notice.message;
    default:
      return toNumberFaultText(notice);
  }
}
