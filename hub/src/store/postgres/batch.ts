import type { Query } from "../queries/query.ts";
import { toAskText, toOutcomeText } from "../search-text.ts";
import type { AskRecord, Load, NewAsk, PendingLimits, StoredEvent } from "../store.ts";
import { toAskColumn, toPending } from "../stored-ask.ts";
import { toArray, toStorableText } from "./connection.ts";
import { type Facts, type Known, toScope } from "./facts.ts";
import { LostConnection } from "./store-failure.ts";

/** A commit that is being prepared: each ask as the writes so far have changed it, and what they add. */
export interface Batch {
  /** Whether an earlier attempt may have been committed. */
  readonly isRetry: boolean;
  get(id: string): Known | null;
  holderOf(hash: string): AskRecord | null;
  hasRoom(ask: NewAsk, bytes: number, limits: PendingLimits): boolean;
  create(ask: NewAsk, text: { column: string; bytes: number; hash: string | null }): AskRecord;
  /** Changes an ask, and adds an event if a type is given. */
  change(record: AskRecord, type?: StoredEvent["type"]): AskRecord;
  /** Counts a use of a grant; false if there is no such grant. */
  useGrant(id: string, at: number): boolean;
}

interface Touched {
  before: Known;
  after: AskRecord;
  endedAs: number;
}

interface LoadChange extends Load {
  most: number;
  mostBytes: number;
}

interface Written {
  /** The sequence before the first event. */
  base: number;
  events: StoredEvent[];
  created: Known[];
  /** The server's timeline, as PostgreSQL writes it. */
  timeline: string;
}

/** Collects a batch. `commit` writes it, or returns null if one of the facts is stale. */
export function createBatch(facts: Facts, isRetry: boolean) {
  const created = new Map<string, Known & { offset: number; text: string }>();
  const touched = new Map<string, Touched>();
  const hashes: string[] = [];
  const heldNow = new Map<string, AskRecord>();
  const loads = new Map<string, LoadChange>();
  const sessions = new Map<string, number>();
  const events: { type: StoredEvent["type"]; record: AskRecord }[] = [];
  const grantUses = new Map<string, { id: string; n: number; at: number }>();
  const eventRows: { o: number; position: number; type: string }[] = [];

  function changeLoad(token: string, by: Load): LoadChange {
    const change = loads.get(token) ?? { pending: 0, bytes: 0, most: Infinity, mostBytes: Infinity };
    change.pending += by.pending;
    change.bytes += by.bytes;
    loads.set(token, change);
    return change;
  }

  const batch: Batch = {
    isRetry,
    get(id) {
      const known = touched.get(id);
      if (known !== undefined) return { record: known.after, bytes: known.before.bytes };
      return facts.asks.get(id) ?? null;
    },
    holderOf: (hash) => heldNow.get(hash) ?? facts.keys?.get(hash)?.record ?? null,
    hasRoom(
      { token, agent },
      bytes,
      { maxPending = Infinity, maxPendingOfToken = Infinity, maxBytesOfToken = Infinity },
    ) {
      const change = changeLoad(token, { pending: 0, bytes: 0 });
      if (facts.loads === undefined) {
        // The commit checks that the token stays below every limit; if not, the figures are read. A session never exceeds its token.
        change.most = Math.min(change.most, maxPending, maxPendingOfToken);
        change.mostBytes = Math.min(change.mostBytes, maxBytesOfToken);
        return true;
      }
      const load = facts.loads.get(token) ?? { pending: 0, bytes: 0 };
      const scope = toScope(token, JSON.stringify(agent.session ?? null));
      const inSession = (facts.sessions?.get(scope) ?? 0) + (sessions.get(scope) ?? 0);
      return (
        load.pending + change.pending < maxPendingOfToken &&
        load.bytes + change.bytes + bytes <= maxBytesOfToken &&
        inSession < maxPending
      );
    },
    create(ask, { column, bytes, hash }) {
      const offset = events.length + 1;
      // The position is only known after the commit.
      const record = toPending(ask, 0);
      const session = JSON.stringify(ask.agent.session ?? null);
      const row = {
        ...{ o: offset, id: ask.id, token: ask.token, session, hash, agent: JSON.stringify(ask.agent.name) },
        ...{
          key: ask.key === undefined ? null : JSON.stringify(ask.key),
          created: ask.createdAt,
          seen: ask.lastSeenAt,
        },
        ...{ expires: ask.expiresAt ?? null, bytes, ask: column, search: toStorableText(toAskText(ask.questions)) },
      };
      created.set(ask.id, { record, bytes, offset, text: JSON.stringify(row) });
      if (hash !== null) {
        hashes.push(hash);
        heldNow.set(hash, record);
      }
      changeLoad(ask.token, { pending: 1, bytes });
      const scope = toScope(ask.token, session);
      sessions.set(scope, (sessions.get(scope) ?? 0) + 1);
      events.push({ type: "ask-created", record });
      return record;
    },
    change(record, type) {
      const known = batch.get(record.id);
      const before = touched.get(record.id)?.before ?? facts.asks.get(record.id);
      if (known === null || before === undefined) throw new Error(`${record.id} was changed without being read.`);
      const wasPending = known.record.status === "pending";
      const endedAs =
        wasPending && record.status !== "pending" ? events.length + 1 : (touched.get(record.id)?.endedAs ?? 0);
      if (wasPending && record.status !== "pending") {
        changeLoad(record.token, { pending: -1, bytes: -known.bytes });
        const scope = toScope(record.token, JSON.stringify(record.agent.session ?? null));
        sessions.set(scope, (sessions.get(scope) ?? 0) - 1);
      }
      touched.set(record.id, { before, after: record, endedAs });
      if (type !== undefined) {
        events.push({ type, record });
        if (type !== "ask-ended") eventRows.push({ o: events.length, position: record.position, type });
      }
      return record;
    },
    useGrant(id, at) {
      // If they were not read, the commit checks that it exists.
      if (facts.grants !== undefined && !facts.grants.has(id)) return false;
      grantUses.set(id, { id, n: (grantUses.get(id)?.n ?? 0) + 1, at });
      return true;
    },
  };

  async function commit(
    query: Query,
    { onSent, timeline }: { onSent: () => void; timeline: string },
  ): Promise<Written | null> {
    if (created.size === 0 && touched.size === 0) return { base: -1, events: [], created: [], timeline: "" };
    const rows = toRows([...touched.values()]);
    const loadRows = Array.from(loads, ([token, change]) => toLoadRow(token, change, facts)).filter(
      ({ pending, bytes }) => pending !== 0 || bytes !== 0,
    );
    const reply = query(
      `SELECT yourcall.timeline() AS timeline, CASE WHEN yourcall.timeline() COLLATE "C" >= $12::text COLLATE "C" THEN
        yourcall.commit_1($1,$2::text[],$3::json,$4::json,$5::json,$6::json,$7::json,$8::json,$9::json,$10::json,$11::json) ELSE -1 END AS base`,
      events.length,
      hashes.length === 0 ? null : toArray(hashes),
      created.size === 0 ? null : `[${Array.from(created.values(), ({ text }) => text).join(",")}]`,
      ...[
        loadRows,
        rows.known,
        rows.delivered,
        rows.drafts,
        rows.endings,
        eventRows,
        rows.seen,
        [...grantUses.values()],
      ].map(toJson),
      timeline,
    );
    if (events.length > 0) onSent();
    const [row] = await reply;
    if (row === undefined || row.base === null) return null;
    const base = Number(row.base);
    if (base === -1)
      throw new LostConnection(
        "An old primary was asked to write, after a standby had taken over. Nothing was written. Stop it (docs/scale.md).",
        false,
      );
    for (const { record, offset } of created.values()) record.position = base + offset;
    return {
      base,
      events: events.map((event, index) => ({ sequence: base + index + 1, ...event })),
      created: [...created.values()],
      timeline: String(row.timeline),
    };
  }

  return { batch, commit, isChanged: (id: string) => touched.has(id) };
}

function toJson(rows: readonly object[]): string | null {
  return rows.length === 0 ? null : JSON.stringify(rows);
}

function toLoadRow(token: string, change: LoadChange, facts: Facts) {
  const { pending, bytes, most, mostBytes } = change;
  const was = facts.loads?.get(token);
  const isRead = facts.loads !== undefined;
  // Only new asks are counted against a limit.
  return {
    ...{ token, pending, bytes },
    ...(Number.isFinite(most) ? { most } : {}),
    ...(Number.isFinite(mostBytes) ? { most_bytes: mostBytes } : {}),
    ...(isRead && pending > 0 ? { was: was?.pending ?? 0, was_bytes: was?.bytes ?? 0 } : {}),
  };
}

/** What has to be written for the changed asks, and what was known about them before. */
function toRows(all: readonly Touched[]) {
  const rows = {
    known: [] as object[],
    delivered: [] as object[],
    drafts: [] as object[],
    endings: [] as object[],
    seen: [] as object[],
  };
  for (const {
    before: { record: before },
    after,
    endedAs,
  } of all) {
    const { position, expiresAt: expires = null, draftRevision: revision } = after;
    const draft = after.draft === undefined ? null : JSON.stringify(after.draft);
    const wasDelivered =
      before.delivery === undefined || before.delivery.state === "waiting" ? null : before.delivery.state;
    if (before.status === "pending")
      rows.known.push({ position, revision: before.draftRevision, expires: before.expiresAt ?? null });
    else rows.delivered.push({ position, delivery: wasDelivered });
    if (after.status === "pending") {
      if (before.draftRevision !== revision || before.expiresAt !== after.expiresAt)
        rows.drafts.push({ position, draft, revision, expires });
    } else if (before.status === "pending" && after.outcome !== undefined)
      rows.endings.push({
        ...{ o: endedAs, position, status: after.status, token: after.token, expires, revision, draft },
        ...{ session: JSON.stringify(after.agent.session ?? null), agent: JSON.stringify(after.agent.name) },
        ...{ created: after.createdAt, ended: after.endedAt, outcome: JSON.stringify(after.outcome) },
        search: toStorableText(toOutcomeText(after.outcome)),
      });
    const { delivery } = after;
    const isDelivered = delivery !== undefined && delivery.state !== "waiting";
    if (after.lastSeenAt !== before.lastSeenAt || isDelivered || wasDelivered !== null)
      rows.seen.push({
        ...{ position, seen: after.lastSeenAt },
        ...(isDelivered ? { delivery: delivery.state, at: delivery.at } : {}),
        ...(isDelivered && delivery.note !== undefined ? { note: toStorableText(delivery.note) } : {}),
      });
  }
  return rows;
}

/** The column of a new ask and its size. */
export function toColumn(ask: NewAsk): { column: string; bytes: number } {
  const column = toAskColumn(ask);
  return { column, bytes: Buffer.byteLength(column) };
}
