import type { Outcome } from "./outcome-schemas.ts";

/** What the person asked in place of an answer, if that is how the ask ended. */
export function askedOf(outcome: Outcome | undefined): string | undefined {
  return outcome?.status === "declined" ? outcome.asked : undefined;
}
