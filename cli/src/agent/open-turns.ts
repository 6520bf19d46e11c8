import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import type { AgentEvent } from "@yourcall/core";
import type { ChatRun } from "./chat-agent.ts";

/** Which runs of an agent stopped in the middle of a turn, because their process was killed or left. */
export interface OpenTurns {
  /**
   * A turn whose end is noted. Without a prompt it continues one that was open; if none was, it ends at once: told to
   * continue, an agent would begin something that was not asked for.
   */
  follow(run: ChatRun, prompt: string | undefined): ChatRun;
}

/** Kept in this folder, a file for each open turn. */
export function createOpenTurns(folder: string): OpenTurns {
  return {
    follow(run, prompt) {
      const file = `${folder}/${encodeURIComponent(run.id)}`;
      const isOpen = () =>
        stat(file).then(
          () => true,
          () => false,
        );
      async function* events(): AsyncGenerator<AgentEvent> {
        if (prompt === undefined && !(await isOpen())) {
          yield { type: "done", text: "" };
          return;
        }
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(file, "", { mode: 0o600 });
        for await (const event of run) {
          if (event.type === "done" || event.type === "error") await rm(file, { force: true });
          yield event;
        }
      }
      const iterator = events();
      return { id: run.id, [Symbol.asyncIterator]: () => iterator };
    },
  };
}
