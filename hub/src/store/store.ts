import type { AskStatus } from "@yourcall/client";
import type { AgentInfo, Approval, Ask, Draft, OnTimeout, Outcome, OutcomeStatus, Question } from "@yourcall/core";

/** An ask as it is kept. Times are milliseconds since the epoch. */
export interface AskRecord {
  id: string;
  /** The order of creation, given by the store. */
  position: number;
  /** The token that asked. With `agent.session` it is the scope of `key`. */
  token: string;
  key: string | null;
  kind: Ask["kind"];
  status: AskStatus;
  agent: AgentInfo;
  questions: Question[];
  approval: Approval | null;
  context: string | null;
  metadata: Record<string, unknown> | null;
  onTimeout: OnTimeout;
  createdAt: number;
  expiresAt: number | null;
  /** When somebody was last known to wait for the outcome. */
  lastSeenAt: number;
  /** When the outcome was first handed to somebody who waited; null while nobody has it. */
  deliveredAt: number | null;
  /** 0 while there is no draft. */
  draftRevision: number;
  draft: { draft: Draft; surface: string | null; at: number } | null;
  outcome: Outcome | null;
  endedAt: number | null;
}

export type NewAsk = Omit<
  AskRecord,
  "position" | "status" | "deliveredAt" | "draftRevision" | "draft" | "outcome" | "endedAt"
>;

/** Something that happened to an ask, in the order in which it was committed. `sequence` only grows. */
export interface StoredEvent {
  sequence: number;
  type: "ask-created" | "ask-drafted" | "ask-ended";
  record: AskRecord;
}

export interface ListQuery {
  status: AskStatus | "ended" | "all";
  /** Only asks of this token and session. */
  token?: string;
  session?: string;
  /** Only asks of agents of this name. */
  agent?: string;
  /** Words to find in questions, options, answers, notes and comments, whatever their case. */
  search?: string;
  order: "oldest" | "newest";
  limit: number;
  /** The position (pending, all) or end (ended) after which the page starts, as an earlier page gave it. */
  cursor?: string;
}

/** A page of asks. */
export interface ListPage {
  records: AskRecord[];
  /** Leads on to the next page, where there is one. */
  cursor?: string;
  /** Leads back, in the other order, to what stands before this page. Only a page that a cursor led to has one. */
  back?: string;
}

/** What came in one span of time, and what became of it. */
export interface SpanCount {
  asked: number;
  ended: Record<OutcomeStatus, number>;
  /** How long those that ended had waited until then; null where none has. */
  waited: { medianMs: number; longestMs: number } | null;
}

/** A token beyond the two in the state directory. Only its hash is kept. */
export interface TokenRecord {
  id: string;
  hash: string;
  scope: "agent" | "human" | "link";
  name: string;
  /** The one ask a link is good for. */
  ask: string | null;
  createdAt: number;
}

/**
 * Where asks are kept. Every promise of a write settles only after its commit is on disk; a write that cannot be made durable
 * rejects with `store-unavailable` and leaves nothing behind. Several writes may share one commit.
 */
export interface Store {
  /** Names this store, so that a cursor of another one is told apart. */
  readonly id: string;
  /**
   * Adds an ask. Where its key is taken, in its scope, by an ask that is pending, answered or declined, that ask comes back
   * instead (`created: false`); keys of cancelled and expired asks are free again.
   */
  create(ask: NewAsk): Promise<{ record: AskRecord; created: boolean }>;
  /**
   * Ends an ask that is pending: compare and set, so exactly one caller gets `ended: true` and every other the outcome that
   * won. With `dueBy` only an ask whose deadline is not after that time ends; else it comes back pending. Null: no such ask.
   */
  end(
    id: string,
    outcome: Outcome,
    options?: { dueBy?: number },
  ): Promise<{ record: AskRecord; ended: boolean } | null>;
  /** Keeps a draft if `baseRevision` is the one that stands and the ask is pending, and sets the deadline. */
  saveDraft(
    id: string,
    change: { draft: Draft; surface: string | null; at: number; baseRevision: number; expiresAt: number | null },
  ): Promise<{ record: AskRecord; saved: boolean } | null>;
  /** Moves the deadline of an ask that is pending and has one, to a later time only. Makes no event. */
  extend(id: string, expiresAt: number): Promise<void>;
  /** Notes who was seen waiting and what was handed over. Makes no event. */
  saw(sightings: readonly { id: string; lastSeenAt: number; deliveredAt?: number }[]): Promise<void>;
  get(id: string): Promise<AskRecord | null>;
  /** The ask that holds this key in this scope, whatever its state; the newest where there were several. */
  findByKey(token: string, session: string | null, key: string): Promise<AskRecord | null>;
  list(query: ListQuery): Promise<ListPage>;
  /**
   * Counts the asks that came from each of these times on until the next; the last one only ends the span before it. Times are
   * those the clock showed, and they grow.
   */
  countSpans(starts: readonly number[]): Promise<SpanCount[]>;
  /** The names of agents whose asks have ended, in the order of their letters, at most so many. */
  listAgents(limit: number): Promise<string[]>;
  countPending(scope?: { token: string; session: string | null }): Promise<number>;
  /** What happened after `sequence`, oldest first; null where the store no longer knows all of it. */
  eventsAfter(sequence: number, limit: number): Promise<StoredEvent[] | null>;
  lastSequence(): Promise<number>;
  /** The pending ask that is due first. */
  nextDeadline(): Promise<{ id: string; expiresAt: number } | null>;
  /** Takes ended asks away that ended before this time. Returns how many. */
  forget(endedBefore: number): Promise<number>;
  /** Calls back with what was committed, in order, by this process or another one. Returns how to stop. */
  subscribe(listener: (events: readonly StoredEvent[]) => void): () => void;
  addToken(token: TokenRecord): Promise<void>;
  findToken(hash: string): Promise<TokenRecord | null>;
  listTokens(): Promise<TokenRecord[]>;
  removeToken(id: string): Promise<boolean>;
  /** Is it able to write? Rejects with `store-unavailable` where it is not. */
  check(): Promise<void>;
  close(): Promise<void>;
}
