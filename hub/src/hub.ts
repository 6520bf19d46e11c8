import type { Outcome } from "@yourcall/core";
import type {
  AnswerBody,
  AskBody,
  ClaimBody,
  DeclineBody,
  DeliveryBody,
  DraftBody,
  ReportBody,
} from "@yourcall/core/internal/wire";
import type { Caller } from "./caller.ts";
import type { Clock } from "./clock.ts";
import type { DailyUse } from "./daily-use.ts";
import type { Grants } from "./grants/grants.ts";
import type { PendingOptions } from "./pending-limits.ts";
import type { HubPictures } from "./pictures.ts";
import type { Presence } from "./presence.ts";
import type { AskRecord, ListPage, ListQuery, Store, StoredEvent } from "./store/store.ts";
import type { Waiters, WaitOptions } from "./waiters.ts";

export interface HubOptions extends PendingOptions {
  store: Store;
  clock?: Clock;
  /** How long ended asks are kept, in milliseconds, or ten times that if no agent took the outcome; undefined: forever. */
  keepMs?: number;
  /** The deadline of asks that have none of their own, in milliseconds. */
  defaultTimeoutMs?: number;
  /** Where outcomes may be posted besides this machine: origins, and ranges of addresses that are not public. */
  callbacks?: () => readonly string[];
  /** Called for every committed event, outside the write path; errors that they throw are logged. */
  watchers?: ((event: StoredEvent) => void)[];
  /** The name of this hub, the same at each start. What was allowed for a while at it ends then. */
  name?: string;
  log?: (message: string) => void;
}

/** The pending asks and everything done to them. Each method applies core's rules; the caller (http) checks permissions. */
export interface Hub {
  /**
   * `call` fits `askBody`. Stores an ask, or takes one over that an earlier call left, if the call wants that. With `wait`, resolves once it has ended or
   * the time is up, like `wait` below.
   */
  ask(call: AskBody, caller: Caller, wait?: WaitOptions): Promise<{ record: AskRecord; created: boolean }>;
  answer(id: string, body: AnswerBody, caller: Caller): Promise<AskRecord>;
  decline(id: string, body: DeclineBody, caller: Caller): Promise<AskRecord>;
  /**
   * Withdraws an ask: immediately, or after this time unless an asker has come back. If the token that asked withdraws it, its
   * outcome counts as taken, even if the ask had already ended, unless it reports the delivery itself; if it withdraws it later,
   * another call may take it over until then.
   */
  cancel(
    id: string,
    reason: string | undefined,
    caller: Caller,
    options?: { afterMs?: number; reportsDelivery?: boolean },
  ): Promise<AskRecord>;
  /** Ends an ask with what was decided in the window of its agent's own host. */
  report(id: string, body: ReportBody, caller: Caller): Promise<AskRecord>;
  /** Records what became of an outcome. One that nobody received (`waiting`) may be taken over. A pending ask is returned unchanged. */
  deliver(id: string, body: DeliveryBody): Promise<AskRecord>;
  /**
   * Whether this holder may continue the run of an ended ask now. While its claim lasts, no other holder gets one for any ask of the
   * same token and session, because the asks of one session may belong to one step of one run. False if the ask is pending, or its
   * outcome was delivered.
   */
  claim(id: string, body: ClaimBody): Promise<{ claimed: boolean; record: AskRecord }>;
  draft(id: string, body: DraftBody): Promise<AskRecord>;
  get(id: string): Promise<AskRecord>;
  /**
   * Resolves once the ask has ended, or with its current state when the time is up. An outcome that the asker itself waits for is
   * recorded as taken before this resolves, so that no crash can make it look as if nobody had it; unless the asker reports the
   * delivery itself.
   */
  wait(id: string, options: WaitOptions): Promise<AskRecord>;
  list(query: ListQuery): Promise<ListPage>;
  /** How long ended asks are kept; null: forever. */
  keepMs(): number | null;
  /** Sets how long. Asks that ended longer ago are deleted soon, in the background. Undelivered outcomes stay ten times as long. */
  keep(ms: number | null): void;
  readonly defaultTimeoutMs: number | undefined;
  /** The store's `subscribe`. */
  watch: Store["subscribe"];
  readonly store: Store;
  readonly clock: Clock;
  readonly waiters: Waiters;
  readonly presence: Presence;
  readonly dailyUse: DailyUse;
  readonly grants: Grants;
  readonly pictures: HubPictures;
  readonly counts: Readonly<Record<"created" | "reattached" | "drafted" | Outcome["status"], number>>;
  /** Ends every wait and stores who was seen. The store stays open. */
  stop(): Promise<void>;
}
