import type { AnswerBody, DeclineBody, DraftBody } from "@yourcall/client";
import { createAskId } from "@yourcall/client";
import {
  type Ask,
  type By,
  checkAnswers,
  extendDeadline,
  InvalidAnswerError,
  InvalidAskError,
  maxInputLength,
  type Outcome,
  parseText,
  toFallback,
  YourcallError,
} from "@yourcall/core";
import type { Caller } from "./caller.ts";
import { type AskCall, checkCall, toBy } from "./check-call.ts";
import { type Clock, systemClock } from "./clock.ts";
import { watchDeadlines } from "./deadlines.ts";
import { createHandOvers } from "./hand-overs.ts";
import { EndedError, notFound, StaleDraftError } from "./hub-errors.ts";
import { toIsoTime } from "./iso-time.ts";
import { createPendingLimit } from "./pending-limit.ts";
import { sameAsk } from "./same-ask.ts";
import type { AskRecord, ListPage, ListQuery, NewAsk, Store, StoredEvent } from "./store/store.ts";
import { toWireDraft } from "./to-wire.ts";
import { createWaiters, type Waiters, type WaitOptions } from "./waiters.ts";

export interface HubOptions {
  store: Store;
  clock?: Clock;
  /** How many asks of one session may be pending at once. */
  maxPendingPerSession?: number;
  /** How long ended asks are kept, in milliseconds; undefined keeps them. */
  keepMs?: number;
  /** A deadline for asks that bring none, in milliseconds. */
  defaultTimeoutMs?: number;
  /** Calls for everything that was committed. None sits in the write path; what one throws is logged. */
  watchers?: ((event: StoredEvent) => void)[];
  log?: (message: string) => void;
}

/** Where asks wait. Each method checks every rule of core again; permissions are the caller's door's business (http). */
export interface Hub {
  ask(call: AskCall, caller: Caller): Promise<{ record: AskRecord; created: boolean }>;
  answer(id: string, body: AnswerBody): Promise<AskRecord>;
  decline(id: string, body: DeclineBody): Promise<AskRecord>;
  cancel(id: string, reason?: string): Promise<AskRecord>;
  draft(id: string, body: DraftBody): Promise<AskRecord>;
  get(id: string): Promise<AskRecord>;
  /** The ask once it has ended, or as it is when the time is over. */
  wait(id: string, ms: number, options: WaitOptions): Promise<AskRecord>;
  /** The outcome reached somebody who waited for it. */
  delivered(id: string): void;
  list(query: ListQuery): Promise<ListPage>;
  /** How long ended asks are kept; null for good. */
  keepMs(): number | null;
  /** Sets it from now on: what ended longer ago is taken away, soon and without anybody having to wait for it. */
  keep(ms: number | null): void;
  readonly defaultTimeoutMs: number | undefined;
  watch(listener: (events: readonly StoredEvent[]) => void): () => void;
  readonly store: Store;
  readonly clock: Clock;
  readonly waiters: Waiters;
  readonly counts: Readonly<Record<"created" | "reattached" | "drafted" | Outcome["status"], number>>;
  /** Lets go everybody who waits, and writes down who was seen. The store stays open. */
  stop(): Promise<void>;
}

const sightingsMs = 30_000;
const forgetMs = 3_600_000;

export function createHub(options: HubOptions): Hub {
  const { store } = options;
  const clock = options.clock ?? systemClock;
  const limit = createPendingLimit(store, options.maxPendingPerSession ?? 100);
  const waiters = createWaiters(clock);
  const handOvers = createHandOvers(store, clock);
  const counts = { created: 0, reattached: 0, drafted: 0, answered: 0, declined: 0, cancelled: 0, expired: 0 };
  const deadlines = watchDeadlines(store, clock, expire);
  const stopEvents = store.subscribe((events) => {
    for (const event of events) {
      if (event.type === "ask-ended") waiters.ended(event.record);
      if (event.type === "ask-created") deadlines.added(event.record.expiresAt);
      for (const watcher of options.watchers ?? []) tell(watcher, event);
    }
  });
  const stopSightings = every(sightingsMs, () => store.saw(waiters.takeSightings()));
  let keepMs = options.keepMs ?? null;
  const stopForgetting = every(forgetMs, forget);
  void forget();

  function tell(watcher: (event: StoredEvent) => void, event: StoredEvent): void {
    try {
      watcher(event);
    } catch (error) {
      options.log?.(`A watcher failed on ${event.type}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

  function every(ms: number, act: () => Promise<unknown>): () => void {
    let cancel = clock.after(ms, run);
    let stopped = false;
    function run(): void {
      // A store that is unavailable now is asked again next time.
      void act().catch(() => {});
      if (!stopped) cancel = clock.after(ms, run);
    }
    return () => {
      stopped = true;
      cancel();
    };
  }

  async function forget(): Promise<void> {
    if (keepMs !== null) await store.forget(clock.now() - keepMs);
  }

  /** What came of ending an ask, where it did end. */
  function toEnded(id: string, outcome: Outcome, result: Awaited<ReturnType<Store["end"]>>): AskRecord {
    if (result === null) throw notFound(id);
    if (!result.ended) throw new EndedError(outcomeOf(result.record));
    counts[outcome.status] += 1;
    return result.record;
  }

  async function expire(id: string): Promise<void> {
    const record = await store.get(id);
    if (record === null) return;
    const now = clock.now();
    const fallback = record.onTimeout === "recommended" ? toFallback(toAsk(record)) : undefined;
    const outcome: Outcome = { status: "expired", at: toIsoTime(now), fallback };
    const result = await store.end(id, outcome, { dueBy: now });
    if (result?.ended === true) counts.expired += 1;
  }

  /** Who was refused has been there all the same, and gets the time to mend it. */
  async function actedOn({ id, expiresAt }: AskRecord, { act }: By): Promise<void> {
    if (expiresAt === null || act === "script") return;
    // The refusal is what has to be told, also where this cannot be kept.
    await store.extend(id, extendDeadline(expiresAt, clock.now())).catch(() => {});
  }

  /** What was read under this id, where it is an ask that waits. */
  function toPending(id: string, record: AskRecord | null): AskRecord {
    if (record === null) throw notFound(id);
    if (record.outcome !== null) throw new EndedError(record.outcome);
    return record;
  }

  async function get(id: string): Promise<AskRecord> {
    const record = await store.get(id);
    if (record === null) throw notFound(id);
    return record;
  }

  async function wait(id: string, ms: number, options: WaitOptions): Promise<AskRecord> {
    // Waiting starts before the look: whoever ends the ask, here or in another hub, is then seen by one of the two.
    const { ended, leave } = waiters.wait(id, ms, options);
    try {
      const found = await get(id);
      if (found.outcome !== null) return found;
      return (await ended) ?? (await get(id));
    } finally {
      leave();
    }
  }

  return {
    store,
    clock,
    waiters,
    counts,
    async ask(call, caller) {
      const ask = checkCall(call);
      const agent = call.agent ?? { name: "agent" };
      const now = clock.now();
      const timeoutMs = call.timeoutMs ?? options.defaultTimeoutMs;
      if (call.onTimeout === "recommended" && toFallback(ask) === undefined)
        throw new InvalidAskError([
          {
            path: "onTimeout",
            message: '"recommended" needs exactly one option marked (Recommended) in every question.',
          },
        ]);
      const key = call.key ?? null;
      const scope = { token: caller.token, session: agent.session ?? null };
      const entered = limit.enter(scope, key);
      const leave = entered instanceof Promise ? await entered : entered;
      const asked: NewAsk = {
        id: createAskId(),
        token: caller.token,
        key,
        kind: ask.kind,
        agent,
        questions: ask.questions,
        approval: ask.approval ?? null,
        context: ask.context ?? null,
        metadata: ask.metadata ?? null,
        onTimeout: call.onTimeout ?? "expire",
        createdAt: now,
        expiresAt: timeoutMs === undefined ? null : now + timeoutMs,
        lastSeenAt: now,
      };
      let result: Awaited<ReturnType<Store["create"]>>;
      try {
        result = await store.create(asked);
      } finally {
        leave();
      }
      const { record, created } = result;
      if (!created && !sameAsk(record, ask))
        throw new YourcallError(
          "key-conflict",
          `The key "${key}" names another ask (${record.id}). A key belongs to one call; use a new one.`,
        );
      counts[created ? "created" : "reattached"] += 1;
      return { record, created };
    },
    async answer(id, body) {
      const record = toPending(id, await store.get(id));
      // Whoever does not say that a person acted is taken for a script.
      const by = toBy(body, "script");
      let outcome: Outcome;
      try {
        const checked = checkAnswers(toAsk(record), body.answers);
        if ("issues" in checked) throw new InvalidAnswerError(checked.issues);
        const comment = parseText(body.comment, "comment");
        const said = comment === "" ? {} : { comment };
        outcome = { status: "answered", answers: checked.answers, ...said, by, at: toIsoTime(clock.now()) };
      } catch (error) {
        await actedOn(record, by);
        throw error;
      }
      return toEnded(id, outcome, await store.end(id, outcome));
    },
    async decline(id, body) {
      const record = toPending(id, await store.get(id));
      const by = toBy(body, "submit");
      let outcome: Outcome;
      try {
        const reason = parseText(body.reason, "reason");
        const said = reason === "" ? {} : { reason };
        outcome = { status: "declined", ...said, by, at: toIsoTime(clock.now()) };
      } catch (error) {
        await actedOn(record, by);
        throw error;
      }
      return toEnded(id, outcome, await store.end(id, outcome));
    },
    async cancel(id, reason) {
      // The agent's own words, kept as they came; a withdrawal must not fail on them.
      const words = (reason ?? "").trim().slice(0, maxInputLength);
      const at = toIsoTime(clock.now());
      const outcome: Outcome = { status: "cancelled", ...(words === "" ? {} : { reason: words }), at };
      return toEnded(id, outcome, await store.end(id, outcome));
    },
    async draft(id, body) {
      const record = toPending(id, await store.get(id));
      const now = clock.now();
      const result = await store.saveDraft(id, {
        draft: body.draft,
        surface: body.surface ?? null,
        at: now,
        baseRevision: body.baseRevision,
        expiresAt: record.expiresAt === null ? null : extendDeadline(record.expiresAt, now),
      });
      if (result === null) throw notFound(id);
      if (result.saved) {
        counts.drafted += 1;
        return result.record;
      }
      if (result.record.outcome !== null) throw new EndedError(result.record.outcome);
      throw new StaleDraftError(toWireDraft(result.record));
    },
    get,
    wait,
    delivered: handOvers.delivered,
    list: (query) => store.list(query),
    keepMs: () => keepMs,
    keep(ms) {
      keepMs = ms;
      // What cannot be taken away now is taken away within the hour.
      void forget().catch(() => {});
    },
    defaultTimeoutMs: options.defaultTimeoutMs,
    watch: (listener) => store.subscribe(listener),
    async stop() {
      deadlines.stop();
      stopSightings();
      stopForgetting();
      await store.saw(waiters.takeSightings()).catch(() => {});
      await handOvers.write();
      waiters.release();
      stopEvents();
    },
  };
}

export function toAsk(record: AskRecord): Ask {
  return {
    kind: record.kind,
    questions: record.questions,
    ...(record.approval === null ? {} : { approval: record.approval }),
    ...(record.context === null ? {} : { context: record.context }),
    ...(record.metadata === null ? {} : { metadata: record.metadata }),
  };
}

function outcomeOf(record: AskRecord): Outcome {
  if (record.outcome === null)
    throw new YourcallError("store-unavailable", `The store says that ${record.id} ended and not how.`);
  return record.outcome;
}
