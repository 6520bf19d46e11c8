import type { Outcome } from "@yourcall/core";
import { toOutcomeJson } from "../outcome-json.ts";
import { askColumns, toAskColumn, toRecord } from "./ask-row.ts";
import type { RecentAsks } from "./recent-asks.ts";
import { toAskText, toOutcomeText } from "./search-text.ts";
import type { Statements } from "./statements.ts";
import type { AskRecord, NewAsk, Store, StoredEvent, TokenRecord } from "./store.ts";

const selectByLiveKey = `SELECT ${askColumns} FROM asks INDEXED BY asks_key_taken
  WHERE token = ? AND session = ? AND key = ? AND status IN ('pending', 'answered', 'declined')`;
const insert = `INSERT INTO asks
  (id, token, session, key, status, created_at, expires_at, last_seen_at, ask, search, agent)
  VALUES (?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?)`;
const updateEnded = `UPDATE asks SET status = ?, outcome = ?, ended_at = ?, ended_sequence = ?, search = search || ?
  WHERE position = ?`;
const updateDraft = "UPDATE asks SET draft = ?, draft_revision = ?, expires_at = ? WHERE position = ?";
const updateSeen = "UPDATE asks SET last_seen_at = max(last_seen_at, ?), delivered_at = coalesce(delivered_at, ?)";
const updateSeenById = `${updateSeen} WHERE id = ?`;
const updateSeenAt = `${updateSeen} WHERE position = ?`;
const deleteEnded = `DELETE FROM asks WHERE position IN (
  SELECT position FROM asks INDEXED BY asks_ended WHERE ended_sequence IS NOT NULL AND ended_at < ? LIMIT ?)`;
const insertToken = "INSERT INTO tokens (id, hash, scope, name, ask, created_at) VALUES (?, ?, ?, ?, ?, ?)";

type Result<Name extends "create" | "end" | "saveDraft"> = Awaited<ReturnType<Store[Name]>>;

/**
 * The writes, each to be run inside a transaction that somebody else begins and commits. What happened goes to `emit`, which
 * gives it its sequence.
 */
export function createOperations(
  sql: Statements,
  recent: RecentAsks,
  emit: (type: StoredEvent["type"], toRecord: (sequence: number) => AskRecord) => AskRecord,
) {
  return {
    create(ask: NewAsk): Result<"create"> {
      const session = JSON.stringify(ask.agent.session ?? null);
      const key = ask.key === null ? null : JSON.stringify(ask.key);
      const taken = key === null ? undefined : sql(selectByLiveKey).get(ask.token, session, key);
      if (taken !== undefined) return { record: toRecord(taken), created: false };
      const column = toAskColumn(ask);
      const { lastInsertRowid } = sql(insert).run(
        ...[ask.id, ask.token, session, key, ask.createdAt, ask.expiresAt, ask.lastSeenAt],
        ...[column, toAskText(ask.questions), ask.agent.name],
      );
      const record: AskRecord = {
        ...ask,
        position: Number(lastInsertRowid),
        status: "pending",
        deliveredAt: null,
        draftRevision: 0,
        draft: null,
        outcome: null,
        endedAt: null,
      };
      recent.change(record, column.length);
      return { record: emit("ask-created", () => record), created: true };
    },
    end(id: string, outcome: Outcome, options: { dueBy?: number } = {}): Result<"end"> {
      const found = recent.find(id);
      if (found === null) return null;
      const due = options.dueBy === undefined || (found.expiresAt !== null && found.expiresAt <= options.dueBy);
      if (found.status !== "pending" || !due) return { record: found, ended: false };
      const endedAt = Date.parse(outcome.at);
      if (Number.isNaN(endedAt)) throw new RangeError(`"${outcome.at}" is not a time an ask can end at.`);
      const text = toOutcomeText(outcome);
      const column = toOutcomeJson(outcome);
      const record = emit("ask-ended", (sequence) => {
        sql(updateEnded).run(
          ...[outcome.status, column, endedAt, sequence],
          ...[text === "" ? "" : `\n${text}`, found.position],
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
      sql(updateDraft).run(column, draftRevision, expiresAt, found.position);
      const record = emit("ask-drafted", () => ({ ...found, draft: kept, draftRevision, expiresAt }));
      recent.change(record, column.length);
      return { record, saved: true };
    },
    saw(sightings: Parameters<Store["saw"]>[0]): void {
      for (const { id, lastSeenAt, deliveredAt = null } of sightings) {
        const known = recent.peek(id);
        if (known === undefined) {
          sql(updateSeenById).run(lastSeenAt, deliveredAt, id);
          continue;
        }
        sql(updateSeenAt).run(lastSeenAt, deliveredAt, known.position);
        const seen = {
          lastSeenAt: Math.max(known.lastSeenAt, lastSeenAt),
          deliveredAt: known.deliveredAt ?? deliveredAt,
        };
        recent.change({ ...known, ...seen }, 0);
      }
    },
    forget(endedBefore: number, limit: number): number {
      const count = Number(sql(deleteEnded).run(endedBefore, limit).changes);
      if (count > 0) recent.forgetAll();
      return count;
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
