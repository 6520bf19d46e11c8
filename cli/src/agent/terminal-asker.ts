import type { LiveEnd, WireAsk } from "@yourcall/client";
import type { OwnLiveAsk } from "@yourcall/client/internal";
import { type Ask, type Asker, cleanLine, machineClock, type Outcome, toHeaderName } from "@yourcall/core";
import { toCancelled } from "@yourcall/core/internal";
import type { Prompt, Terminal } from "@yourcall/terminal";
import { detectGlyphs, type Line, typedTexts, viewEnding, wrapLine } from "@yourcall/terminal/internal";
import { askHere } from "../ask/ask-here.ts";
import { goLive } from "../ask/go-live.ts";
import { createPictureReader } from "../ask/picture-reader.ts";
import { onAbort, withTimeout } from "../with-timeout.ts";

export interface TerminalAskerOptions {
  /** Hands the terminal to one prompt, and takes it back. */
  lend<Result>(use: (terminal: Terminal) => Promise<Result>): Promise<Result>;
  /** Called when the person interrupts, to stop the turn. */
  onInterrupt(): void;
  /** Called when the terminal is gone; the asks stay. If omitted, this is an interruption. */
  onLost?(): Promise<never>;
  /** Prints how a question ended, if its prompt does not. */
  write(lines: readonly Line[]): void;
  /** Shows a message to the person. */
  warn(message: string): void;
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

// A local hub replies within this time. A slower one is waited for with the question already on the screen.
const firstLookMs = 1000;
const stopped = "the person stopped the turn";

/**
 * Asks on this terminal, one prompt after the other, and on every other screen. Aborting withdraws the ask.
 */
export function createTerminalAsker(options: TerminalAskerOptions) {
  const lives = new Set<OwnLiveAsk>();
  const pictures = createPictureReader();
  let before: Promise<unknown> = Promise.resolve();
  return {
    picture: pictures.picture,
    ask: (async (request, { signal } = {}) => {
      // What the agent said is already right above the prompt.
      const { kind = "question", questions, approval, asksAgain } = request;
      const ask: Ask = { kind, questions, approval, asksAgain };
      const live = goLive(ask, request, { onHere: options.warn, onLost: options.warn });
      // If the hub refuses the ask, its prompt says so.
      const looked = withTimeout(firstLookMs, live.created).catch(() => undefined);
      // Prompts keep the order of the asks, whichever the hub accepts first.
      const mine = Promise.all([looked, before]).then(() =>
        options.lend((terminal) => askOn(terminal, ask, live, signal, options)),
      );
      before = Promise.allSettled([before, mine]).then(() => {});
      lives.add(live);
      return mine
        .then((outcome) => pictures.take(live, outcome))
        .finally(() => {
          lives.delete(live);
          live.close();
        });
    }) satisfies Asker["ask"],
    /** Withdraws what is open at the hub, for an agent that is being ended and would not ask again. */
    async withdraw(): Promise<void> {
      await Promise.allSettled(Array.from(lives, (live) => live.withdraw("the agent was ended")));
    },
  };
}

async function askOn(
  terminal: Terminal,
  ask: Ask,
  live: OwnLiveAsk,
  signal: AbortSignal | undefined,
  options: TerminalAskerOptions,
): Promise<Outcome> {
  if (signal?.aborted) return withdraw(live);
  const there = await withTimeout(0, live.created);
  // The ask may have ended while another prompt was open or the agent was away.
  const early = there === undefined ? undefined : await endedBefore(live, there);
  if (early !== undefined) {
    options.write(viewEnding(ask, early.outcome, { ...sizeOf(terminal), elsewhere: true }));
    return early.outcome;
  }
  let watch: PromptWatch | undefined;
  return askHere<OwnLiveAsk, Outcome>({
    ask,
    terminal,
    draft: there?.draft?.draft,
    footer: options.footerOf?.(ask),
    join: () => live,
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
        return await options.onLost();
      }
      const byAgent = signal?.aborted === true;
      if (!byAgent) options.onInterrupt();
      const outcome = await withdraw(live);
      if (outcome.status !== "cancelled") await prompt.finish(outcome, { elsewhere: true });
      else {
        if (byAgent) await prompt.rest(outcome);
        const typed = typedTexts(prompt.state(), true);
        prompt.stop();
        options.write(toWithdrawnLines(ask, typed, terminal));
      }
      return outcome;
    },
  }).finally(() => watch?.stop());
}

/**
 * How the ask ended, if it did before its prompt was shown. If the hub already lists it as ended, its outcome is awaited: the
 * agent only gets outcomes from the hub.
 */
function endedBefore(live: OwnLiveAsk, { status }: WireAsk): Promise<LiveEnd | undefined> {
  return status === "pending" ? withTimeout(0, live.ended) : live.ended;
}

/** Withdraws the ask. Returns the answer if one came first. */
async function withdraw(live: OwnLiveAsk): Promise<Outcome> {
  return (await live.withdraw(stopped)) ?? toCancelled(machineClock, stopped);
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
