import { type Ask, type By, type OnTimeout, type Outcome, toFallback } from "@yourcall/core";
import type { Prompt, PromptEnd } from "@yourcall/terminal";
import { byTerminal } from "../who-acts.ts";
import type { LiveAsk, LiveEnd } from "./live-ask.ts";

/** The prompt ended without an outcome: by a signal, by Ctrl-C, or because its asker stopped. */
interface Interruption {
  interrupted: string;
}

interface Awaited {
  ask: Ask;
  prompt: Prompt;
  /** Null if no hub is known. */
  live: Promise<LiveAsk | null>;
  onTimeout?: OnTimeout;
  signal?: AbortSignal;
}

/** How an ask on this terminal ended, here or on another screen. If a hub has the ask, only the hub decides. */
export async function awaitEnd({ ask, prompt, live, onTimeout, signal }: Awaited): Promise<LiveEnd | Interruption> {
  const fromHub = live.then(async (there) => {
    if (there === null || (await there.created) === null) return new Promise<never>(() => {});
    prompt.setExpiresElsewhere();
    return there.ended;
  });
  const stopped = new Promise<Interruption>((resolve) => {
    const stop = () => resolve({ interrupted: "stopped" });
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
  const first = await Promise.race([prompt.ended.then((end) => ({ end })), fromHub, stopped]);
  if (!("end" in first)) return first;
  if (first.end.type === "interrupted") return { interrupted: first.end.signal };
  const there = await live;
  if (there !== null && (await there.created) !== null) return there.ended;
  return { outcome: toOutcome(ask, first.end, onTimeout), elsewhere: false };
}

/** What became of a withdrawn ask. `lost` says why that is unknown. */
export function describeWithdrawal(outcome: Outcome | null, lost: string | undefined): string {
  if (lost !== undefined) return lost;
  return outcome === null || outcome.status === "cancelled"
    ? "The ask was withdrawn and nothing was answered."
    : `The ask had already ended: ${outcome.status}.`;
}

/**
 * What becomes of an ask whose terminal was closed, which does not withdraw it. Without an id, nobody knows whether the hub has
 * it.
 */
export function describeStaying(id: string | undefined): string {
  return id === undefined
    ? "Interrupted. The hub does not answer: if the ask reached it, `yourcall list` shows it."
    : `The ask is still pending: yourcall answer ${id}`;
}

/** The outcome of a prompt that has no hub. By default a person acted in this terminal. */
export function toOutcome(ask: Ask, end: PromptEnd, onTimeout: OnTimeout = "expire", by: By = byTerminal()): Outcome {
  const at = new Date().toISOString();
  switch (end.type) {
    case "submitted":
      return { status: "answered", answers: end.answers, comment: end.comment, by, at };
    case "declined":
      return { status: "declined", reason: end.reason, by, at };
    case "expired": {
      const fallback = onTimeout === "recommended" ? toFallback(ask) : undefined;
      return { status: "expired", at, fallback };
    }
    default:
      throw new TypeError(`"${end.type}" is not an outcome.`);
  }
}
