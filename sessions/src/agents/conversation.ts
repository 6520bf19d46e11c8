import { hash } from "node:crypto";
import { type AgentRun, YourcallError } from "@yourcall/core";
import type { Agent, Said } from "./agent.ts";

/**
 * Where agents keep their runs: separate for each working directory, since their tools work there, so that a run of another
 * directory is not continued by mistake.
 */
export function runsOf(stateDirectory: string, cwd: string): string {
  return `${stateDirectory}/runs/${hash("sha256", cwd).slice(0, 16)}`;
}

export type Conversation = ReturnType<typeof createConversation>;

/** A chat with one agent: the first message begins a run, every later one continues it. */
export function createConversation(agent: Agent, resumed?: string) {
  let runId = resumed;
  return {
    get runId() {
      return runId;
    },
    /** The next turn. Without a prompt the run continues from where it stopped. */
    turn(prompt: string | undefined, signal: AbortSignal): AgentRun {
      if (runId !== undefined) return agent.resume(runId, prompt, signal);
      if (prompt === undefined) throw new TypeError("A run begins with a prompt.");
      const run = agent.begin(prompt, signal);
      runId = run.id;
      // The id is new, so no other process can hold it yet.
      agent.hold?.(run.id).catch(() => {});
      return run;
    },
  };
}

/** The run that `--resume` means, with the end of its conversation; undefined without `--resume`. */
export async function findRun(
  agent: Agent,
  resume: { run?: string } | undefined,
): Promise<{ id: string; said: Said[] } | undefined> {
  if (resume === undefined) return undefined;
  const id = resume.run ?? (await agent.lastRun());
  if (id === undefined)
    throw new YourcallError("not-found", "There is no saved run in this directory. Start one without --resume.");
  const said = (await agent.recall?.(id)) ?? [];
  await agent.hold?.(id);
  const from = said.findLastIndex(({ who }) => who === "you");
  return { id, said: said.slice(Math.max(0, from)) };
}
