import type { Ask, Asker, AskRequest, Outcome } from "@yourcall/core";
import type { Terminal } from "@yourcall/terminal";
import { isHubKnown } from "../is-hub-known.ts";
import { goLive, type LiveAsk, type LiveEnd } from "../live-ask.ts";
import { showPrompt } from "../show-prompt.ts";
import { toOutcome } from "../to-outcome.ts";
import { leaveMs, within } from "../within.ts";

export interface TerminalAskerOptions {
  /** Gives the terminal to one prompt, and takes it back. */
  lend<Result>(use: (terminal: Terminal) => Promise<Result>): Promise<Result>;
  /** The person wants out: the turn is to stop. */
  onInterrupt(): void;
  /** The terminal has gone; what was asked stays. Does not return. */
  onLost(): never;
  /** How an ask ended that had ended before it could be shown here. */
  sayEnding(ask: Ask, outcome: Outcome): void;
  /** A line that the person should read. */
  tell(message: string): void;
}

// A hub of this machine has answered by then. One that has not is waited for with the question on the screen.
const firstLookMs = 1000;

/**
 * Asks on this terminal, one prompt after the other, and where a hub runs on every other screen at once. Aborting withdraws.
 */
export function createTerminalAsker(options: TerminalAskerOptions): Asker {
  let before: Promise<unknown> = Promise.resolve();
  return {
    async ask(request, { signal } = {}) {
      const ask = toShownAsk(request);
      const live = isHubKnown() ? goLive(ask, request) : Promise.resolve(null);
      await within(firstLookMs, live);
      const mine = before.then(() => options.lend((terminal) => askOn(terminal, ask, live, signal, options)));
      before = mine.catch(() => {});
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
  return { kind, questions, ...(approval === undefined ? {} : { approval }) };
}

async function askOn(
  terminal: Terminal,
  ask: Ask,
  live: Promise<LiveAsk | null>,
  signal: AbortSignal | undefined,
  options: TerminalAskerOptions,
): Promise<Outcome> {
  const aborted = whenAborted(signal);
  if (signal?.aborted === true) return withdrawn(live, options);
  const early = await endedAlready(live);
  if (early !== undefined) {
    options.sayEnding(ask, early);
    return early;
  }
  const prompt = await showPrompt(ask, terminal, {
    submit: async (end) => (await whenLive(live))?.submit(end) ?? null,
    onActed: (state) => void whenLive(live).then((there) => there?.acted(state)),
  });
  const fromHub = live.then((there) => {
    if (there !== null) prompt.setExpiresElsewhere();
    return there?.ended ?? new Promise<never>(() => {});
  });
  try {
    const first = await Promise.race([prompt.ended.then((end) => ({ end })), fromHub, aborted]);
    if (first === null || ("end" in first && first.end.type === "interrupted")) {
      if (first !== null && first.end.type === "interrupted" && first.end.signal === "SIGHUP") {
        prompt.stop();
        options.onLost();
      }
      options.onInterrupt();
      const outcome = await withdrawn(live, options);
      await prompt.finish(outcome, { elsewhere: outcome.status !== "cancelled" });
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

/** Takes the ask back. An answer that was there first counts. */
async function withdrawn(live: Promise<LiveAsk | null>, { tell }: TerminalAskerOptions): Promise<Outcome> {
  const there = await within(
    leaveMs,
    live.catch(() => null),
  );
  if (there === undefined) tell("The hub does not answer: if the ask reached it, `yourcall list` shows it.");
  const said = await there?.withdraw("the person stopped the turn");
  const ended = there == null ? undefined : await within(leaveMs, there.ended);
  if (there != null && ended === undefined && said !== undefined) tell(said);
  return ended?.outcome ?? { status: "cancelled", at: new Date().toISOString() };
}

function whenAborted(signal: AbortSignal | undefined): Promise<null> {
  return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(null), { once: true }));
}
