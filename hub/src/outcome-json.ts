import type { Outcome } from "@yourcall/core";

const known = new WeakMap<Outcome, string>();

/** An outcome as JSON. It is written to the store, to every stream and into at least two responses, and made once. */
export function toOutcomeJson(outcome: Outcome): string {
  let text = known.get(outcome);
  if (text === undefined) {
    text = JSON.stringify(outcome);
    known.set(outcome, text);
  }
  return text;
}
