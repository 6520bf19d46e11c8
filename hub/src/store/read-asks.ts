import { askColumns, askParts, toRecord } from "./ask-row.ts";
import type { Statements } from "./statements.ts";
import type { AskRecord, StoredEvent, TokenRecord } from "./store.ts";

const lastByKey = `SELECT ${askColumns} FROM asks INDEXED BY asks_key ${askParts}
  WHERE asks.token = ? AND asks.session = ? AND asks.key = ? ORDER BY asks.position DESC LIMIT 1`;
const firstDue = `SELECT asks.id, pending.expires_at AS expiresAt
  FROM pending INDEXED BY pending_due CROSS JOIN asks ON asks.position = pending.position
  WHERE pending.expires_at IS NOT NULL ORDER BY pending.expires_at, pending.position LIMIT 1`;
// `meta` knows the last sequence where its event has been forgotten.
const selectLast = `SELECT max(coalesce((SELECT max(position) FROM asks), 0),
  coalesce((SELECT max(sequence) FROM endings), 0), coalesce((SELECT max(sequence) FROM draft_events), 0),
  (SELECT value FROM meta WHERE name = 'sequence')) AS last`;
const selectFirst = "SELECT value FROM meta WHERE name = 'events_from'";
const next = "> ?1 ORDER BY sequence LIMIT ?2";
const eventsFrom = `WITH happened AS (
    SELECT * FROM (SELECT position AS sequence, 'ask-created' AS type, position FROM asks WHERE asks.position ${next})
    UNION ALL SELECT * FROM (SELECT sequence, 'ask-drafted', position FROM draft_events WHERE sequence ${next})
    UNION ALL SELECT * FROM (SELECT sequence, 'ask-ended', position FROM endings WHERE sequence ${next})
    ORDER BY 1 LIMIT ?2)
  SELECT happened.sequence, happened.type, ${askColumns}
  FROM happened CROSS JOIN asks ON asks.position = happened.position ${askParts} ORDER BY happened.sequence`;
const tokens = "SELECT id, hash, scope, name, ask, created_at AS createdAt FROM tokens";

/** The reads of the store, but for lists, single asks, and what waits. Each sees what is committed, and nothing else. */
export function createReads(sql: Statements, keepEvents: number) {
  function lastSequence(): number {
    return Number(sql(selectLast).get()?.last);
  }

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
    eventsAfter(sequence: number, limit: number): StoredEvent[] | null {
      const last = lastSequence();
      const known = Math.max(Number(sql(selectFirst).get()?.value), last - keepEvents);
      if (sequence < known || sequence > last) return null;
      const rows = sql(eventsFrom).all(sequence, limit) as { sequence: number; type: string }[];
      // Each event has the number after the one before it. Those of an ask that was forgotten leave a gap.
      const whole = rows.every((row, index) => row.sequence === sequence + 1 + index);
      if (!whole || (rows.length < limit && sequence + rows.length !== last)) return null;
      return rows.map((row) => ({
        sequence: row.sequence,
        type: row.type as StoredEvent["type"],
        record: toRecord(row),
      }));
    },
    lastSequence,
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

export type Reads = ReturnType<typeof createReads>;
