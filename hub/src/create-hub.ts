import { type Ask, YourcallError } from "@yourcall/core";
import { extendDeadline, longestTimerMs, toCheckedAsk, toFallback } from "@yourcall/core/internal";
import type { AskBody } from "@yourcall/core/internal/wire";
import { checkCallback } from "./callbacks/callback-rules.ts";
import { type Caller, toBy } from "./caller.ts";
import { claimOutcome, dropClaim } from "./claims.ts";
import { every, systemClock } from "./clock.ts";
import { createDailyUse } from "./daily-use.ts";
import { watchDeadlines } from "./deadlines.ts";
import { createEndings, truncateWords } from "./end-asks.ts";
import { createForgetting } from "./forgetting.ts";
import { createGrants } from "./grants/grants.ts";
import type { Hub, HubOptions } from "./hub.ts";
import { alreadyEnded, draftConflict, noRecommendation, notFound } from "./hub-errors.ts";
import { createLateWithdrawals } from "./late-withdrawals.ts";
import { createLeftAsks } from "./left-asks.ts";
import { tooMany, toPendingLimits } from "./pending-limits.ts";
import { createPictures, hasPictures } from "./pictures.ts";
import { createPresence } from "./presence.ts";
import { isSameAsk, toNewAsk } from "./recorded-ask.ts";
import { type Earlier, findEarlier } from "./replies.ts";
import { createSealing } from "./sealing.ts";
import type { AskRecord, NewAsk, StoredEvent } from "./store/store.ts";
import { toWireDraft } from "./to-wire.ts";
import { createWaiters, type WaitOptions } from "./waiters.ts";

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
  const presence = createPresence(clock, store.messages);
  const dailyUse = createDailyUse(store, clock, options.maxBytesPerTokenAndDay);
  const counts = { created: 0, reattached: 0, drafted: 0, answered: 0, declined: 0, cancelled: 0, expired: 0 };
  const endings = createEndings(store, clock, waiters, (status) => {
    counts[status] += 1;
  });
  const grants = createGrants(store, clock, options.name ?? "");
  const pictures = createPictures(store, clock);
  const deadlines = watchDeadlines(store, clock, endings.expire);
  const stopEvents = store.subscribe((events) => {
    for (const event of events) {
      if (event.type === "ask-ended") {
        waiters.ended(event.record);
        pictures.ended(event.record);
        sealing.ended();
      }
      if (event.type === "ask-created") deadlines.added(event.record.expiresAt);
      for (const watcher of options.watchers ?? []) notifyWatcher(watcher, event);
    }
  }, deadlines.checkAgain);
  const stopSightings = every(clock, sightingsMs, () => store.recordSightings(waiters.takeSightings()));
  const sealing = createSealing(store, clock);
  const forgetting = createForgetting(store, clock, options.keepMs ?? null);

  function notifyWatcher(watcher: (event: StoredEvent) => void, event: StoredEvent): void {
    try {
      watcher(event);
    } catch (error) {
      options.log?.(`A watcher failed on ${event.type}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

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
      if (found.outcome !== undefined) return await take(found, options);
      return await take((await ended) ?? (await get(id)), options);
    } finally {
      leave();
    }
  }

  /** Records that the outcome is handed to the token that asked. Does nothing for a pending ask, or if it was taken before. */
  async function take(
    record: AskRecord,
    { asker, reportsDelivery }: Pick<WaitOptions, "asker" | "reportsDelivery">,
  ): Promise<AskRecord> {
    if (record.delivery?.state !== "waiting" || asker !== record.token || reportsDelivery === true) return record;
    const at = clock.now();
    await store.recordSightings([{ id: record.id, lastSeenAt: at, takenAt: at }]);
    return { ...record, delivery: { state: "taken", at } };
  }

  /**
   * What was filled in for the earlier ask goes to the new one, in the turn that creates it: no screen shows it without. Screens read the
   * pictures of a draft at once, so these come before it, as soon as the ask is there.
   */
  async function handOver(
    { record, draft }: Earlier,
    { id, createdAt, expiresAt }: NewAsk,
    creating: Promise<unknown>,
  ): Promise<void> {
    if (draft === undefined) return;
    if (hasPictures(draft.draft)) {
      await creating;
      await pictures.takeOver(record.id, id);
    }
    await store.saveDraft(id, { at: createdAt, ...draft, baseRevision: 0, expiresAt });
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

  return {
    store,
    clock,
    waiters,
    presence,
    dailyUse,
    grants,
    pictures,
    counts,
    async ask(call, caller, toWait) {
      const ask = toCheckedAsk(call);
      if (call.callback !== undefined) checkCallback(call.callback, options.callbacks?.());
      if (call.onTimeout === "recommended" && toFallback(ask) === undefined) throw noRecommendation();
      const found = call.takeOver === true ? await takeOver(call, ask, caller) : null;
      if (found !== null) {
        counts.reattached += 1;
        return { record: toWait === undefined ? found : await wait(found.id, toWait), created: false };
      }
      const earlier = await findEarlier(store, call, ask, caller);
      const now = clock.now();
      const fresh = { ...toNewAsk(call, ask, caller, now, options.defaultTimeoutMs), ...earlier?.fields };
      const giveBack = await dailyUse.take(caller.token, Buffer.byteLength(JSON.stringify(fresh)));
      // Start waiting before the ask is stored, so that its end is never missed and it need not be read again.
      const waiting = toWait && waiters.wait(fresh.id, toWait);
      const grant = ask.kind === "approval" ? await grants.find(fresh) : null;
      try {
        const creating = store.create(fresh, limits);
        // In the same turn, so that no screen shows a call that needs nobody.
        const covered = grant === null ? undefined : endings.cover(fresh.id, fresh, grant);
        // An ask that is not created takes no draft.
        const handed = earlier && handOver(earlier, fresh, creating).catch(() => {});
        const result = await creating.catch((error) => {
          giveBack();
          throw error;
        });
        if (result?.created !== true) giveBack();
        if (result === null)
          throw await tooMany(store, limits, { token: caller.token, session: call.agent?.session ?? null });
        const { created } = result;
        const record = (created ? await covered : undefined) ?? result.record;
        if (!created && !isSameAsk(record, ask))
          throw new YourcallError(
            "key-conflict",
            `The key "${record.key}" belongs to another ask (${record.id}). A key names one call; use a new one.`,
          );
        counts[created ? "created" : "reattached"] += 1;
        // The same call again has taken up its own, unless the hub ended in between.
        if (earlier !== undefined && (created || record.replyTo === earlier.record.id))
          await store.markRevised(earlier.record.id).catch(() => {});
        await handed;
        if (toWait === undefined) return { record, created };
        if (!created) return { record: await wait(record.id, toWait), created };
        return { record: await take((await waiting?.ended) ?? (await get(record.id)), toWait), created };
      } finally {
        waiting?.leave();
      }
    },
    async answer(id, body, caller) {
      const given = { ...body, pictures: await pictures.forAnswers(id, body.answers) };
      if (body.grant === undefined) return endings.answer(id, given, caller);
      // What a person allows ahead has to be an act on a screen, where they saw what they allow.
      if (caller.scope !== "human" || toBy(body, caller).act === "script")
        throw new YourcallError("forbidden", "Only a person can allow something for a while, and not by a script.");
      return endings.answerWithGrant(
        id,
        given,
        caller,
        await grants.prepare(body.grant, await get(id), toBy(body, caller)),
      );
    },
    decline: endings.decline,
    report: endings.report,
    async cancel(id, reason, caller, { afterMs = 0, reportsDelivery } = {}) {
      const record = await get(id);
      const isOwn = record.token === caller.token;
      // If it had ended, the refusal carries the outcome.
      const onEnded = (ended: AskRecord) => take(ended, { asker: caller.token, reportsDelivery });
      if (afterMs === 0) return endings.cancel(id, reason, caller, { taken: isOwn, onEnded });
      if (isOwn) left.left(record);
      if (record.outcome !== undefined) return endings.cancel(id, reason, caller);
      const withdraw = () => endings.cancel(id, reason, caller, { taken: isOwn });
      const isAwaited = () => waiters.of(record).count > 0;
      if (afterMs < longestTimerMs) late.plan(id, afterMs, () => void (isAwaited() || withdraw().catch(() => {})));
      return record;
    },
    claim: async (id, body) => claimOutcome(store, clock.now(), await get(id), body),
    async deliver(id, { state, note, holder }) {
      const now = clock.now();
      const record = await store.setDelivery(id, { state, at: now, note: truncateWords(note) });
      if (record === null) throw notFound(id);
      if (holder !== undefined && state !== "waiting") await dropClaim(store, now, record, holder);
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
      presence.stop();
      stopSightings();
      forgetting.stop();
      await store.recordSightings(waiters.takeSightings()).catch(() => {});
      await dailyUse.stop();
      await sealing.stop();
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
