import type { Outcome } from "@yourcall/core";
import type { LiveAsk } from "../ask/live-ask.ts";
import { leaveMs, within } from "../within.ts";

/** Takes an ask back that may be at the hub too, soon or not at all. An answer that was there first counts. */
export async function withdrawn(
  live: Promise<LiveAsk | null>,
  reason: string,
  tell: (message: string) => void,
): Promise<Outcome> {
  const there = await within(
    leaveMs,
    live.catch(() => null),
  );
  if (there === undefined) tell("The hub does not answer: if the ask reached it, `yourcall list` shows it.");
  const said = await there?.withdraw(reason);
  const ended = there == null ? undefined : await within(leaveMs, there.ended);
  if (there != null && ended === undefined && said !== undefined) tell(said);
  return ended?.outcome ?? { status: "cancelled", reason, at: new Date().toISOString() };
}

/** Resolves with null once the signal is aborted. */
export function whenAborted(signal: AbortSignal | undefined): Promise<null> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve(null);
    signal?.addEventListener("abort", () => resolve(null), { once: true });
  });
}
