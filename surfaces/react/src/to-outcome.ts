import type { Outcome } from "@yourcall/core";
import type { Sent } from "./use-answering.ts";

/** How an ask stands once what was sent from here was acknowledged, until the server's own word arrives. */
export function toOutcome({ end, act, at }: Sent, surface: string): Outcome {
  const { type, ...said } = end;
  return { status: type === "submitted" ? "answered" : "declined", ...said, by: { surface, act }, at } as Outcome;
}
