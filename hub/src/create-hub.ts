import {
  type Ask,
  type By,
  checkAnswers,
  InvalidAnswerError,
  maxInputLength,
  type Outcome,
  parseAsk,
  YourcallError,
} from "@yourcall/core";
import { extendDeadline, longestTimerMs, parseText, toFallback } from "@yourcall/core/internal";
import type {
  AnswerBody,
  AskBody,
  DeclineBody,
  DeliveryBody,
  DraftBody,
  ReportBody,
} from "@yourcall/core/internal/wire";
import { type Caller, toBy } from "./caller.ts";
import { type Clock, every, systemClock } from "./clock.ts";
import { createDailyUse, type DailyUse } from "./daily-use.ts";
import { watchDeadlines } from "./deadlines.ts";
import { createForgetting } from "./forgetting.ts";
import { alreadyEnded, draftConflict, noRecommendation, notFound } from "./hub-errors.ts";
import { createLateWithdrawals } from "./late-withdrawals.ts";
import { createLeftAsks } from "./left-asks.ts";
import { type PendingOptions, tooMany, toPendingLimits } from "./pending-limits.ts";
import { isSameAsk, toNewAsk } from "./recorded-ask.ts";
import type { AskRecord, ListPage, ListQuery, Store, StoredEvent } from "./store/store.ts";
import { audienceOf, toAgentOutcome, toIsoTime, toWireDraft } from "./to-wire.ts";
import { createWaiters, type Waiters, type WaitOptions } from "./waiters.ts";

export interface HubOptions extends PendingOptions {
  store: Store;
  clock?: Clock;
  /** How long ended asks are kept, in milliseconds, or ten times that if no agent took the outcome; undefined: forever. */
  keepMs?: number;
  /** The deadline of asks that have none of their own, in milliseconds. */
  defaultTimeoutMs?: number;
  /** Called for every committed event, outside the write path; errors that they throw are logged. */
  watchers?: ((event: StoredEvent) => void)[];
  log?: (message: string) => void;
}

/** The pending asks and everything done to them. Each method applies core's rules; the caller (http) checks permissions. */
export interface Hub {
  /**
   * Stores an ask, or takes one over that an earlier call left, if the call wants that. With `wait`, resolves once it has ended or
   * the time is up, like `wait` below.
   */
  ask(call: AskBody, caller: Caller, wait?: WaitOptions): Promise<{ record: AskRecord; created: boolean }>;
  answer(id: string, body: AnswerBody, caller: Caller): Promise<AskRecord>;
  decline(id: string, body: DeclineBody, caller: Caller): Promise<AskRecord>;
  /**
   * Withdraws an ask: immediately, or after this time unless an asker has come back. If the token that asked withdraws it, its
   * outcome counts as taken, even if the ask had already ended; if it withdraws it later, another call may take it over until then.
   */
  cancel(id: string, reason: string | undefined, caller: Caller, afterMs?: number): Promise<AskRecord>;
  /** Ends an ask with what was decided in the window of its agent's own host. */
  report(id: string, body: ReportBody, caller: Caller): Promise<AskRecord>;
  /** Records what became of an outcome. One that nobody received (`waiting`) may be taken over. A pending ask is returned unchanged. */
  deliver(id: string, body: DeliveryBody): Promise<AskRecord>;
  draft(id: string, body: DraftBody): Promise<AskRecord>;
  get(id: string): Promise<AskRecord>;
  /**
   * Resolves once the ask has ended, or with its current state when the time is up. An outcome that the asker itself waits for is
   * recorded as taken before this resolves, so that no crash can make it look as if nobody had it.
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
  readonly dailyUse: DailyUse;
  readonly counts: Readonly<Record<"created" | "reattached" | "drafted" | Outcome["status"], number>>;
  /** Ends every wait and stores who was seen. The store stays open. */
  stop(): Promise<void>;
}

const sightingsMs = 30_000;

/**
 * A hub without HTTP, on an open store; `startHub` serves one.
 *
 * @example
 * const hub = createHub({ store: await openSqliteStore("asks.db") });
 */
export function createHub(options: HubOptions): Hub {
  const { store, clock = systemClock } = options;
  const limits = toPendingLimits(options);
  const waiters = createWaiters(clock, store.messages);
  const dailyUse = createDailyUse(store, clock, options.maxBytesPerTokenAndDay);
  const counts = { created: 0, reattached: 0, drafted: 0, answered: 0, declined: 0, cancelled: 0, expired: 0 };
  const deadlines = watchDeadlines(store, clock, expire);
  const stopEvents = store.subscribe((events) => {
    for (const event of events) {
      if (event.type === "ask-ended") waiters.ended(event.record);
      if (event.type === "ask-created") deadlines.added(event.record.expiresAt);
      for (const watcher of options.watchers ?? []) tell(watcher, event);
    }
  }, deadlines.look);
  const stopSightings = every(clock, sightingsMs, () => store.recordSightings(waiters.takeSightings()));
  const forgetting = createForgetting(store, clock, options.keepMs ?? null);

  function tell(watcher: (event: StoredEvent) => void, event: StoredEvent): void {
    try {
      watcher(event);
    } catch (error) {
      options.log?.(`A watcher failed on ${event.type}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

  const isoNow = () => toIsoTime(clock.now());
  const late = createLateWithdrawals(clock);
  const left = createLeftAsks();

  async function get(id: string): Promise<AskRecord> {
    const record = await store.get(id);
    if (record === null) throw notFound(id);
    return record;
  }

  async function wait(id: string, options: WaitOptions): Promise<AskRecord> {
    // Start waiting before reading the ask, so that an end, here or in another hub, is never missed.
    const { ended, leave } = waiters.wait(id, options);
    if (options.asker !== undefined) {
      late.drop(id);
      left.returned(id);
    }
    try {
      const found = await get(id);
      if (found.outcome !== undefined) return await take(found, options.asker);
      return await take((await ended) ?? (await get(id)), options.asker);
    } finally {
      leave();
    }
  }

  /** Records that the outcome is handed to the token that asked. Does nothing for a pending ask, or if it was taken before. */
  async function take(record: AskRecord, asker: string | undefined): Promise<AskRecord> {
    if (record.delivery?.state !== "waiting" || asker !== record.token) return record;
    const at = clock.now();
    await store.recordSightings([{ id: record.id, lastSeenAt: at, takenAt: at }]);
    return { ...record, delivery: { state: "taken", at } };
  }

  /** An ask that an earlier call of this agent left; null if there is none whose outcome nobody received. */
  async function takeOver(call: AskBody, ask: Ask, caller: Caller): Promise<AskRecord | null> {
    for (;;) {
      const id = left.takeOver(call, ask, caller);
      if (id === undefined) return null;
      const record = await store.get(id);
      if (record !== null && isUntaken(record) && waiters.of(record).count === 0) {
        late.drop(id);
        return record;
      }
      left.forget(id);
    }
  }

  interface EndOptions {
    /** Its agent already has the outcome. */
    taken?: boolean;
    onRefused?: (record: AskRecord) => Promise<void>;
    /** The ask had already ended. */
    onEnded?: (record: AskRecord) => Promise<unknown>;
  }

  /** Ends an ask with an outcome that depends on it. If `toOutcome` throws, so does this, after `onRefused`; the ask stays. */
  async function end(
    id: string,
    caller: Caller,
    toOutcome: (record: AskRecord) => Outcome,
    { taken, onRefused, onEnded }: EndOptions,
  ): Promise<AskRecord> {
    let refusal: unknown;
    const decide = (record: AskRecord) => {
      try {
        return toOutcome(record);
      } catch (error) {
        refusal = error;
        return null;
      }
    };
    // In one commit with the outcome, if an asker waits for it now.
    const result = await store.end(id, decide, { taken: (record) => taken === true || waiters.hasTaker(record) });
    if (result === null) throw notFound(id);
    const { record, ended } = result;
    const { outcome } = record;
    if (outcome === undefined) {
      await onRefused?.(record);
      throw refusal;
    }
    if (!ended && onEnded !== undefined) await onEnded(record);
    if (!ended) throw alreadyEnded(audienceOf(caller) === "human" ? outcome : toAgentOutcome(outcome));
    counts[outcome.status] += 1;
    return record;
  }

  /** Ends an ask by a person's act. If it is refused, the deadline is extended so that they can correct it. */
  function endByPerson(
    id: string,
    body: AnswerBody | DeclineBody,
    caller: Caller,
    toOutcome: (record: AskRecord, by: By) => Outcome,
  ): Promise<AskRecord> {
    const by = toBy(body, caller);
    const onRefused = async ({ expiresAt, draft, draftRevision: baseRevision }: AskRecord) => {
      const now = clock.now();
      if (expiresAt === undefined || by.act === "script" || extendDeadline(expiresAt, now) === expiresAt) return;
      // Saved as a draft, perhaps an empty one, so that every screen learns of the deadline. A newer draft has already moved it.
      const kept = draft ?? { draft: { entries: [], comment: "", reason: "" }, surface: by.surface, at: now };
      const change = { ...kept, baseRevision, expiresAt: extendDeadline(expiresAt, now) };
      // The refusal has to be reported even if the store fails here.
      await store.saveDraft(id, change).catch(() => {});
    };
    return end(id, caller, (record) => toOutcome(record, by), { onRefused });
  }

  function toAnswered(record: AskRecord, given: { answers: unknown; comment?: string }, by: By): Outcome {
    const checked = checkAnswers(record, given.answers);
    if ("issues" in checked) throw new InvalidAnswerError(checked.issues);
    const comment = parseText(given.comment, "comment") || undefined;
    return { status: "answered", answers: checked.answers, comment, by, at: isoNow() };
  }

  function toDeclined(given: { reason?: string }, by: By): Outcome {
    const reason = parseText(given.reason, "reason") || undefined;
    return { status: "declined", reason, by, at: isoNow() };
  }

  async function expire(id: string): Promise<void> {
    const toOutcome = (record: AskRecord): Outcome => {
      const fallback = record.onTimeout === "recommended" ? toFallback(record) : undefined;
      return { status: "expired", at: isoNow(), fallback };
    };
    const result = await store.end(id, toOutcome, { dueBy: clock.now(), taken: waiters.hasTaker });
    if (result?.ended === true) counts.expired += 1;
  }

  return {
    store,
    clock,
    waiters,
    dailyUse,
    counts,
    async ask(call, caller, toWait) {
      const ask = parseAsk(call);
      if (call.onTimeout === "recommended" && toFallback(ask) === undefined) throw noRecommendation();
      const found = call.takeOver === true ? await takeOver(call, ask, caller) : null;
      if (found !== null) {
        counts.reattached += 1;
        return { record: toWait === undefined ? found : await wait(found.id, toWait), created: false };
      }
      const fresh = toNewAsk(call, ask, caller, clock.now(), options.defaultTimeoutMs);
      const giveBack = await dailyUse.take(caller.token, Buffer.byteLength(JSON.stringify(fresh)));
      // Start waiting before the ask is stored, so that its end is never missed and it need not be read again.
      const waiting = toWait && waiters.wait(fresh.id, toWait);
      try {
        const result = await store.create(fresh, limits).catch((error) => {
          giveBack();
          throw error;
        });
        if (result?.created !== true) giveBack();
        if (result === null)
          throw await tooMany(store, limits, { token: caller.token, session: call.agent?.session ?? null });
        const { record, created } = result;
        if (!created && !isSameAsk(record, ask))
          throw new YourcallError(
            "key-conflict",
            `The key "${record.key}" belongs to another ask (${record.id}). A key names one call; use a new one.`,
          );
        counts[created ? "created" : "reattached"] += 1;
        if (toWait === undefined) return { record, created };
        if (!created) return { record: await wait(record.id, toWait), created };
        return { record: await take((await waiting?.ended) ?? (await get(record.id)), toWait.asker), created };
      } finally {
        waiting?.leave();
      }
    },
    answer: (id, body, caller) => endByPerson(id, body, caller, (record, by) => toAnswered(record, body, by)),
    decline: (id, body, caller) => endByPerson(id, body, caller, (_, by) => toDeclined(body, by)),
    async cancel(id, reason, caller, afterMs = 0) {
      const record = await get(id);
      const isOwn = record.token === caller.token;
      const toOutcome = (): Outcome => ({ status: "cancelled", reason: toWords(reason), at: isoNow() });
      // If it had ended, the refusal carries the outcome.
      const onEnded = (ended: AskRecord) => take(ended, caller.token);
      if (afterMs === 0) return end(id, caller, toOutcome, { taken: isOwn, onEnded });
      if (isOwn) left.left(record);
      if (record.outcome !== undefined) return end(id, caller, toOutcome, {});
      const withdraw = () => end(id, caller, toOutcome, { taken: isOwn });
      const isAwaited = () => waiters.of(record).count > 0;
      if (afterMs < longestTimerMs) late.plan(id, afterMs, () => void (isAwaited() || withdraw().catch(() => {})));
      return record;
    },
    async report(id, { outcome, surface }, caller) {
      const by: By = { ...toBy({ surface }, caller), act: "reported" };
      const toReported = (record: AskRecord) =>
        outcome.status === "answered" ? toAnswered(record, outcome, by) : toDeclined(outcome, by);
      return end(id, caller, toReported, { taken: true });
    },
    async deliver(id, { state, note }) {
      const record = await store.setDelivery(id, { state, at: clock.now(), note: toWords(note) });
      if (record === null) throw notFound(id);
      if (state === "waiting" && record.outcome !== undefined) left.left(record);
      return record;
    },
    async draft(id, body) {
      const { expiresAt } = await get(id);
      const now = clock.now();
      const result = await store.saveDraft(id, {
        draft: body.draft,
        surface: body.surface,
        at: now,
        baseRevision: body.baseRevision,
        expiresAt: expiresAt === undefined ? undefined : extendDeadline(expiresAt, now),
      });
      if (result === null) throw notFound(id);
      const { record, saved } = result;
      if (!saved && record.outcome !== undefined) throw alreadyEnded(record.outcome);
      if (!saved) throw draftConflict(toWireDraft(record));
      counts.drafted += 1;
      return record;
    },
    get,
    wait,
    list: (query) => store.list(query),
    keepMs: forgetting.keepMs,
    keep: forgetting.keep,
    defaultTimeoutMs: options.defaultTimeoutMs,
    watch: store.subscribe,
    async stop() {
      deadlines.stop();
      late.stop();
      stopSightings();
      forgetting.stop();
      await store.recordSightings(waiters.takeSightings()).catch(() => {});
      await dailyUse.stop();
      waiters.release();
      stopEvents();
    },
  };
}

/** Whether the ask is pending, or was decided and nobody has received that. */
function isUntaken({ status, delivery }: AskRecord): boolean {
  if (status === "pending") return true;
  return (status === "answered" || status === "declined") && delivery?.state === "waiting";
}

/** An agent's own words. They are cut, not refused: what they go with must not fail because of them. */
function toWords(text = ""): string | undefined {
  return text.trim().slice(0, maxInputLength) || undefined;
}
