import { randomUUID } from "node:crypto";
import type { lookup } from "node:dns";
import { signWebhook, toCallbackKey } from "@yourcall/client/internal/node";
import { YourcallError } from "@yourcall/core";
import type { Hub } from "../hub.ts";
import { type PostReply, postBody } from "../post-body.ts";
import type { AskRecord } from "../store/store.ts";
import type { CallbackRules } from "./callback-rules.ts";

interface CallbackOptions {
  hub: Hub;
  rules: () => CallbackRules;
  /** The SHA-256 of a token; undefined if it was revoked. */
  hashOf: (token: string) => Promise<Buffer | undefined>;
  /** An ask as its asker reads it. */
  toBody: (record: AskRecord) => string;
  log?: (message: string) => void;
  resolve?: typeof lookup;
}

/** What is known of the attempts to deliver one outcome. */
interface Waiting {
  attempts: number;
  /** How often in a row the receiver did not know the run, or was busy with it. */
  unknown: number;
}

const second = 1000;
const hour = 3600 * second;
// Other hubs on the same store leave an ask alone for this long.
const leaseMs = 30 * second;
const longestMs = 6 * hour;
// With the pauses between them, about ten minutes.
const mostUnknown = 6;
const giveUpMs = 72 * hour;
const leastAttempts = 5;
const atOnce = 20;
const pageSize = 200;

/**
 * Sends the outcomes of asks with a `callback` there, until the receiver has accepted each:
 *
 *     "ask-ended", or found at the start ──▶ lease ──▶ POST, signed ──┬─ 2xx ──────────────▶ taken
 *                                              ▲                      ├─ 410 ──────────────▶ refused
 *                                              │                      ├─ 404, 409 ─ minutes ▶ refused
 *                                              └──── 5 s, 15 s … 1 h ─┴─ else ───── days ──▶ refused
 */
export function createCallbacks({ hub, rules, hashOf, toBody, log = () => {}, resolve }: CallbackOptions) {
  const { store, clock } = hub;
  const holder = randomUUID();
  const abort = new AbortController();
  const { signal } = abort;
  const waiting = new Map<string, Waiting>();
  const due: string[] = [];
  const running = new Set<Promise<void>>();

  function add({ id, callback, delivery }: AskRecord): void {
    if (callback === undefined || delivery?.state !== "waiting" || waiting.has(id)) return;
    waiting.set(id, { attempts: 0, unknown: 0 });
    enqueue(id);
  }

  function enqueue(id: string): void {
    due.push(id);
    run();
  }

  function run(): void {
    while (running.size < atOnce && !signal.aborted) {
      const id = due.shift();
      if (id === undefined) return;
      const attempt = deliver(id)
        .catch(() => later(id, 5 * second))
        .finally(() => {
          running.delete(attempt);
          run();
        });
      running.add(attempt);
    }
  }

  function later(id: string, ms: number): void {
    if (!signal.aborted) clock.after(Math.min(ms, longestMs), () => enqueue(id));
  }

  async function deliver(id: string): Promise<void> {
    const state = waiting.get(id) ?? { attempts: 0, unknown: 0 };
    const now = clock.now();
    const lease = `callback ${id}`;
    if (!(await store.takeLease(lease, { holder, until: now + leaseMs, now })))
      return later(id, Math.max(leaseMs, pauseAfter(state.attempts++)));
    try {
      // Read only now: before the lease was taken, another hub may have delivered the outcome.
      const record = await find(id);
      if (record?.callback === undefined || record.delivery?.state !== "waiting") return void waiting.delete(id);
      const end = await attempt(record, record.callback, state);
      if (end === null) return;
      await hub.deliver(id, end);
      waiting.delete(id);
    } finally {
      await store.dropLease(lease, { holder, now: clock.now() });
    }
  }

  /** What becomes of the outcome; null if it is tried again. */
  async function attempt(record: AskRecord, callback: string, state: Waiting) {
    const allowed = rules();
    const fault = allowed.fault(callback);
    if (fault !== null) return { state: "refused" as const, note: `The callback was not called. ${fault}` };
    const hash = await hashOf(record.token);
    if (hash === undefined)
      return { state: "refused" as const, note: "The callback was not called: the token that asked was revoked." };
    const url = new URL(callback);
    const body = toBody(record);
    // Signed anew each time, because receivers refuse old timestamps.
    const headers = signWebhook(toCallbackKey(hash), { id: record.id, body, now: clock.now() });
    const allows = (address: string) => allowed.allows(url, address);
    const reply = await postBody({ url, body, headers, allows, signal, resolve }).catch(
      (error: Error): PostReply & { failed: string } => ({ status: 0, failed: error.message }),
    );
    return judge(record, reply, state, url.origin);
  }

  function judge(record: AskRecord, reply: PostReply & { failed?: string }, state: Waiting, where: string) {
    const { status, retryAfterMs = 0, failed = `responded with status ${status}` } = reply;
    if (status >= 200 && status < 300) return { state: "taken" as const };
    if (status === 410) return { state: "refused" as const, note: "The run that asked is gone (410)." };
    state.unknown = status === 404 || status === 409 ? state.unknown + 1 : 0;
    if (state.unknown >= mostUnknown)
      return { state: "refused" as const, note: `The callback does not know the run that asked (${status}).` };
    state.attempts += 1;
    const age = clock.now() - (record.endedAt ?? clock.now());
    if (age > giveUpMs && state.attempts >= leastAttempts)
      return {
        state: "refused" as const,
        note: `The callback did not accept the outcome for three days: it ${failed}.`,
      };
    const pauseMs = Math.max(pauseAfter(state.attempts - 1), retryAfterMs);
    if (state.attempts === 1) log(`${record.id}: the callback at ${where} ${failed}; the hub keeps trying`);
    later(record.id, pauseMs);
    return null;
  }

  async function find(id: string): Promise<AskRecord | null> {
    return hub.get(id).catch((error) => {
      if (YourcallError.isInstance(error) && error.code === "not-found") return null;
      throw error;
    });
  }

  async function findWaiting(): Promise<void> {
    try {
      let cursor: string | undefined;
      do {
        const page = await hub.list({ status: "ended", delivery: "waiting", order: "oldest", limit: pageSize, cursor });
        for (const record of page.records) add(record);
        cursor = page.cursor;
      } while (cursor !== undefined && !signal.aborted);
    } catch {
      // The store cannot be read now.
      if (!signal.aborted) clock.after(5 * second, () => void findWaiting());
    }
  }

  const stopWatching = hub.watch((events) => {
    for (const { type, record } of events) if (type === "ask-ended") add(record);
  });
  void findWaiting();

  return {
    async stop(): Promise<void> {
      stopWatching();
      abort.abort();
      await Promise.all(running);
    },
  };
}

/** 5 s, then three times as long each time, up to an hour. */
function pauseAfter(attempts: number): number {
  return Math.min(hour, 5 * second * 3 ** Math.min(attempts, 10));
}
