import type { Notice } from "@yourcall/core";
import { toSharedNoticeText } from "@yourcall/core/internal";

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
      return toSharedNoticeText(notice);
  }
}
