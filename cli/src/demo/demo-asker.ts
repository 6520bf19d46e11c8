import { type Ask, type Asker, toLocalTime } from "@yourcall/core";
import { lineText, type Prompt, type Terminal, viewEnding } from "@yourcall/terminal";
import { createTerminalAsker, type PromptWatch } from "../agent/terminal-asker.ts";
import { withHub } from "../hub/connect.ts";
import type { DemoHub } from "./demo-hub.ts";
import type { Narrator } from "./narrator.ts";

const idleMs = 60_000;
const renewMs = 50_000;

const footers: Record<string, string> = {
  Database: "Nothing happens until you choose. Take your time.",
  Features: "Try this one in the browser: the prompt here closes by itself.",
};

/** Asks on the terminal and in the hub, or in the hub alone. An unused link is replaced once it may have expired. */
export function createDemoAsker(terminal: Terminal | null, hub: DemoHub, narrator: Narrator, interrupt: () => void) {
  const asker =
    terminal === null
      ? askInHub(narrator)
      : createTerminalAsker({
          lend: narrator.screen?.lend ?? ((use) => use(terminal)),
          onInterrupt: interrupt,
          write: (lines) => lines.forEach((line) => void narrator.line(lineText(line))),
          tell: narrator.line,
          footerOf: ({ questions }) => footers[questions[0]?.header ?? ""],
          watch: createIdleWatch(hub, narrator.screen !== null),
        });
  return {
    async ask(...[request, options]: Parameters<Asker["ask"]>) {
      const link = await hub.renewLink();
      if (link !== null) sayLink(narrator, "In the browser:", link);
      return asker.ask(request, options);
    },
  };
}

/** A link stays in one piece, so that it can be clicked and copied. */
export function sayLink(narrator: Narrator, before: string, link: string, portWords = ""): void {
  const after = `(good for one login${portWords})`;
  const one = `${before} ${link}  ${after}`;
  const lines = one.length <= narrator.widthNow() ? [one] : [`${before.slice(0, -1)} ${after}:`, link];
  for (const line of lines) narrator.line(line);
}

function askInHub(narrator: Narrator): Asker {
  return {
    ask: (request, options) =>
      withHub("agent", { start: false }, async (client) => {
        const outcome = await client.ask(request, options);
        const ask: Ask = { kind: request.kind ?? "question", questions: request.questions };
        const view = {
          width: Number.MAX_SAFE_INTEGER,
          glyphs: narrator.glyphs,
          elsewhere: true,
          clock: (at: string) => toLocalTime(at, Date.now()),
        };
        for (const line of viewEnding(ask, outcome, view)) narrator.line(lineText(line));
        return outcome;
      }),
  };
}

/** After a minute without a key, once in the demo, says below the prompt that it still waits, with a link that works. */
function createIdleWatch(hub: DemoHub, isRedrawn: boolean): (prompt: Prompt) => PromptWatch {
  let told = false;
  return (prompt) => {
    let timer: NodeJS.Timeout | undefined;
    function wait(ms: number): void {
      clearTimeout(timer);
      timer = setTimeout(() => void tell(), ms);
    }
    async function tell(): Promise<void> {
      told = true;
      const link = await hub.renewLink().catch(() => null);
      if (timer === undefined) return;
      const words = "Still waiting, as it would for your agent. Ctrl-C ends the demo.";
      prompt.setFooter(link === null ? words : `${words}\nA new link for the browser:\n${link}`);
      // Plain lines cannot be replaced and would pile up.
      if (isRedrawn) wait(renewMs);
    }
    const acted = () => (told ? undefined : wait(idleMs));
    acted();
    return {
      acted,
      stop() {
        clearTimeout(timer);
        timer = undefined;
      },
    };
  };
}
