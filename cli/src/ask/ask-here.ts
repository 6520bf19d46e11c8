import { type Ask, type By, type OnTimeout, type Outcome, toFallback } from "@yourcall/core";
import type { Prompt, PromptEnd } from "@yourcall/terminal";
import { byTerminal } from "../who-acts.ts";
import type { JoinedAsk, LiveEnd } from "./live-ask.ts";
import { type ShownPrompt, showPrompt } from "./show-prompt.ts";

/** The prompt ended without an outcome: by a signal, by Ctrl-C, or because its asker stopped. */
export interface Interruption {
  type: "interrupted";
  signal?: string;
}

interface AskHere<Live, Result> extends ShownPrompt {
  /** Finds the ask in the hub, once the first frame is there. Null if no hub is known. */
  join: (() => Live | Promise<Live>) | null;
  onTimeout?: OnTimeout;
  /** Resolves if the asker stops. */
  stopped?: Promise<Interruption>;
  onShown?: (prompt: Prompt) => void;
  onEnded(prompt: Prompt, end: LiveEnd, live: Live | null): Promise<Result>;
  onInterrupted(prompt: Prompt, signal: string | undefined, live: Live | null): Promise<Result>;
}

/** Shows an ask on this terminal until it ends, here or on another screen. If a hub has the ask, only the hub decides. */
export async function askHere<Live extends JoinedAsk, Result>(options: AskHere<Live, Result>): Promise<Result> {
  const joining = Promise.withResolvers<Live | null>();
  const live = joining.promise;
  const prompt = await showPrompt({
    ...options,
    submit: options.join === null ? undefined : async (end) => (await live)?.submit(end) ?? null,
    onActed(state) {
      options.onActed?.(state);
      void live.then((there) => there?.acted(state));
    },
  });
  joining.resolve(options.join?.() ?? null);
  options.onShown?.(prompt);
  const inHub = live.then(async (there) => ((await there?.created) ? there : null));
  const fromHub = inHub.then((there) => {
    if (there === null) prompt.expireHere();
    else there.followDeadline(prompt.setDeadline);
    return there?.ended ?? new Promise<never>(() => {});
  });
  try {
    const first = await Promise.race([prompt.ended, fromHub, options.stopped ?? fromHub]);
    const there = await live;
    if ("outcome" in first) return await options.onEnded(prompt, first, there);
    if (first.type === "interrupted") return await options.onInterrupted(prompt, first.signal, there);
    const here = () => ({ outcome: toOutcome(options.ask, first, options.onTimeout), elsewhere: false });
    return await options.onEnded(prompt, (await (await inHub)?.ended) ?? here(), there);
  } finally {
    prompt.stop();
    live.then((there) => there?.close()).catch(() => {});
  }
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
export function toOutcome(
  ask: Ask,
  end: PromptEnd | Interruption,
  onTimeout: OnTimeout = "expire",
  by: By = byTerminal(),
): Outcome {
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
