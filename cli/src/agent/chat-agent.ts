import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { type AgentEvent, type AgentRun, type Asker, YourcallError } from "@yourcall/core";
import type { AgentArguments } from "./agent-arguments.ts";

/** What `yourcall agent` drives. The loop's agent is one. */
interface ChatAgent {
  run(prompt: string): AgentRun;
  /** Continues a saved run, with this prompt or from where it stopped. */
  resume(runId: string, prompt?: string): AgentRun;
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
  /** The command that starts the agent, if it is a separate program. */
  command?: string[];
}

/** Something said earlier, shown when a run is resumed. */
export interface Said {
  who: "you" | "agent";
  text: string;
}

/** A kind of agent, ready to be used. */
export interface ChatAgentSource {
  /** The model's name, as shown to the person. */
  readonly name: string;
  /** An agent whose turns stop, and whose asks are withdrawn, when the signal is aborted. */
  open(signal: AbortSignal): ChatAgent;
  /** The last run in this working directory. */
  lastRun(): Promise<string | undefined>;
  /** Locks the run for this process; throws if another process has it. */
  hold?(runId: string): Promise<void>;
  /** A run's conversation, if it can be read; throws if there is no such run. */
  recall?(runId: string): Promise<Said[]>;
  /**
   * Wraps a turn as `followOpenTurns` does, for agents that do not know themselves which runs stopped in the middle of a turn.
   */
  follow?(run: AgentRun, prompt: string | undefined): AgentRun;
  /** Whether a question is lost with the agent's process, because a resumed run does not ask it again. */
  readonly forgetsAsks?: boolean;
  /** Ends what the agent keeps running between turns. A turn that is still open can be resumed. */
  close?(): Promise<void>;
}

/** Opens a kind of agent. Throws an error whose message says what to set or do. */
export type OpenChatAgent = (settings: ChatSettings) => Promise<ChatAgentSource>;

export type Conversation = ReturnType<typeof createConversation>;

/** A chat with one agent: the first message begins a run, every later one continues it. */
export function createConversation(source: ChatAgentSource, resumed?: string) {
  let runId = resumed;
  return {
    get runId() {
      return runId;
    },
    /** The next turn. Without a prompt the run continues from where it stopped. */
    turn(prompt: string | undefined, signal: AbortSignal): AgentRun {
      const agent = source.open(signal);
      const follow = source.follow ?? ((run: AgentRun) => run);
      if (runId !== undefined) return follow(agent.resume(runId, prompt), prompt);
      if (prompt === undefined) throw new TypeError("A run begins with a prompt.");
      const run = agent.run(prompt);
      runId = run.id;
      // The id is new, so no other process can hold it yet.
      source.hold?.(run.id).catch(() => {});
      return follow(run, prompt);
    },
  };
}

/**
 * Records open turns as files in this folder. A file is removed when its turn ends, so it remains if the process was killed or
 * left, or the agent was closed. Without a prompt, an open turn is continued; if there is none, the turn ends immediately,
 * because an agent told to continue would start something nobody asked for.
 */
export function followOpenTurns(folder: string, isClosing = () => false): NonNullable<ChatAgentSource["follow"]> {
  return (run, prompt) => {
    const file = `${folder}/${encodeURIComponent(run.id)}`;
    async function* events(): AsyncGenerator<AgentEvent> {
      if (prompt === undefined && (await stat(file).catch(() => null)) === null) {
        yield { type: "done", text: "" };
        return;
      }
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, "", { mode: 0o600 });
      for await (const event of run) {
        const isOver = event.type === "done" || (event.type === "error" && !isClosing());
        if (isOver) await rm(file, { force: true });
        yield event;
      }
    }
    const iterator = events();
    return { id: run.id, [Symbol.asyncIterator]: () => iterator };
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
  const from = said.findLastIndex(({ who }) => who === "you");
  return { id, said: said.slice(Math.max(0, from)) };
}
