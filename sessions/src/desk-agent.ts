import type { SessionMode } from "@yourcall/client";
import type { AgentEvent, Asker } from "@yourcall/core";

/** A turn of an agent. Iterating it once executes it. */
export interface DeskTurn extends AsyncIterable<AgentEvent> {
  /** Passes a message to the running turn; false if the turn no longer accepts any. */
  send?(text: string): boolean;
}

/** The agent of one session, whichever it is. */
export interface DeskAgent {
  /** The first turn of its conversation. */
  begin(prompt: string, signal: AbortSignal): DeskTurn;
  /** The next turn; without a prompt, the rest of the last one. */
  goOn(prompt: string | undefined, signal: AbortSignal): DeskTurn;
  /** Ends what it keeps running between turns. */
  close?(): Promise<void>;
}

/** What an agent of the desk needs. */
interface DeskAgentSettings {
  /** The session's id, which its asks carry too. */
  session: string;
  title: string;
  cwd: string;
  /** The current mode, read at the start of each turn: an approved plan changes it. */
  mode: () => SessionMode;
  model: string | undefined;
  asker: Asker;
  /** The environment of its programs. */
  env: NodeJS.ProcessEnv;
  /** A directory for the agent's own files, separate for each working directory. */
  runs: string;
  /** Locks this conversation against other processes; throws if another has it. */
  hold: () => Promise<void>;
  /** An ACP agent's own name for the session, if it has one yet. */
  agentSession: string | undefined;
  onAgentSession: (name: string) => void;
}

/** Opens an agent. Throws an error whose message says what to set or do. */
export type OpenDeskAgent = (settings: DeskAgentSettings) => Promise<DeskAgent>;

// Each kind of agent is loaded when the first session needs it.

export const openLoop: OpenDeskAgent = async (settings) => (await import("./agents/open-loop.ts")).openLoop(settings);

export const openClaude: OpenDeskAgent = async (settings) =>
  (await import("./agents/open-claude.ts")).openClaude(settings);

/** An agent that speaks ACP, started with this command. */
export function openAcp(name: string, command: readonly string[]): OpenDeskAgent {
  return async (settings) => (await import("./agents/open-acp.ts")).openAcp(name, command)(settings);
}
