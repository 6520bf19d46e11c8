import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import type { AgentEvent } from "@yourcall/core";
import { type AgentTurn, withEvents } from "./agent.ts";

/**
 * Records open turns as files in this folder, for agents that do not know themselves which runs stopped in the middle of a turn. A
 * file is removed when its turn ends, so it remains if the process was killed or left, or the agent was closed. Without a prompt,
 * an open turn is continued; if there is none, the turn ends immediately, because an agent told to continue would start
 * something nobody asked for.
 */
export function followOpenTurns(folder: string, isClosing = () => false) {
  return (turn: AgentTurn, prompt: string | undefined): AgentTurn => {
    const file = `${folder}/${encodeURIComponent(turn.id)}`;
    async function* events(): AsyncGenerator<AgentEvent> {
      if (prompt === undefined && (await stat(file).catch(() => null)) === null) {
        yield { type: "done", text: "" };
        return;
      }
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, "", { mode: 0o600 });
      for await (const event of turn) {
        const isOver = event.type === "done" || (event.type === "error" && !isClosing());
        if (isOver) await rm(file, { force: true });
        yield event;
      }
    }
    return withEvents(turn, events());
  };
}
