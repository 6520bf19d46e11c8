import type { WireAsk } from "@yourcall/client";
import type { Outcome } from "@yourcall/core";

/** The ask as it is once it has ended this way. */
export function withOutcome({ draft, ...ask }: WireAsk, outcome: Outcome): WireAsk {
  return { ...ask, status: outcome.status, outcome };
}
