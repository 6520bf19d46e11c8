import { type Ask, type Asker, type AskRequest, cleanLine, type Outcome, toHeaderName } from "@yourcall/core";
import {
  asciiGlyphs,
  detectUnicode,
  type Line,
  type Prompt,
  type Terminal,
  typedTexts,
  unicodeGlyphs,
  viewEnding,
  wrapLine,
} from "@yourcall/terminal";
import { type LiveAsk, type LiveEnd, putLive } from "../ask/live-ask.ts";
import { showPrompt } from "../ask/show-prompt.ts";
import { toOutcome } from "../ask/to-outcome.ts";
import { isHubKnown } from "../hub/is-hub-known.ts";
import { toLocalTime } from "../times.ts";
import { within } from "../within.ts";
import { whenAborted, withdrawn } from "./withdrawn.ts";

export interface TerminalAskerOptions {
  /** Gives the terminal to one prompt, and takes it back. */
  lend<Result>(use: (terminal: Terminal) => Promise<Result>): Promise<Result>;
  /** The person wants out: the turn is to stop. */
  onInterrupt(): void;
  /** The terminal has gone; what was asked stays. Does not return. Without it that is an interruption. */
  onLost?(): never;
  /** Lines about a question that stay, where no prompt leaves them. */
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

// A hub of this machine has answered by then. One that has not is waited for with the question on the screen.
const firstLookMs = 1000;
const stopped = "the person stopped the turn";

/**
 * Asks on this terminal, one prompt after the other, and where a hub runs on every other screen at once. Aborting withdraws.
 */
export function createTerminalAsker(options: TerminalAskerOptions): Asker {
  let before: Promise<unknown> = Promise.resolve();
  return {
    async ask(request, { signal } = {}) {
      const ask = toShownAsk(request);
      const live = isHubKnown() ? putLive(ask, request) : Promise.resolve(null);
      const looked = within(firstLookMs, live);
      // In the order in which they were asked, whichever the hub takes first.
      const mine = Promise.all([looked, before]).then(() =>
        options.lend((terminal) => askOn(terminal, ask, live, signal, options)),
      );
      before = Promise.allSettled([before, mine]).then(() => {});
      try {
        return await mine;
      } finally {
        live.then(
          (there) => there?.close(),
          () => {},
        );
      }
    },
  };
}

/** What the agent said before stands right above the prompt already. */
function toShownAsk({ kind = "question", questions, approval }: AskRequest): Ask {
  return { kind, questions, approval };
}

async function askOn(
  terminal: Terminal,
  ask: Ask,
  live: Promise<LiveAsk | null>,
  signal: AbortSignal | undefined,
  options: TerminalAskerOptions,
): Promise<Outcome> {
  const aborted = whenAborted(signal);
  if (signal?.aborted === true) return withdrawn(live, stopped, options.tell);
  const early = await endedAlready(live);
  if (early !== undefined) {
    options.write(viewEnding(ask, early, { ...sizeOf(terminal), clock: toLocalTime, elsewhere: true }));
    return early;
  }
  const draft = (await within(0, live))?.ask.draft?.draft;
  const footer = options.footerOf?.(ask);
  let watch: PromptWatch | undefined;
  const prompt = await showPrompt({
    ask,
    terminal,
    draft,
    footer,
    submit: async (end) => (await whenLive(live))?.submit(end) ?? null,
    onActed(state) {
      void whenLive(live).then((there) => there?.acted(state));
      watch?.acted();
    },
  });
  watch = options.watch?.(prompt);
  const fromHub = live.then((there) => {
    if (there !== null) prompt.setExpiresElsewhere();
    return there?.ended ?? new Promise<never>(() => {});
  });
  try {
    const first = await Promise.race([prompt.ended.then((end) => ({ end })), fromHub, aborted]);
    if (first === null || ("end" in first && first.end.type === "interrupted")) {
      if (first !== null && first.end.type === "interrupted" && first.end.signal === "SIGHUP") {
        if (options.onLost !== undefined) {
          prompt.stop();
          options.onLost();
        }
      }
      if (first !== null) options.onInterrupt();
      const outcome = await withdrawn(live, stopped, options.tell);
      if (outcome.status !== "cancelled") await prompt.finish(outcome, { elsewhere: true });
      else {
        const typed = typedTexts(prompt.state(), true);
        prompt.stop();
        options.write(toWithdrawnLines(ask, typed, terminal));
      }
      return outcome;
    }
    const there = await live;
    const decided: LiveEnd | typeof first = "end" in first && there !== null ? await there.ended : first;
    const { outcome, elsewhere } =
      "end" in decided ? { outcome: toOutcome(ask, decided.end), elsewhere: false } : decided;
    await prompt.finish(outcome, { elsewhere });
    return outcome;
  } catch (error) {
    prompt.stop();
    throw error;
  } finally {
    watch?.stop();
  }
}

/** How it ended while another prompt was open, or while the agent was away. */
async function endedAlready(live: Promise<LiveAsk | null>): Promise<Outcome | undefined> {
  const there = await within(0, live);
  return there?.ask.outcome ?? (there == null ? undefined : (await within(0, there.ended))?.outcome);
}

/** Where the hub refuses the ask, that ends it; what the person does meanwhile comes to nothing. */
function whenLive(live: Promise<LiveAsk | null>): Promise<LiveAsk | null> {
  return live.catch(() => new Promise<never>(() => {}));
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
  return { width: output.columns || 80, glyphs: detectUnicode(process.env) ? unicodeGlyphs : asciiGlyphs };
}
