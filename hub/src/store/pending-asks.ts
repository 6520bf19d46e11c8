import type { Statements } from "./statements.ts";
import type { AskRecord } from "./store.ts";

/**
 * The rows of asks that wait. Most asks are answered soon after they were asked, and a row for the time between would be written into
 * two trees and taken out of both again. So an ask has one only with a deadline or a draft, or when thousands of events have come
 * since, or when there are many without one. The others are known here, and to the file: they come after `meta.listed`, and have neither a row nor an ending.
 */
export interface PendingAsks {
  /** Reads them from the file: at the start, and where what is remembered may be wrong. */
  load(): void;
  add(ask: Waiting & { expiresAt: number | null }): void;
  saveDraft(ask: Waiting, change: { draft: string; draftRevision: number; expiresAt: number | null }): void;
  /** Of an ask with a deadline, which therefore has a row. */
  extend(position: number, expiresAt: number): void;
  remove(position: number): void;
  /** To be called at the end of a transaction that wrote events, with the sequence of the last. */
  finish(sequence: number): void;
  count(scope?: { token: string; session: string }): number;
  /** Those without a row, oldest first. */
  unlisted(): Iterable<Waiting>;
}

/** What a row has of its ask. `session` is JSON text. */
export interface Waiting extends Pick<AskRecord, "position" | "token" | "createdAt"> {
  session: string;
}

const insertRow = `INSERT INTO pending (position, token, session, created_at, expires_at, draft_revision, draft)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const updateDraft = "UPDATE pending SET draft = ?, draft_revision = ?, expires_at = ? WHERE position = ?";
const updateDeadline = "UPDATE pending SET expires_at = ? WHERE position = ?";
const deleteRow = "DELETE FROM pending WHERE position = ?";
const countAll = "SELECT count(*) AS n FROM pending";
const countScope = "SELECT count(*) AS n FROM pending INDEXED BY pending_session WHERE session = ? AND token = ?";
const selectListed = "SELECT value FROM meta WHERE name = 'listed'";
const updateListed = "UPDATE meta SET value = ? WHERE name = 'listed'";
const selectUnlisted = `SELECT position, token, session, created_at AS createdAt FROM asks WHERE position > ?
  AND NOT EXISTS (SELECT 1 FROM pending WHERE pending.position = asks.position)
  AND NOT EXISTS (SELECT 1 FROM endings WHERE endings.position = asks.position) ORDER BY position`;

// As many as may have to be gone through for a list.
const maxUnlisted = 1000;

/** After `listEvery` events all get their rows: so far the file may have to be gone through at a start. */
export function createPendingAsks(sql: Statements, listEvery: number): PendingAsks {
  const unlisted = new Map<number, Waiting>();
  let listed = 0;

  function insert({ position, token, session, createdAt }: Waiting, expiresAt: number | null): void {
    sql(insertRow).run(position, token, session, createdAt, expiresAt, 0, null);
  }

  return {
    load() {
      unlisted.clear();
      listed = Number(sql(selectListed).get()?.value);
      for (const row of sql(selectUnlisted).all(listed) as unknown as Waiting[]) unlisted.set(row.position, row);
    },
    add(ask) {
      if (ask.expiresAt === null) unlisted.set(ask.position, ask);
      else insert(ask, ask.expiresAt);
    },
    saveDraft(ask, { draft, draftRevision, expiresAt }) {
      if (unlisted.delete(ask.position)) insert(ask, null);
      sql(updateDraft).run(draft, draftRevision, expiresAt, ask.position);
    },
    extend(position, expiresAt) {
      sql(updateDeadline).run(expiresAt, position);
    },
    remove(position) {
      if (!unlisted.delete(position)) sql(deleteRow).run(position);
    },
    finish(sequence) {
      if (sequence - listed < listEvery && unlisted.size < maxUnlisted) return;
      for (const ask of unlisted.values()) insert(ask, null);
      sql(updateListed).run(sequence);
      unlisted.clear();
      listed = sequence;
    },
    count(scope) {
      if (scope === undefined) return Number(sql(countAll).get()?.n) + unlisted.size;
      let count = Number(sql(countScope).get(scope.session, scope.token)?.n);
      for (const { token, session } of unlisted.values())
        if (token === scope.token && session === scope.session) count += 1;
      return count;
    },
    unlisted: () => unlisted.values(),
  };
}
