import type { Ask, Asker } from "@yourcall/core";
import { lineText, type Prompt, type Terminal, viewEnding } from "@yourcall/terminal";
import { createTerminalAsker, type PromptWatch } from "../agent/terminal-asker.ts";
import { withHub } from "../hub/connect.ts";
import { toLocalTime } from "../times.ts";
import type { DemoHub } from "./demo-hub.ts";
import type { Narrator } from "./narrator.ts";

const idleMs = 60_000;
const renewMs = 50_000;

export interface DemoAskerOptions {
  terminal: Terminal | null;
  hub: DemoHub;
  narrator: Narrator;
  /** Reads keys while no prompt does; null on a plain terminal. */
  keys: { start(): void; stop(): void } | null;
  interrupt: () => void;
  leaving: AbortSignal;
}

/** Asks on the terminal and in the hub, or in the hub alone. An unused link is replaced once it may have expired. */
export function createDemoAsker(options: DemoAskerOptions): Asker {
  const { terminal, hub, narrator } = options;
  const asker = terminal === null ? askInHub(narrator) : askOnTerminal(terminal, options);
  return {
    async ask(request, asking) {
      const link = await hub.renewLink();
      if (link !== null) sayLink(narrator, "In the browser:", link);
      return asker.ask(request, asking);
    },
  };
}

/** A link stays in one piece, so that it can be clicked and copied. */
export function sayLink(narrator: Narrator, before: string, link: string, portWords = ""): void {
  const after = `(good for one login${portWords})`;
  const one = `${before} ${link}  ${after}`;
  const lines = one.length < narrator.width ? [one] : [`${before.slice(0, -1)} ${after}:`, link];
  for (const line of lines) narrator.line(line);
}

function askInHub(narrator: Narrator): Asker {
  return {
    async ask(request, options) {
      return withHub("agent", { start: false }, async (client) => {
        const outcome = await client.ask(request, options);
        const ask: Ask = { kind: request.kind ?? "question", questions: request.questions };
        const view = { width: Number.MAX_SAFE_INTEGER, glyphs: narrator.glyphs, elsewhere: true, clock: toLocalTime };
        for (const line of viewEnding(ask, outcome, view)) narrator.line(lineText(line));
        return outcome;
      });
    },
  };
}

function askOnTerminal(opened: Terminal, { hub, narrator, keys, interrupt, leaving }: DemoAskerOptions): Asker {
  // Several prompts use the terminal, so none of them may close it.
  const { ownsInput: _, ...terminal } = opened;
  return createTerminalAsker({
    async lend(use) {
      keys?.stop();
      try {
        return await use(terminal);
      } finally {
        if (!leaving.aborted) keys?.start();
      }
    },
    onInterrupt: interrupt,
    write: (lines) => lines.forEach((line) => void narrator.line(lineText(line))),
    tell: narrator.line,
    footerOf(ask) {
      if (isForBrowser(ask)) return "Try this one in the browser: the prompt here closes by itself.";
      return ask.questions[0]?.header === "Database" ? "Nothing happens until you choose. Take your time." : undefined;
    },
    watch: createIdleWatch(hub, keys !== null),
  });
}

function isForBrowser({ questions }: Pick<Ask, "questions">): boolean {
  return questions[0]?.header === "Features";
}

/** After a minute without a key, once in the demo, says below the prompt that it still waits, with a link that works. */
function createIdleWatch(hub: DemoHub, isRedrawn: boolean): (prompt: Prompt) => PromptWatch {
  let told = false;
  return (prompt) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    async function show(): Promise<void> {
      const link = await hub.renewLink().catch(() => null);
      const words = "Still waiting, as it would for your agent. Ctrl-C ends the demo.";
      if (!isOver) prompt.setFooter(link === null ? words : `${words}\nA new link for the browser:\n${link}`);
    }
    async function tell(): Promise<void> {
      told = true;
      await show();
      // Plain lines cannot be replaced and would pile up.
      if (!isOver && isRedrawn) timer = setInterval(() => void show(), renewMs);
    }
    function acted(): void {
      if (told) return;
      clearTimeout(timer);
      timer = setTimeout(() => void tell(), idleMs);
    }
    acted();
    return {
      acted,
      stop() {
        isOver = true;
        clearTimeout(timer);
      },
    };
  };
}
