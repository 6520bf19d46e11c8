import type { AgentInfo, Ask, DeliveryState, Draft, OnTimeout, Outcome, OutcomeStatus } from "@yourcall/core";
import type { AskStatus, HubEvent, TokenRights, TokenScope, WireNotice } from "@yourcall/core/internal/wire";
import type { DeviceStore } from "./device-store.ts";
import type { GrantStore } from "./grant-store.ts";
import type { PictureStore } from "./picture-store.ts";
import type { ChainStore } from "./record-chain.ts";

/** An ask as it is stored. Times are milliseconds since the epoch. */
export interface AskRecord extends Ask {
  id: string;
  /** A number that grows in the order of creation, assigned by the store. */
  position: number;
  /** The token that asked. With `agent.session` it is the scope of `key`. */
  token: string;
  key?: string;
  status: AskStatus;
  agent: AgentInfo;
  onTimeout: OnTimeout;
  /** The names of the people who should answer; undefined: anybody. */
  to?: string[];
  /** Where the outcome is posted. It may contain secrets, so only its origin leaves the hub. */
  callback?: string;
  createdAt: number;
  expiresAt?: number;
  /** When somebody was last seen waiting for the outcome. */
  lastSeenAt: number;
  /** Whether the outcome reached its agent; undefined while there is none. */
  delivery?: Delivery;
  /** 0 while there is no draft. */
  draftRevision: number;
  draft?: { draft: Draft; surface?: string; at: number };
  outcome?: Outcome;
  endedAt?: number;
}

/** Whether and when an outcome reached its agent; it waits from the end of the ask until its first delivery. */
export interface Delivery {
  state: DeliveryState;
  at: number;
  /** The agent's own words. */
  note?: string;
}

export type NewAsk = Omit<
  AskRecord,
  "position" | "status" | "delivery" | "draftRevision" | "draft" | "outcome" | "endedAt"
>;

/** Something that happened to an ask, with the ask as it is when the event is announced or read. */
export interface StoredEvent {
  sequence: number;
  type: Exclude<HubEvent["type"], "snapshot">;
  record: AskRecord;
}

/** How much may be pending at the same time. */
export interface PendingLimits {
  /** Asks of one token and session. */
  maxPending?: number;
  /** Asks of one token, whatever its sessions. */
  maxPendingOfToken?: number;
  /** Bytes of all pending asks of one token, as they are stored. */
  maxBytesOfToken?: number;
}

/** What a token has pending: how many asks, and their bytes as they are stored. */
export interface Load {
  pending: number;
  bytes: number;
}

export interface ListQuery {
  status: AskStatus | "ended" | "all";
  /** Only asks of this token and session. */
  token?: string;
  session?: string;
  /** Only asks that were created, answered or declined with this token. */
  actor?: string;
  /** Only asks of agents of this name. */
  agent?: string;
  /** Only asks with this key. */
  key?: string;
  /** Only ended asks whose outcome is in this state. */
  delivery?: DeliveryState;
  /** Words to find in questions, options, answers, notes and comments, whatever their case. */
  search?: string;
  order: "oldest" | "newest";
  limit: number;
  /** The cursor of an earlier page. */
  cursor?: string;
}

/** A page of asks; shorter than its limit if they are large. */
export interface ListPage {
  records: AskRecord[];
  /** Leads to the next page, if there is one. */
  cursor?: string;
  /** Leads to the previous page, in the opposite order. Only a page reached by a cursor has one. */
  back?: string;
}

/** The asks created in one span of time, and how they ended. */
export interface SpanCount {
  asked: number;
  ended: Record<OutcomeStatus, number>;
  /** How long the ended ones waited; null if none ended. */
  waited: { medianMs: number; longestMs: number } | null;
}

/** A token besides the two in the state directory. Only its hash is stored. */
export interface TokenRecord {
  id: string;
  hash: string;
  scope: TokenScope;
  name: string;
  /** The ask that a link opens. */
  ask: string | null;
  createdAt: number;
  lastUsedAt?: number;
  /** The id of the token it was made from; for a session, that of the previous login. */
  madeFrom?: string;
  /** The browser and system it was made for, as text; for a device's token, the id of the device. */
  device?: string;
  /** The port of the hub when it was made. */
  port?: number;
  /** What a person may do with it; everything if undefined. */
  rights?: TokenRights;
  /** The person it was made for; for a session, the one who logged in. */
  person?: string;
}

/** A code for one login. Only its hash is stored. */
export interface LoginCode {
  hash: string;
  /** The token that it was made with. */
  madeFrom: string;
  until: number;
}

/** Short messages between the hubs that share a store. Any of them may get lost, so they only announce early what is read later. */
export interface Messages {
  send(text: string): void;
  /** Calls back for messages of other hubs. Returns how to stop. */
  listen(listener: (text: string) => void): () => void;
}

/** An outgoing message about an ask, for example to a webhook: queued, or the record of what became of it. */
export interface Notice {
  id: number;
  ask: string;
  /** What it is about. */
  event: WireNotice["event"];
  /** Where it goes. */
  target: string;
  state: WireNotice["state"];
  /** The number of attempts. */
  attempts: number;
  /** When it is due, while it waits. */
  dueAt: number;
  /** When it was last changed. */
  at: number;
  /** Why the last attempt failed. */
  reason?: string;
}

/**
 * Where asks are kept. `sqlite/` implements it; `conformance/` is the test suite that every implementation must pass.
 *
 * - **Durable.** The promise of a write settles only after its commit is on disk. A write that cannot be made durable rejects with
 *   `store-unavailable` and leaves nothing behind; if that is uncertain, the message says so, and nothing more is acknowledged
 *   until the actual state has been read from the disk. Several writes may share one commit.
 * - **Shared.** Several hubs may have the same data open. Everything promised here holds whichever of them acts: one ask has one
 *   outcome, one key has one ask, and every read sees what any of them has acknowledged.
 * - **In order.** Each creation, draft, end and delivery is an event with a sequence. Sequences grow in the order of commits, are never used
 *   twice, and an event is announced only once a read can see it.
 */
export interface Store extends DeviceStore, GrantStore, PictureStore, ChainStore {
  /** The store's permanent name, wherever it is moved. */
  readonly id: string;
  /** The name of its history: in another history, the same sequence means a different event. A restored backup has a new one. */
  readonly epoch: string;

  // Asks

  /**
   * Adds an ask. If an ask of the same token and session that is pending, answered or declined already has its key, that ask is
   * returned instead (`created: false`); keys of cancelled and expired asks are free again. Null if a new ask would exceed a limit.
   */
  create(ask: NewAsk, limits?: PendingLimits): Promise<{ record: AskRecord; created: boolean } | null>;
  /**
   * Ends a pending ask: exactly one caller gets `ended: true`, every other one the outcome that won. An outcome that depends on the
   * ask is a function of it, called within the write, perhaps twice; if it returns null, the ask stays pending. With `dueBy`, an
   * ask ends only if its deadline is not after that time; otherwise it stays pending. `taken`: its agent has the outcome, or gets it
   * as soon as this is on disk; a function is called as `outcome` is. With `grant`, an ask ends only if that grant exists, and this
   * counts as a use of it, in the same commit; otherwise it stays pending. Null: no such ask.
   */
  end(
    id: string,
    outcome: Outcome | ((pending: AskRecord) => Outcome | null),
    options?: { dueBy?: number; taken?: boolean | ((pending: AskRecord) => boolean); grant?: string },
  ): Promise<{ record: AskRecord; ended: boolean } | null>;
  /** Saves a draft and sets the deadline, if the ask is pending and its draft still has `baseRevision`. Null: no such ask. */
  saveDraft(
    id: string,
    change: { draft: Draft; surface?: string; at: number; baseRevision: number; expiresAt?: number },
  ): Promise<{ record: AskRecord; saved: boolean } | null>;
  /** Records when somebody last waited for asks, and which waiting outcomes were taken. Unknown ids are ignored. */
  recordSightings(sightings: readonly { id: string; lastSeenAt: number; takenAt?: number }[]): Promise<void>;
  /** Sets the delivery of an ended ask's outcome. A pending ask is returned unchanged. Null: no such ask. */
  setDelivery(id: string, delivery: Delivery): Promise<AskRecord | null>;
  /**
   * Deletes asks that ended before a time, with their links, and returns how many. `undeliveredBefore` applies to those whose
   * outcome still waits for its agent. Deleted data is overwritten and its space given back.
   */
  forget(endedBefore: number, undeliveredBefore?: number): Promise<number>;
  get(id: string): Promise<AskRecord | null>;
  /** A page. Rejects with a `RangeError` if the cursor is not from an earlier page of this list. */
  list(query: ListQuery): Promise<ListPage>;
  /** The newest ended asks of a session that a next ask may revise: those with a question of the person, or comments on lines. */
  listRevisable(query: { token: string; session: string; limit: number }): Promise<AskRecord[]>;
  /** Another ask revises this one, so it can be revised no more. An unknown id is ignored. */
  markRevised(id: string): Promise<void>;
  countPending(scope?: { token: string; session: string | null }): Promise<number>;
  loadOf(token: string): Promise<Load>;
  /** The pending ask that is due first. */
  nextDeadline(): Promise<{ id: string; expiresAt: number } | null>;

  // The log

  /** Counts the asks created between each of these times and the next. The times ascend; the last one only ends the last span. */
  countSpans(starts: readonly number[]): Promise<SpanCount[]>;
  /** The names of agents whose asks have ended, in alphabetical order, at most `limit`. */
  listAgents(limit: number): Promise<string[]>;

  // Events

  /** The events after `sequence`, oldest first, at most `limit`; null if the store no longer has all of them, or has lost `sequence`. */
  eventsAfter(sequence: number, limit: number): Promise<StoredEvent[] | null>;
  lastSequence(): Promise<number>;
  /**
   * Announces every event, of this hub or another: once, in order, and after a read can see it. It may come late, so a reader
   * may already have seen it. Returns how to stop. `onRewound` is called if the store has lost events that were announced, as after
   * a fail-over to a standby that lagged behind: earlier reads may be stale.
   */
  subscribe(listener: (events: readonly StoredEvent[]) => void, onRewound?: () => void): () => void;

  // Tokens

  addToken(token: TokenRecord): Promise<void>;
  findToken(hash: string): Promise<TokenRecord | null>;
  getToken(id: string): Promise<TokenRecord | null>;
  listTokens(): Promise<TokenRecord[]>;
  /** Records when a token was last used, unless a later use is known. */
  usedToken(id: string, at: number): Promise<void>;
  /** Removes a token, every one made from it and their codes, and returns the ids. */
  removeToken(id: string): Promise<string[]>;

  /** Keeps a code for one login, by its hash. */
  addCode(code: LoginCode): Promise<void>;
  /** Removes a code and returns it, to one caller only; null if there is none. */
  takeCode(hash: string): Promise<LoginCode | null>;

  // Notices

  /** Adds notices, which wait until they are due. They are deleted with their ask. */
  addNotices(notices: readonly Pick<Notice, "ask" | "event" | "target" | "dueAt">[]): Promise<void>;
  /**
   * The notices that are due, the longest due first, at most `limit`. Until they are settled they become due again `retryMs`
   * later; no other hub gets them before that.
   */
  takeDueNotices(now: number, options: { retryMs: number; limit: number }): Promise<Notice[]>;
  /** Sets a notice's state. `waiting` with a new `dueAt` retries it. */
  settleNotice(id: number, result: Pick<Notice, "state" | "attempts" | "dueAt" | "at" | "reason">): Promise<void>;
  /** When the next notice is due; null if none is waiting. */
  nextNoticeAt(): Promise<number | null>;
  /** The notices of an ask, oldest first. */
  noticesOf(ask: string): Promise<Notice[]>;

  // The store itself

  /** Undefined if the store cannot carry messages between hubs. */
  readonly messages?: Messages;
  /** Keeps a text under a name, for the hub's own use. */
  remember(name: string, value: string): Promise<void>;
  recall(name: string): Promise<string | null>;
  /** What a person should know about the state of the data. */
  warnings(): string[];
  /** Rejects with `store-unavailable` if it cannot write. */
  check(): Promise<void>;
  /** Commits pending writes and closes. From then on every call rejects with `store-unavailable`. */
  close(): Promise<void>;
}
