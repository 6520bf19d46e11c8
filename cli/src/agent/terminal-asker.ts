import type { WireAsk } from "@yourcall/client";
import { type Ask, type Asker, cleanLine, machineClock, type Outcome, toCancelled, toHeaderName } from "@yourcall/core";
import {
  detectGlyphs,
  type Line,
  type Prompt,
  type Terminal,
  typedTexts,
  viewEnding,
  wrapLine,
} from "@yourcall/terminal";
import { askHere } from "../ask/ask-here.ts";
import { goLive, type LiveAsk, type LiveEnd } from "../ask/live-ask.ts";
import { isHubKnown } from "../hub/state-directory.ts";
import { onAbort, within } from "../within.ts";

interface TerminalAskerOptions {
  /** Hands the terminal to one prompt, and takes it back. */
  lend<Result>(use: (terminal: Terminal) => Promise<Result>): Promise<Result>;
  /** The person interrupts: the turn stops. */
  onInterrupt(): void;
  /** The terminal is gone; the asks stay. Does not return. Without it this is an interruption. */
  onLost?(): never;
  /** Lines about a question that stay, if no prompt leaves them. */
  write(lines: readonly Line[]): void;
  /** A line that the person should read. */
  tell(message: string): void;
  /** The quiet line below the hint. */
  footerOf?(ask: Ask): string | undefined;
  /** Follows a prompt while it is open. */
  watch?(prompt: Prompt): PromptWatch;
}

export interface PromptWatch {
  /** The person did something. */
  acted(): void;
  stop(): void;
}

// A local hub has replied by then. A slower one is waited for with the question already on the screen.
const firstLookMs = 1000;
const stopped = "the person stopped the turn";

/** Asks on this terminal, one prompt after the other, and if a hub runs, on every other screen at once. Aborting withdraws. */
export function createTerminalAsker(options: TerminalAskerOptions): Asker {
  let before: Promise<unknown> = Promise.resolve();
  return {
    async ask(request, { signal } = {}) {
      // What the agent said is already right above the prompt.
      const { kind = "question", questions, approval } = request;
      const ask: Ask = { kind, questions, approval };
      const live = isHubKnown() ? goLive(ask, request, { onLost: options.tell }) : null;
      const looked = live === null ? null : within(firstLookMs, live.created);
      // In the order they were asked, whichever the hub accepts first.
      const mine = Promise.all([looked, before]).then(() =>
        options.lend((terminal) => askOn(terminal, ask, live, signal, options)),
      );
      before = Promise.allSettled([before, mine]).then(() => {});
      return mine.finally(() => live?.close());
    },
  };
}

async function askOn(
  terminal: Terminal,
  ask: Ask,
  live: LiveAsk | null,
  signal: AbortSignal | undefined,
  options: TerminalAskerOptions,
): Promise<Outcome> {
  if (signal?.aborted) return withdraw(live);
  const there = live === null ? null : await within(0, live.created);
  // It may have ended while another prompt was open or the agent was away.
  const early = live === null || there == null ? undefined : await endedBefore(live, there);
  if (early !== undefined) {
    options.write(viewEnding(ask, early.outcome, { ...sizeOf(terminal), elsewhere: true }));
    return early.outcome;
  }
  let watch: PromptWatch | undefined;
  return askHere<LiveAsk, Outcome>({
    ask,
    terminal,
    draft: there?.draft?.draft,
    footer: options.footerOf?.(ask),
    join: live && (() => live),
    stopped: onAbort(signal, { type: "interrupted" }),
    onShown(prompt) {
      watch = options.watch?.(prompt);
    },
    onActed: () => watch?.acted(),
    async onEnded(prompt, { outcome, elsewhere }) {
      await prompt.finish(outcome, { elsewhere });
      return outcome;
    },
    async onInterrupted(prompt, by) {
      if (by === "SIGHUP" && options.onLost !== undefined) {
        prompt.stop();
        options.onLost();
      }
      if (!signal?.aborted) options.onInterrupt();
      const outcome = await withdraw(live);
      if (outcome.status !== "cancelled") await prompt.finish(outcome, { elsewhere: true });
      else {
        const typed = typedTexts(prompt.state(), true);
        prompt.stop();
        options.write(toWithdrawnLines(ask, typed, terminal));
      }
      return outcome;
    },
  }).finally(() => watch?.stop());
}

/** How it ended before the prompt came up. An ask that was found ended is waited for: its agent hears the outcome from the hub alone. */
function endedBefore(live: LiveAsk, { status }: WireAsk): Promise<LiveEnd | undefined> {
  return status === "pending" ? within(0, live.ended) : live.ended;
}

/** An answer that came first counts. */
async function withdraw(live: LiveAsk | null): Promise<Outcome> {
  return (await live?.withdraw(stopped)) ?? toCancelled(machineClock, stopped);
}

function toWithdrawnLines(ask: Ask, typed: { name: string; text: string }[], terminal: Terminal): Line[] {
  const { width, glyphs } = sizeOf(terminal);
  const names = ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ");
  const unsent = typed.map(({ name, text }) => `${name} "${cleanLine(text)}"`).join(", ");
  return [
    ...wrapLine(`${glyphs.dash} ${names}: withdrawn, nothing was answered.`, width - 1),
    ...(unsent === "" ? [] : wrapLine(`  Not sent: ${unsent}`, width - 1, "warning")),
  ];
}

function sizeOf({ output }: Terminal) {
  return { width: output.columns || 80, glyphs: detectGlyphs(process.env) };
}
