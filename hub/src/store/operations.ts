import type { Outcome } from "@yourcall/core";
import { toOutcomeJson } from "../outcome-json.ts";
import { toAskColumn } from "./ask-row.ts";
import type { PendingAsks } from "./pending-asks.ts";
import type { Reads } from "./read-asks.ts";
import type { RecentAsks } from "./recent-asks.ts";
import { toAskText, toOutcomeText } from "./search-text.ts";
import type { Statements } from "./statements.ts";
import type { AskRecord, NewAsk, Store, StoredEvent, TokenRecord } from "./store.ts";

const insertAsk = `INSERT INTO asks
  (position, id, token, session, key, agent, created_at, last_seen_at, ask, search) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const insertEnding = `INSERT INTO endings
  (sequence, position, status, token, session, agent, created_at, ended_at, expires_at, draft_revision, draft, outcome, search)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const insertDraftEvent = "INSERT INTO draft_events (sequence, position) VALUES (?, ?)";
const insertSighting = "INSERT INTO sightings (position, last_seen_at, delivered_at)";
const addToSighting = `ON CONFLICT (position) DO UPDATE SET last_seen_at = max(last_seen_at, excluded.last_seen_at),
  delivered_at = coalesce(delivered_at, excluded.delivered_at)`;
// One statement for many; a condition keeps ON CONFLICT from being read as part of a join.
const seenAt = `${insertSighting} SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE TRUE ${addToSighting}`;
const seenById = `${insertSighting} SELECT position, ?, ? FROM asks WHERE id = ? ${addToSighting}`;
const deleteEndings = `DELETE FROM endings WHERE sequence IN (SELECT sequence FROM endings WHERE ended_at < ? LIMIT ?)
  RETURNING position`;
const theseAsks = "WHERE position IN (SELECT value FROM json_each(?))";
const insertToken = "INSERT INTO tokens (id, hash, scope, name, ask, created_at) VALUES (?, ?, ?, ?, ?, ?)";

type Result<Name extends "create" | "end" | "saveDraft"> = Awaited<ReturnType<Store[Name]>>;

/**
 * The writes, each to be run inside a transaction that somebody else begins and commits. What happened goes to `emit`, which
 * gives it its sequence.
 */
export function createOperations(
  { sql, reads, recent, pending }: { sql: Statements; reads: Reads; recent: RecentAsks; pending: PendingAsks },
  emit: (type: StoredEvent["type"], toRecord: (sequence: number) => AskRecord) => AskRecord,
) {
  return {
    create(ask: NewAsk): Result<"create"> {
      const session = JSON.stringify(ask.agent.session ?? null);
      const key = ask.key === null ? null : JSON.stringify(ask.key);
      const taken = key === null ? null : reads.findLastByKey(ask.token, session, key);
      // While an ask holds a key no other can take it, so only the last one can hold it.
      if (taken !== null && taken.status !== "cancelled" && taken.status !== "expired")
        return { record: taken, created: false };
      const column = toAskColumn(ask);
      const record = emit("ask-created", (position) => {
        sql(insertAsk).run(
          ...[position, ask.id, ask.token, session, key, ask.agent.name],
          ...[ask.createdAt, ask.lastSeenAt, column, toAskText(ask.questions)],
        );
        const { token, createdAt, expiresAt } = ask;
        pending.add({ position, token, session, createdAt, expiresAt });
        return {
          ...ask,
          position,
          status: "pending",
          deliveredAt: null,
          draftRevision: 0,
          draft: null,
          outcome: null,
          endedAt: null,
        };
      });
      recent.change(record, column.length);
      return { record, created: true };
    },
    end(id: string, outcome: Outcome, options: { dueBy?: number } = {}): Result<"end"> {
      const found = recent.find(id);
      if (found === null) return null;
      const due = options.dueBy === undefined || (found.expiresAt !== null && found.expiresAt <= options.dueBy);
      if (found.status !== "pending" || !due) return { record: found, ended: false };
      const endedAt = Date.parse(outcome.at);
      if (Number.isNaN(endedAt)) throw new RangeError(`"${outcome.at}" is not a time an ask can end at.`);
      const column = toOutcomeJson(outcome);
      const record = emit("ask-ended", (sequence) => {
        const { position, token, agent, createdAt, expiresAt, draftRevision, draft } = found;
        pending.remove(position);
        sql(insertEnding).run(
          ...[sequence, position, outcome.status, token, JSON.stringify(agent.session ?? null), agent.name, createdAt],
          ...[endedAt, expiresAt, draftRevision, draft === null ? null : JSON.stringify(draft), column],
          toOutcomeText(outcome),
        );
        return { ...found, status: outcome.status, outcome, endedAt };
      });
      recent.change(record, column.length);
      return { record, ended: true };
    },
    saveDraft(id: string, change: Parameters<Store["saveDraft"]>[1]): Result<"saveDraft"> {
      const found = recent.find(id);
      if (found === null) return null;
      const { baseRevision, expiresAt, draft, surface, at } = change;
      if (found.status !== "pending" || found.draftRevision !== baseRevision) return { record: found, saved: false };
      const kept = { draft, surface, at };
      const draftRevision = baseRevision + 1;
      const column = JSON.stringify(kept);
      const { position, token, createdAt, agent } = found;
      const waiting = { position, token, createdAt, session: JSON.stringify(agent.session ?? null) };
      pending.saveDraft(waiting, { draft: column, draftRevision, expiresAt });
      const record = emit("ask-drafted", (sequence) => {
        sql(insertDraftEvent).run(sequence, found.position);
        return { ...found, draft: kept, draftRevision, expiresAt };
      });
      recent.change(record, column.length);
      return { record, saved: true };
    },
    extend(id: string, expiresAt: number): void {
      const found = recent.find(id);
      if (found === null || found.status !== "pending" || found.expiresAt === null || found.expiresAt >= expiresAt)
        return;
      pending.extend(found.position, expiresAt);
      recent.change({ ...found, expiresAt }, 0);
    },
    saw(sightings: Parameters<Store["saw"]>[0]): void {
      const rows: [position: number, lastSeenAt: number, deliveredAt: number | null][] = [];
      for (const { id, lastSeenAt, deliveredAt = null } of sightings) {
        const known = recent.peek(id);
        if (known === undefined) {
          sql(seenById).run(lastSeenAt, deliveredAt, id);
          continue;
        }
        rows.push([known.position, lastSeenAt, deliveredAt]);
        const seen = {
          lastSeenAt: Math.max(known.lastSeenAt, lastSeenAt),
          deliveredAt: known.deliveredAt ?? deliveredAt,
        };
        recent.change({ ...known, ...seen }, 0);
      }
      if (rows.length > 0) sql(seenAt).run(JSON.stringify(rows));
    },
    forget(endedBefore: number, limit: number): number {
      const last = reads.lastSequence();
      const positions = sql(deleteEndings)
        .all(endedBefore, limit)
        .map(({ position }) => position);
      if (positions.length === 0) return 0;
      // Its number may be the last one, and is not given again.
      sql("UPDATE meta SET value = ? WHERE name = 'sequence'").run(last);
      for (const table of ["asks", "sightings"])
        sql(`DELETE FROM ${table} ${theseAsks}`).run(JSON.stringify(positions));
      recent.forgetAll();
      return positions.length;
    },
    addToken({ id, hash, scope, name, ask, createdAt }: TokenRecord): void {
      sql(insertToken).run(id, hash, scope, name, ask, createdAt);
    },
    removeToken(id: string): boolean {
      return Number(sql("DELETE FROM tokens WHERE id = ?").run(id).changes) > 0;
    },
  };
}

export type Operations = ReturnType<typeof createOperations>;
