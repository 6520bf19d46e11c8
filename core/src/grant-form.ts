import type { GrantBody, GrantCovers, GrantOffers } from "./wire/grant-shapes.ts";

// What a person chooses when they allow something for a while, on any screen.

type Place = GrantBody["where"];

/** What is chosen so far. */
export interface GrantChoice {
  covers: GrantCovers;
  where: Place;
  /** The place in `grantSpans`. */
  span: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How long a grant may last, and when it then ends; undefined: with its session. */
export const grantSpans: readonly { name: string; until: (now: number) => number | undefined }[] = [
  { name: "15 minutes", until: (now) => now + 15 * minuteMs },
  { name: "1 hour", until: (now) => now + 60 * minuteMs },
  { name: "Today", until: (now) => Math.min(new Date(now).setHours(24, 0, 0, 0), now + dayMs) },
  { name: "Until the session ends", until: () => undefined },
];
const hour = 1;
const sessionEnd = 3;

/** The narrowest choice, in the agent's directory for an hour; undefined if nothing is offered. */
export function startGrantChoice({ covers: [first], where }: GrantOffers): GrantChoice | undefined {
  if (first === undefined) return undefined;
  return { covers: first, where: where.includes("directory") ? "directory" : (where[0] ?? "everywhere"), span: hour };
}

/** The choice after a change; the end of the session is a time only for what holds in that session. */
export function changeGrantChoice(choice: GrantChoice, change: Partial<GrantChoice>): GrantChoice {
  const next = { ...choice, ...change };
  return next.span === sessionEnd && next.where !== "session" ? { ...next, span: hour } : next;
}

/** The places in `grantSpans` that can be chosen for this place. */
export function spansOf(where: Place): number[] {
  return [...grantSpans.keys()].filter((span) => span !== sessionEnd || where === "session");
}

/** The grant to send along with the answer. */
export function toGrantBody({ covers, where, span }: GrantChoice, now: number): GrantBody {
  const until = grantSpans[span]?.until(now);
  return { covers, where, until: until === undefined ? undefined : new Date(until).toISOString() };
}
