import { askColumns, toRecord } from "./ask-row.ts";
import type { Statements } from "./statements.ts";
import type { AskRecord, StoredEvent, TokenRecord } from "./store.ts";

const byKey = `SELECT ${askColumns} FROM asks`;
const holdsKey = `${byKey} INDEXED BY asks_key_taken
  WHERE token = ? AND session = ? AND key = ? AND status IN ('pending', 'answered', 'declined')`;
const heldKey = `${byKey} INDEXED BY asks_key_freed
  WHERE token = ? AND session = ? AND key = ? AND status IN ('cancelled', 'expired') ORDER BY position DESC LIMIT 1`;
const countAll = "SELECT count(*) AS n FROM asks INDEXED BY asks_pending WHERE status = 'pending'";
const countScope = `SELECT count(*) AS n FROM asks INDEXED BY asks_session_pending
  WHERE status = 'pending' AND session = ? AND token = ?`;
const firstDue = `SELECT id, expires_at AS expiresAt FROM asks INDEXED BY asks_due
  WHERE status = 'pending' AND expires_at IS NOT NULL ORDER BY expires_at, position LIMIT 1`;
const eventBounds = `SELECT (SELECT min(sequence) FROM events) AS first, (SELECT max(sequence) FROM events) AS last`;
const eventsFrom = `SELECT events.sequence, events.type, ${askColumns}
  FROM events LEFT JOIN asks ON asks.position = events.position
  WHERE events.sequence > ? ORDER BY events.sequence LIMIT ?`;
const tokens = "SELECT id, hash, scope, name, ask, created_at AS createdAt FROM tokens";

/** The reads of the store, but for lists and single asks. Each sees what is committed, and nothing else. */
export function createReads(sql: Statements) {
  return {
    findByKey(token: string, session: string | null, key: string): AskRecord | null {
      const scope = [token, JSON.stringify(session), JSON.stringify(key)];
      // While an ask holds a key no other can take it, so the one that holds it is the newest.
      return toRecordOrNull(sql(holdsKey).get(...scope) ?? sql(heldKey).get(...scope));
    },
    countPending(scope?: { token: string; session: string | null }): number {
      const row =
        scope === undefined ? sql(countAll).get() : sql(countScope).get(JSON.stringify(scope.session), scope.token);
      return Number(row?.n);
    },
    eventsAfter(sequence: number, limit: number): StoredEvent[] | null {
      const { first, last } = sql(eventBounds).get() as { first: number | null; last: number | null };
      if (sequence < (first ?? 1) - 1 || sequence > (last ?? 0)) return null;
      const rows = sql(eventsFrom).all(sequence, limit) as { sequence: number; type: string; ask: string | null }[];
      // Of an ask that was forgotten the event remains, but nothing is left to tell about it.
      if (rows.some((row) => row.ask === null)) return null;
      return rows.map((row) => ({
        sequence: row.sequence,
        type: row.type as StoredEvent["type"],
        record: toRecord(row),
      }));
    },
    lastSequence(): number {
      return Number(sql(eventBounds).get()?.last ?? 0);
    },
    nextDeadline(): { id: string; expiresAt: number } | null {
      return plain(sql(firstDue).get());
    },
    findToken(hash: string): TokenRecord | null {
      return plain(sql(`${tokens} WHERE hash = ?`).get(hash));
    },
    listTokens(): TokenRecord[] {
      const rows = sql(`${tokens} ORDER BY created_at, id`).all();
      return rows.map((row) => ({ ...row }) as unknown as TokenRecord);
    },
  };
}

function toRecordOrNull(row: unknown): AskRecord | null {
  return row === undefined ? null : toRecord(row);
}

// The driver's rows have no prototype; what leaves the store is an ordinary object.
function plain<Row>(row: Record<string, unknown> | undefined): Row | null {
  return row === undefined ? null : ({ ...row } as Row);
}
