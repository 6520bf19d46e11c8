import { type AgentEvent, type Asker, YourcallError } from "@yourcall/core";
import type { AgentArguments } from "./agent-arguments.ts";
import type { OpenTurns } from "./open-turns.ts";

/** A turn, or the rest of one. Iterating it once executes it. `id` is its run. */
export interface ChatRun extends AsyncIterable<AgentEvent> {
  readonly id: string;
}

/** What `yourcall agent` drives. The loop's agent is one. */
export interface ChatAgent {
  run(prompt: string): ChatRun;
  /** Continues a saved run, with this prompt or from where it stopped. */
  resume(runId: string, prompt?: string): ChatRun;
}

/** What an agent for `yourcall agent` needs. */
interface ChatSettings {
  /** Asks the person; undefined if nobody can be asked. */
  asker: Asker | undefined;
  cwd: string;
  /** A directory for the agent's files, separate for each working directory. */
  runs: string;
  model: string | undefined;
  maxSteps: number | undefined;
  planMode: boolean;
  /** The agent's own command, for one that is a program of somebody else. */
  command?: string[];
}

/** Something said earlier, shown when a run is resumed. */
export interface Said {
  who: "you" | "agent";
  text: string;
}

/** A kind of agent, ready to be used. */
export interface ChatAgentSource {
  /** The model's name for the person. */
  readonly name: string;
  /** An agent whose turns stop, and whose asks are withdrawn, when the signal is aborted. */
  open(signal: AbortSignal): ChatAgent;
  /** The last run in this working directory. */
  lastRun(): Promise<string | undefined>;
  /** Keeps other processes from this run until this one ends; throws if another has it. */
  hold?(runId: string): Promise<void>;
  /** The end of a run's conversation, if it can be read; throws if there is no such run. */
  recall?(runId: string): Promise<Said[]>;
  /** Which runs stopped in the middle of a turn; without it the agent knows that itself. */
  turns?: OpenTurns;
  /** Ends what the agent keeps running between turns. */
  close?(): Promise<void>;
}

/** Opens a kind of agent. Throws an error whose message says what to set or do. */
export type OpenChatAgent = (settings: ChatSettings) => Promise<ChatAgentSource>;

/** A chat with one agent: the first message begins a run, every later one continues it. */
export interface Conversation {
  readonly runId: string | undefined;
  /** The next turn. Without a prompt the run continues from where it stopped. */
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
      const follow = source.turns?.follow ?? ((run: ChatRun) => run);
      if (runId !== undefined) return follow(agent.resume(runId, prompt), prompt);
      const run = agent.run(prompt ?? "");
      runId = run.id;
      // A new name, which no other process can hold yet.
      source.hold?.(run.id).catch(() => {});
      return follow(run, prompt);
    },
  };
}

/** The run that `--resume` means, with the end of its conversation; undefined without `--resume`. */
export async function findRun(
  source: ChatAgentSource,
  resume: AgentArguments["resume"],
): Promise<{ id: string; said: Said[] } | undefined> {
  if (resume === undefined) return undefined;
  const id = resume.run ?? (await source.lastRun());
  if (id === undefined)
    throw new YourcallError("not-found", "There is no saved run in this directory. Start one without --resume.");
  const said = (await source.recall?.(id)) ?? [];
  await source.hold?.(id);
  return { id, said };
}
