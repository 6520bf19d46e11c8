import { askColumns, askParts, toRecord } from "./ask-row.ts";
import type { Statements } from "./statements.ts";
import type { AskRecord, StoredEvent, TokenRecord } from "./store.ts";

const lastByKey = `SELECT ${askColumns} FROM asks INDEXED BY asks_key ${askParts}
  WHERE asks.token = ? AND asks.session = ? AND asks.key = ? ORDER BY asks.position DESC LIMIT 1`;
const countAll = "SELECT count(*) AS n FROM pending";
const countScope = "SELECT count(*) AS n FROM pending INDEXED BY pending_session WHERE session = ? AND token = ?";
const firstDue = `SELECT asks.id, pending.expires_at AS expiresAt
  FROM pending INDEXED BY pending_due CROSS JOIN asks ON asks.position = pending.position
  WHERE pending.expires_at IS NOT NULL ORDER BY pending.expires_at, pending.position LIMIT 1`;
const eventBounds = `SELECT (SELECT min(sequence) FROM events) AS first, (SELECT max(sequence) FROM events) AS last`;
const eventsFrom = `SELECT events.sequence, events.type, ${askColumns}
  FROM events LEFT JOIN asks ON asks.position = events.position ${askParts}
  WHERE events.sequence > ? ORDER BY events.sequence LIMIT ?`;
const tokens = "SELECT id, hash, scope, name, ask, created_at AS createdAt FROM tokens";

/** The reads of the store, but for lists and single asks. Each sees what is committed, and nothing else. */
export function createReads(sql: Statements) {
  /** The newest ask with this key; session and key as the file has them. */
  function findLastByKey(token: string, session: string, key: string): AskRecord | null {
    const row = sql(lastByKey).get(token, session, key);
    return row === undefined ? null : toRecord(row);
  }

  return {
    findByKey(token: string, session: string | null, key: string): AskRecord | null {
      return findLastByKey(token, JSON.stringify(session), JSON.stringify(key));
    },
    findLastByKey,
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

// The driver's rows have no prototype; what leaves the store is an ordinary object.
function plain<Row>(row: Record<string, unknown> | undefined): Row | null {
  return row === undefined ? null : ({ ...row } as Row);
}
