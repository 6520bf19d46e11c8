import type { Approval, AskKind, Delivery, Outcome, Question } from "@yourcall/core";

// What travels between the desk, the hub and its clients. `desk/src/session-schemas.test.ts` compares it with the schemas.

/** What a session may do without asking. */
export const sessionModes = ["default", "plan", "acceptEdits"] as const;
export type SessionMode = (typeof sessionModes)[number];

/** From the session's open asks and its agent's own reports. */
export const sessionStates = ["working", "waiting", "idle", "failed"] as const;
export type SessionState = (typeof sessionStates)[number];

/** One run of one agent under the desk. Its id is the `agent.session` of its asks. */
export interface Session {
  id: string;
  /** The beginning of its first prompt. */
  title: string;
  /** The agent's name in the list of agents. */
  agent: string;
  cwd: string;
  /** The directory as a person would write it, as `~/shop`. */
  project: string;
  branch?: string;
  mode: SessionMode;
  /** As the agent reports it. */
  model?: string;
  state: SessionState;
  /** When it entered this state. */
  since: string;
  /** Its pending asks, oldest first. Never one while a message still streams. */
  asks: string[];
  /** The first question of the oldest pending ask, and since when it waits. */
  question?: string;
  waitingSince?: string;
  /** What it said or did last, in one line. */
  lastLine?: string;
  /** Why it failed, and what to do. */
  failure?: string;
  /** A person stopped it. `resume` and `send` start it again. */
  stoppedAt?: string;
  /** It works, and nothing has come from it since then. */
  silentSince?: string;
  /** How many messages wait for the end of its turn. */
  queued: number;
  createdAt: string;
}

/** An agent that a session can be started with. */
export interface DeskAgentInfo {
  name: string;
  kind: "claude" | "loop" | "acp";
}

/** What the desk offers and runs. Sessions are in no particular order. */
export interface DeskInfo {
  sessions: Session[];
  agents: DeskAgentInfo[];
  /** Sessions can be started in these directories and below. */
  directories: string[];
}

/** One entry of a transcript. A later version of an entry has the same `seq` and replaces it. */
export type TranscriptEntry = { seq: number; at: string } & TranscriptContent;

export type TranscriptContent =
  /** The person's. `queued`: the agent does not have it yet. */
  | { type: "message"; text: string; queued?: boolean }
  /** The agent's, as markdown. `open`: it still grows. */
  | { type: "text"; text: string; open?: boolean }
  | { type: "reasoning"; text: string; open?: boolean; endedAt?: string }
  /** A tool call, without a `result` while it runs. */
  | { type: "tool"; call: string; name: string; input: unknown; result?: { text: string; isError: boolean } }
  /** Something put to the person, without an `outcome` while it is pending. */
  | {
      type: "ask";
      ask: string;
      kind: AskKind;
      questions: Question[];
      approval?: Approval;
      outcome?: Outcome;
      delivery?: Delivery;
    }
  /** What the desk has to say about the session. */
  | { type: "note"; tone: "info" | "failure"; text: string };

/** Consecutive entries, oldest first. */
export interface TranscriptPage {
  entries: TranscriptEntry[];
  /** Whether there are earlier ones: ask with `before` and the first `seq` of this page. */
  more: boolean;
}

export interface TranscriptQuery {
  before?: number;
  limit?: number;
}

export interface StartSession {
  directory: string;
  agent: string;
  prompt: string;
  mode?: SessionMode;
  model?: string;
}

/** An event of the stream. `desk` comes first, then, if a session was named, `transcript` with its last page. */
export type SessionEvent =
  | ({ type: "desk" } & DeskInfo)
  | { type: "session"; session: Session }
  | { type: "session-forgotten"; id: string }
  | ({ type: "transcript"; id: string } & TranscriptPage)
  /** A new entry, or a new version of one. */
  | { type: "entry"; id: string; entry: TranscriptEntry }
  /** Text to add to the end of an open entry. */
  | { type: "text"; id: string; seq: number; text: string };
