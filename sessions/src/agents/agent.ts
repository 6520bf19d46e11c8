import type { SessionMode } from "@yourcall/client";
import type { AgentEvent, AgentRun, Asker, Picture } from "@yourcall/core";

/** A turn of an agent. Iterating it once executes it. */
export interface AgentTurn extends AgentRun {
  /** Passes a message to the running turn; false if the turn no longer accepts any. */
  send?(text: string, pictures?: readonly Picture[]): boolean;
  /** Changes its mode or model at once. Without them, a change takes effect with the next turn. */
  setMode?(mode: SessionMode): void;
  setModel?(model: string): void;
}

/** Something said earlier, shown when a run is resumed. */
export interface Said {
  who: "you" | "agent";
  text: string;
}

/** An agent at work in one directory, whichever kind it is. A run is one conversation with it. */
export interface Agent {
  /** The model's name, as shown to the person. */
  readonly name: string;
  /** The first turn of a new run. Aborting stops it and withdraws its asks. */
  begin(prompt: string, signal: AbortSignal, pictures?: readonly Picture[]): AgentTurn;
  /** The next turn of a run; without a prompt, the rest of the last one. */
  resume(run: string, prompt: string | undefined, signal: AbortSignal, pictures?: readonly Picture[]): AgentTurn;
  /** The last run in this directory. */
  lastRun(): Promise<string | undefined>;
  /** Locks the run for this process; throws if another process has it. */
  hold?(run: string): Promise<void>;
  /** A run's conversation, if it can be read; throws if there is no such run. */
  recall?(run: string): Promise<Said[]>;
  /** Whether its process, which knows the run, is still there; only of an agent that is a separate program. */
  isRunning?(): boolean;
  /** Ends what it keeps running between turns. A turn that is still open can be continued. */
  close?(): Promise<void>;
}

/** What an agent needs. */
export interface AgentSettings {
  /** Asks the person. */
  asker: Asker;
  cwd: string;
  /** A directory for the agent's own files, separate for each working directory. */
  runs: string;
  /** The model that the person wants, read at the start of each turn where the agent lets one change it. */
  model?: () => string | undefined;
  maxSteps?: number;
  /** The current mode, read at the start of each turn: an approved plan changes it. */
  mode: () => SessionMode;
  /** The environment of its programs; the process's by default. */
  env?: NodeJS.ProcessEnv;
  /** The command that starts it, if it is a separate program. */
  command?: readonly string[];
  /**
   * The desk's session, if it works for one: its only run then has this id. The desk shows it in a window, knows which turns are
   * open, and keeps its asks.
   */
  session?: { id: string; title: string; agent: string };
}

/** Opens an agent. Throws an error whose message says what to set or do. */
export type OpenAgent = (settings: AgentSettings) => Promise<Agent>;

/** A turn with other events than its own. */
export function withEvents(turn: AgentTurn, events: AsyncIterator<AgentEvent>): AgentTurn {
  return { ...turn, [Symbol.asyncIterator]: () => events };
}
