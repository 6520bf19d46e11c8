import type {
  Act,
  AgentInfo,
  Ask,
  By,
  Delivery,
  DeliveryState,
  Draft,
  ErrorCode,
  Issue,
  Outcome,
  OutcomeStatus,
  ReportedOutcome,
} from "@yourcall/core";

// What travels between hub and client. The hub's schemas are compared with these types in `hub/src/http/wire-schemas.test.ts`.

/** Whether an ask is pending, or how it ended. */
export type AskStatus = "pending" | OutcomeStatus;

/** A draft as the hub keeps it: the content, its surface, and the revision a change must build on. */
export interface WireDraft {
  draft: Draft;
  revision: number;
  surface?: string;
  at: string;
}

/** What became of one notification about an ask. */
export interface WireNotice {
  event: "ask-created" | "ask-ended";
  /** The channel, as `webhook 1 (ntfy at ntfy.sh)`. */
  target: string;
  /** `failed` was given up; `not-needed`: the ask had ended first. */
  state: "waiting" | "sent" | "failed" | "not-needed";
  attempts: number;
  at: string;
  /** Why the last attempt failed. */
  reason?: string;
}

/** An ask as the hub sends it. Times are ISO 8601. Agents never receive `draft` and `notices`. */
export interface WireAsk extends Ask {
  id: string;
  key?: string;
  status: AskStatus;
  agent: AgentInfo;
  /** The names of the people who should answer; absent: anybody. */
  to?: string[];
  createdAt: string;
  expiresAt?: string;
  /** How many askers wait for the outcome now, and when one was last seen. */
  waiting: { count: number; lastSeenAt: string };
  url: string;
  draft?: WireDraft;
  outcome?: Outcome;
  /** Whether the outcome reached its agent. Absent while there is none. */
  delivery?: Delivery;
  /** With a single ask, and in lists that ask for it. Missing if there are none. */
  notices?: WireNotice[];
}

/** An event of the stream. `snapshot` comes first, with the first page of pending asks; `cursor` leads to the next. */
export type HubEvent =
  | { type: "snapshot"; asks: WireAsk[]; cursor?: string }
  | { type: "ask-created"; ask: WireAsk }
  | { type: "ask-drafted"; id: string; draft: WireDraft; expiresAt?: string }
  | { type: "ask-ended"; ask: WireAsk }
  | { type: "ask-delivered"; id: string; delivery: Delivery };

/** The body of every refusal, whatever its status. */
export interface WireError {
  code: ErrorCode | "bad-request";
  message: string;
  issues?: Issue[];
  /** With `already-ended`: the outcome that won. */
  outcome?: Outcome;
  /** With `draft-conflict`: the current draft. */
  draft?: WireDraft;
}

/** What a surface says about itself. The hub adds `token`. */
type Claim = Partial<Omit<By, "token" | "act">> & { act?: Act };

export interface AnswerBody extends Claim {
  answers: unknown;
  comment?: string;
}

export interface DeclineBody extends Claim {
  reason?: string;
}

export interface DraftBody {
  draft: Draft;
  /** The revision this draft was made on; 0 for the first. */
  baseRevision: number;
  surface?: string;
}

/** Only for the token and session that asked. */
export interface ReportBody {
  outcome: ReportedOutcome;
  surface: string;
}

/** Only for the token and session that asked. */
export interface DeliveryBody {
  state: DeliveryState;
  note?: string;
}

/** A page of asks: pending oldest first, ended newest first. */
export interface AskPage {
  asks: WireAsk[];
  /** Leads to the next page, if there is one. */
  cursor?: string;
  /** With the other `order`, leads to the previous page. Only a page reached by a cursor has one. */
  back?: string;
}

/** The filters of a list. `q` searches questions, options, answers and comments. */
export interface AskQuery {
  status?: AskStatus | "ended" | "all";
  session?: string;
  /** A token's id: asks that were asked, answered or declined with it. For people only. */
  token?: string;
  /** The name of an agent. */
  agent?: string;
  /** The key of a call. With it, `status` is `all` by default. */
  key?: string;
  /** Ended asks whose outcome is in this state. With it, `status` is `ended` by default. */
  delivery?: DeliveryState;
  q?: string;
  order?: "oldest" | "newest";
  limit?: number;
  cursor?: string;
  /** With what became of the notifications about each ask. For people only. */
  notices?: "yes";
}

/** One day of the log. */
export interface DayCount {
  /** As `2026-01-31`. */
  day: string;
  /** How many asks came. */
  asked: number;
  /** How the asks of that day have ended so far. */
  ended: Record<OutcomeStatus, number>;
  /** How long the ended ones waited. */
  waited?: { medianMs: number; longestMs: number };
}

/** Some days of the log. */
export interface DaysPage {
  zone: string;
  /** How long the ended asks of all these days waited. */
  waited?: DayCount["waited"];
  days: DayCount[];
}

/** Which days: from one to another, both included, as `2026-01-31`. The last 30 by default, at most 92. */
export interface DaysQuery {
  from?: string;
  to?: string;
  /** The time zone of the days, as `Europe/Berlin`; UTC by default. */
  zone?: string;
}

/** Where a hub is, and its settings. */
export interface HubSettings {
  version: string;
  /** The id of the caller's token, so that nobody revokes their own access by mistake. */
  token: string;
  url: string;
  socket: string;
  publicUrl?: string;
  /** The state directory. */
  directory: string;
  /** How long ended asks are kept; null means forever. */
  keepMs: number | null;
  /** The default deadline of asks. */
  timeoutMs?: number;
  /** What a person should know of the state of the hub's data. */
  warnings?: string[];
  /** Whether `saveSettings` can change anything. */
  canSave: boolean;
}

/** What can be changed while a hub runs. */
export type SettingsBody = Pick<HubSettings, "keepMs">;

/** What a token gives access to: asking; answering; both, but only of its own asks (an app); or one ask by its link. */
export type TokenScope = "agent" | "human" | "app" | "link";

/** What a person may do: see everything; also answer; also manage tokens and settings. */
export type TokenRights = "read" | "answer" | "administer";

export interface TokenBody {
  scope: TokenScope;
  name?: string;
  /** With `link`: the id of the ask it is for. */
  ask?: string;
  /** With `human` and a name: what this person may do. */
  rights?: TokenRights;
}

/** A token as it is listed: everything but its secret. */
export interface TokenInfo {
  id: string;
  scope: TokenScope;
  name?: string;
  ask?: string;
  createdAt: string;
  /** When it was last used, give or take some minutes; absent if never. */
  lastUsedAt?: string;
  /** The browser and system of a login, in words. */
  device?: string;
  /** The id of the token it was made with; it is revoked with that one. */
  madeFrom?: string;
  /** What this person may do; everything if absent. */
  rights?: TokenRights;
}

/** The only time the secret is shown. */
export interface CreatedToken extends TokenInfo {
  token: string;
}

/** Logs a browser in, once and within a minute. */
export interface LoginLink {
  code: string;
  url: string;
}

export type { By };
