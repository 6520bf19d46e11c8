import { type Ask, type By, type OnTimeout, type Outcome, toFallback } from "@yourcall/core";
import type { PromptEnd } from "@yourcall/terminal";
import { byTerminal } from "../current-user.ts";

/** The outcome that the end of a prompt is, where no hub decides. By default it was done in this terminal. */
export function toOutcome(ask: Ask, end: PromptEnd, onTimeout: OnTimeout = "expire", by: By = byTerminal()): Outcome {
  const at = new Date().toISOString();
  switch (end.type) {
    case "submitted":
      return {
        status: "answered",
        answers: end.answers,
        comment: end.comment,
        by,
        at,
      };
    case "declined":
      return { status: "declined", reason: end.reason, by, at };
    case "expired": {
      const fallback = onTimeout === "recommended" ? toFallback(ask) : undefined;
      return { status: "expired", at, fallback };
    }
    default:
      throw new TypeError(`"${end.type}" is no outcome.`);
  }
}
