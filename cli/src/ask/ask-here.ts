import type { LiveAsk, LiveEnd } from "@yourcall/client";
import { type Outcome, toDraft } from "@yourcall/core";
import type { Prompt } from "@yourcall/terminal";
import { type ShownPrompt, showPrompt } from "./show-prompt.ts";

/** The prompt ended without an outcome: by a signal, by Ctrl-C, or because its asker stopped. */
interface Interruption {
  type: "interrupted";
  signal?: string;
}

interface AskHere<Live, Result> extends ShownPrompt {
  /** Puts the ask into the hub, or finds it there, once the first frame is there. */
  join: () => Live | Promise<Live>;
  /** Resolves if the asker stops. */
  stopped?: Promise<Interruption>;
  onShown?: (prompt: Prompt) => void;
  onEnded(prompt: Prompt, end: LiveEnd, live: Live): Promise<Result>;
  onInterrupted(prompt: Prompt, signal: string | undefined, live: Live): Promise<Result>;
}

/** Shows an ask on this terminal until it ends, here or on another screen. Only the hub decides. */
export async function askHere<Live extends LiveAsk, Result>(options: AskHere<Live, Result>): Promise<Result> {
  const joining = Promise.withResolvers<Live>();
  const live = joining.promise;
  const prompt = await showPrompt({
    ...options,
    submit: async (end) => (await live).submit(end),
    grantOffers: async () => (await live).grantOffers(),
    attach: async (path) => (await live).addPicture(await readFile(path)),
    onActed(state) {
      options.onActed?.(state);
      void live.then((there) => there.draft(toDraft(state)));
    },
  });
  joining.resolve(options.join());
  options.onShown?.(prompt);
  const fromHub = live.then((there) => {
    there.deadline(prompt.setDeadline);
    return there.ended;
  });
  try {
    const first = await Promise.race([prompt.ended, fromHub, options.stopped ?? fromHub]);
    const there = await live;
    if ("outcome" in first) return await options.onEnded(prompt, first, there);
    if (first.type === "interrupted") return await options.onInterrupted(prompt, first.signal, there);
    return await options.onEnded(prompt, await there.ended, there);
  } finally {
    prompt.stop();
    live.then((there) => there.close()).catch(() => {});
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
 * What becomes of an ask whose terminal was closed, which does not withdraw it. Without an id, it is unknown whether the hub has
 * it.
 */
export function describeStaying(id: string | undefined): string {
  return id === undefined
    ? "Interrupted. The hub does not answer: if the ask reached it, `yourcall list` shows it."
    : `The ask is still pending: yourcall answer ${id}`;
}

async function readFile(path: string): Promise<{ data: string; name: string }> {
  return (await import("@yourcall/client/internal/node")).readPictureFile(path);
}
