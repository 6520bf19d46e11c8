import type { Prompt } from "@yourcall/terminal";
import type { PromptWatch } from "../agent/terminal-asker.ts";
import type { DemoHub } from "./start-demo-hub.ts";

const idleMs = 60_000;
const renewMs = 50_000;

/**
 * Says once in the whole demo, below a prompt that had no key for a minute, that it still waits. `redrawn`: that line can be
 * kept up to date.
 */
export function createIdleWatch({ hub, redrawn }: { hub: DemoHub; redrawn: boolean }): (prompt: Prompt) => PromptWatch {
  let told = false;
  return (prompt) => {
    let idle: NodeJS.Timeout | undefined;
    let over = false;

    async function show(): Promise<void> {
      const words = await stillWaiting(hub);
      if (!over) prompt.setFooter(words);
    }
    async function tellOnce(): Promise<void> {
      told = true;
      await show();
      // In its place, so that the link there is always a good one. Plain lines would pile up.
      if (!over && redrawn) idle = setInterval(() => void show(), renewMs);
    }
    function acted(): void {
      if (told) return;
      clearTimeout(idle);
      idle = setTimeout(() => void tellOnce(), idleMs);
    }
    acted();
    return {
      acted,
      stop() {
        over = true;
        clearTimeout(idle);
      },
    };
  };
}

/** By now the link above is too old for a login. */
async function stillWaiting(hub: DemoHub): Promise<string> {
  const link = await hub.renewLink().catch(() => null);
  const words = "Still waiting, as it would for your agent. Ctrl-C ends the demo.";
  return link === null ? words : `${words}\nThe browser's link, new:\n${link}`;
}
