import { InvalidAskError, type Outcome, YourcallError } from "@yourcall/core";
import type { WireDraft } from "@yourcall/core/wire";

/** Somebody else ended the ask first. Carries the outcome that won. */
export class EndedError extends YourcallError {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super("already-ended", `This ask has already ended: ${outcome.status}. Nothing was changed.`);
    this.outcome = outcome;
  }
}

/** The draft was changed elsewhere in the meantime. Carries the current one. */
export class StaleDraftError extends YourcallError {
  readonly draft: WireDraft | undefined;
  constructor(draft: WireDraft | undefined) {
    super(
      "draft-conflict",
      "The draft was changed elsewhere in the meantime. Continue from the current one, with its revision.",
    );
    this.draft = draft;
  }
}

export function notFound(id: string): YourcallError {
  return new YourcallError("not-found", `There is no ask "${id}". \`yourcall list\` shows the pending ones.`);
}

export function stopping(): YourcallError {
  return new YourcallError("store-unavailable", "The hub is stopping. Nothing is lost: call again in a moment.");
}

export function noRecommendation(): InvalidAskError {
  const message = '"recommended" needs exactly one option marked (Recommended) in every question.';
  return new InvalidAskError([{ path: "onTimeout", message }]);
}
