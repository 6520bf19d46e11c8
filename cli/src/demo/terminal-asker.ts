import { type Ask, type AskRequest, cleanLine, type Outcome, YourcallError } from "@yourcall/core";
import type { LoopAsker } from "@yourcall/loop";
import { type Terminal, typedTexts } from "@yourcall/terminal";
import { putLive } from "../live-ask.ts";
import { showPrompt } from "../show-prompt.ts";
import type { Narrator } from "./narrator.ts";
import type { DemoHub } from "./start-demo-hub.ts";
import type { KeyWatch } from "./watch-keys.ts";

const idleMs = 60_000;
const renewMs = 50_000;

export interface TerminalAskerOptions {
  terminal: Terminal;
  hub: DemoHub;
  narrator: Narrator;
  keys: KeyWatch | null;
  /** The line below the hint, for this ask. */
  footerOf(request: AskRequest): string | undefined;
  /** The person wants to leave. */
  interrupt(): void;
}

/** Asks on this terminal and in the hub at once: whoever answers first has answered, and only the hub's word ends the ask. */
export function createTerminalAsker(options: TerminalAskerOptions): LoopAsker {
  const { hub, narrator, keys } = options;
  // Several prompts come one after another, so none of them may close the terminal.
  const { ownsInput: _, ...terminal } = options.terminal;
  let told = false;

  async function ask(request: AskRequest, signal: AbortSignal): Promise<Outcome> {
    // What the agent said just before stands above the prompt already.
    const shown: Ask = { kind: request.kind ?? "question", questions: request.questions };
    const live = await putLive(shown, request);
    if (live === null)
      throw new YourcallError("hub-unreachable", "The demo's hub does not answer. Run `yourcall demo` again.");
    const aborted = Promise.withResolvers<"aborted">();
    signal.addEventListener("abort", () => aborted.resolve("aborted"), { once: true });
    if (signal.aborted) aborted.resolve("aborted");
    let idle: NodeJS.Timeout | undefined;
    let over = false;
    const footer = options.footerOf(request);
    const prompt = await showPrompt({
      ask: shown,
      terminal,
      ...(footer === undefined ? {} : { footer }),
      submit: live.submit,
      onActed(state) {
        live.acted(state);
        waitForKey();
      },
    });
    prompt.setExpiresElsewhere();

    function waitForKey(): void {
      if (told) return;
      clearTimeout(idle);
      idle = setTimeout(() => void tellOnce(), idleMs);
    }
    async function tellOnce(): Promise<void> {
      told = true;
      prompt.setFooter(await stillWaiting(hub));
      if (over) return;
      // In its place, so that the link there is always a good one. Plain lines would pile up.
      if (keys !== null) idle = setInterval(async () => prompt.setFooter(await stillWaiting(hub)), renewMs);
    }
    waitForKey();

    try {
      const first = await Promise.race([prompt.ended, live.ended, aborted.promise]);
      if (first === "aborted" || ("type" in first && first.type === "interrupted")) {
        const typed = typedTexts(prompt.state(), true);
        prompt.stop();
        options.interrupt();
        narrator.line(`Interrupted. ${await live.withdraw()}`);
        for (const { name, text } of typed) narrator.line(`  You had typed: ${name} "${cleanLine(text)}"`);
        return { status: "cancelled", at: new Date().toISOString() };
      }
      const { outcome, elsewhere } = "outcome" in first ? first : await live.ended;
      await prompt.finish(outcome, { elsewhere });
      return outcome;
    } catch (error) {
      prompt.stop();
      throw error;
    } finally {
      over = true;
      clearTimeout(idle);
      live.close();
    }
  }

  return {
    async ask(request, { signal = new AbortController().signal } = {}) {
      keys?.stop();
      try {
        return await ask(request, signal);
      } finally {
        if (!signal.aborted) keys?.start();
      }
    },
  };
}

/** By now the link above is too old for a login. */
async function stillWaiting(hub: DemoHub): Promise<string> {
  const link = await hub.renewLink().catch(() => null);
  const words = "Still waiting, as it would for your agent. Ctrl-C ends the demo.";
  return link === null ? words : `${words}\nThe browser's link, new:\n${link}`;
}
