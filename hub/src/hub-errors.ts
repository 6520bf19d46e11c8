import { AlreadyEndedError, DraftConflictError } from "@yourcall/client";
import { InvalidAskError, type Outcome, YourcallError } from "@yourcall/core";
import type { WireDraft } from "@yourcall/core/internal/wire";

/** Somebody else ended the ask first, with this outcome. */
export function alreadyEnded(outcome: Outcome): AlreadyEndedError {
  return new AlreadyEndedError(`This ask has already ended: ${outcome.status}. Nothing was changed.`, outcome);
}

/** The draft was changed elsewhere in the meantime, to this one. */
export function draftConflict(current: WireDraft | undefined): DraftConflictError {
  const message = "The draft was changed elsewhere in the meantime. Continue from the current one, with its revision.";
  return new DraftConflictError(message, current);
}

export function notFound(id: string): YourcallError {
  return new YourcallError("not-found", `There is no ask "${id}". \`yourcall list\` shows the pending ones.`);
}

export function storeUnavailable(message: string, cause?: unknown): YourcallError {
  return new YourcallError("store-unavailable", message, { cause });
}

export function stopping(): YourcallError {
  return storeUnavailable("The hub is stopping. Nothing is lost: call again in a moment.");
}

export function noRecommendation(): InvalidAskError {
  const message = '"recommended" needs exactly one option marked (Recommended) in every question.';
  return new InvalidAskError([{ path: "onTimeout", message }]);
}
