import { type AgentEvent, type Asker, YourcallError } from "@yourcall/core";
import type { AgentArguments } from "./agent-arguments.ts";

/** A turn, or what is left of one: iterate it once to make it happen. `id` names the run it belongs to. */
export interface ChatRun extends AsyncIterable<AgentEvent> {
  readonly id: string;
}

/** What `yourcall agent` talks to. The agent of the loop is one. */
export interface ChatAgent {
  run(prompt: string): ChatRun;
  /** Goes on with a run that was kept, with this prompt or from where it stopped. */
  resume(runId: string, prompt?: string): ChatRun;
}

/** What an agent for `yourcall agent` is made with. */
export interface ChatSettings {
  /** Who puts questions to the person; none where nobody can be asked. */
  asker: Asker | undefined;
  cwd: string;
  /** A directory of this working directory's own, for whatever the agent keeps. */
  runs: string;
  model: string | undefined;
  maxSteps: number | undefined;
  planMode: boolean;
}

/** Something that was said before, for the person who comes back to it. */
export interface Said {
  who: "you" | "agent";
  text: string;
}

/** A kind of agent, ready to be used. */
export interface ChatAgentSource {
  /** The model, as the person is shown it. */
  readonly name: string;
  /** An agent whose turns stop, with everything they asked withdrawn, when the signal is aborted. */
  open(signal: AbortSignal): ChatAgent;
  /** The run that was kept last, of this working directory. */
  lastRun(): Promise<string | undefined>;
  /** Keeps other processes from this run until this one ends; throws where another has it. */
  hold?(runId: string): Promise<void>;
  /** The end of what was said in a run, where that can be told; throws where there is no such run. */
  recall?(runId: string): Promise<Said[]>;
}

/** Opens a kind of agent. Throws an error whose message says what to set or do. */
export type OpenChatAgent = (settings: ChatSettings) => Promise<ChatAgentSource>;

/** A chat with one agent: the first message begins a run, every later one goes on with it. */
export interface Conversation {
  readonly runId: string | undefined;
  /** The next turn. Without a prompt the run goes on from where it stopped. */
  turn(prompt: string | undefined, signal: AbortSignal): ChatRun;
}

export function createConversation(source: ChatAgentSource, resumed?: string): Conversation {
  let runId = resumed;
  return {
    get runId() {
      return runId;
    },
    turn(prompt, signal) {
      const agent = source.open(signal);
      if (runId === undefined && prompt === undefined) throw new TypeError("A run begins with a prompt.");
      if (runId !== undefined) return agent.resume(runId, prompt);
      const run = agent.run(prompt ?? "");
      runId = run.id;
      // A new name: nobody else can have it yet.
      source.hold?.(run.id).catch(() => {});
      return run;
    },
  };
}

/** The run that `--resume` means, with the end of what was said in it; undefined without `--resume`. */
export async function findRun(
  source: ChatAgentSource,
  resume: AgentArguments["resume"],
): Promise<{ id: string; said: Said[] } | undefined> {
  if (resume === undefined) return undefined;
  const id = resume.run ?? (await source.lastRun());
  if (id === undefined)
    throw new YourcallError("not-found", "There is no saved run of this directory. Start one without --resume.");
  const said = (await source.recall?.(id)) ?? [];
  await source.hold?.(id);
  return { id, said };
}
