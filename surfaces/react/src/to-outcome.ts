import type { Outcome } from "@yourcall/core";
import type { Sent } from "./use-answering.ts";

/** How an ask stands once what was sent from here was acknowledged, until the server's own word arrives. */
export function toOutcome({ end, act, at }: Sent, surface: string): Outcome {
  const by = { surface, act };
  if (end.type !== "submitted")
    return {
      status: "declined",
      by,
      at,
      ...("reason" in end && end.reason !== undefined ? { reason: end.reason } : {}),
    };
  const { answers, comment } = end;
  return { status: "answered", answers, ...(comment === undefined ? {} : { comment }), by, at };
}
