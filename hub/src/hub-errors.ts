import type { WireDraft } from "@yourcall/client";
import { type Outcome, YourcallError } from "@yourcall/core";

/** Somebody else was first. The outcome that won comes with it. */
export class EndedError extends YourcallError {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super("already-ended", `This ask has already ended: ${outcome.status}. Nothing was changed.`);
    this.outcome = outcome;
  }
}

/** The draft was changed elsewhere since. The one that stands comes with it. */
export class StaleDraftError extends YourcallError {
  readonly draft: WireDraft | undefined;
  constructor(draft: WireDraft | undefined) {
    super(
      "draft-conflict",
      "The draft was changed elsewhere meanwhile. Take the one that stands, and save on its revision.",
    );
    this.draft = draft;
  }
}

export function notFound(id: string): YourcallError {
  return new YourcallError("not-found", `There is no ask "${id}". \`yourcall list\` shows those that wait.`);
}
