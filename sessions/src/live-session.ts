import type { Session, SessionMode, WireAsk } from "@yourcall/client";
import type { Clock } from "@yourcall/core";
import type { Agent } from "./agents/agent.ts";
import type { Transcript } from "./open-transcript.ts";
import type { SessionAsks } from "./session-asks.ts";
import type { SessionPictures } from "./session-pictures.ts";
import type { SessionMessage, SessionRecord } from "./session-record.ts";

/** The directory as a person would write it, and its branch. */
export interface SessionPlace {
  project: string;
  branch?: string;
}

export type SessionAgent = Pick<Agent, "begin" | "resume" | "isRunning" | "close">;

export interface SessionOptions {
  record: SessionRecord;
  transcript: Transcript;
  pictures: SessionPictures;
  clock: Clock;
  /** Opens its agent, when the first turn needs it. */
  open: () => Promise<SessionAgent>;
  place: () => Promise<SessionPlace>;
  /** Reports to the hub that an answer did not reach the agent. */
  refuse: (ask: string, note: string) => void;
  withdraw: (ask: string) => Promise<void>;
  save: () => void;
  onChange: () => void;
  /** How long a working agent may be silent before the session says so. Two minutes. */
  silentMs?: number;
}

/** A session while its desk runs. */
export interface LiveSession extends Pick<SessionAsks, "noteDelivery" | "noteGone"> {
  readonly record: SessionRecord;
  readonly transcript: Transcript;
  readonly pictures: SessionPictures;
  view(): Session;
  /** Starts the first turn. `notes` is what the person should know about its directory. */
  begin(notes?: readonly string[]): void;
  send(message: SessionMessage): void;
  interrupt(): Promise<void>;
  resume(): void;
  stop(): Promise<void>;
  /** Sets what the agent may do without asking, or its model: at once if the agent can change it, otherwise with the next turn. */
  setMode(mode: SessionMode): void;
  setModel(id: string): void;
  /** Changes what is stored about it. */
  amend(change: Partial<SessionRecord>, noted?: string): void;
  /** Continues the session under a new desk, with the asks that were open when the last one ended. */
  restore(asks: readonly WireAsk[]): void;
  /** Ends the agent and changes nothing else, so that the next desk can continue. */
  close(): Promise<void>;
  noteAsk(ask: WireAsk): void;
}
