import { askColumns } from "../queries/ask-columns.ts";
import type { StoredEvent } from "../store.ts";
import { toRecord } from "../stored-ask.ts";
import { askJoins } from "./ask-tables.ts";
import type { Statements } from "./connection.ts";

// `meta` has the last sequence if its event has been deleted.
const selectLast = `SELECT max(coalesce((SELECT max(position) FROM asks), 0),
  coalesce((SELECT max(sequence) FROM endings), 0), coalesce((SELECT max(sequence) FROM draft_events), 0),
  (SELECT value FROM meta WHERE name = 'sequence')) AS last`;
const selectFirst = "SELECT value FROM meta WHERE name = 'events_from'";
const next = "> ?1 ORDER BY sequence LIMIT ?2";
// An ask's position is the sequence of its creation, and an ending has its own: only drafts and deliveries need event rows.
const selectEvents = `WITH happened AS (
    SELECT * FROM (SELECT position AS sequence, 'ask-created' AS type, position FROM asks WHERE asks.position ${next})
    UNION ALL SELECT * FROM (SELECT sequence, type, position FROM draft_events WHERE sequence ${next})
    UNION ALL SELECT * FROM (SELECT sequence, 'ask-ended', position FROM endings WHERE sequence ${next})
    ORDER BY 1 LIMIT ?2)
  SELECT happened.sequence, happened.type, ${askColumns}
  FROM happened CROSS JOIN asks ON asks.position = happened.position ${askJoins} ORDER BY happened.sequence`;

export function lastSequence(sql: Statements): number {
  return Number(sql(selectLast).get()?.last);
}

/** The events after a sequence that the file still has, without those of deleted asks. */
export function readEvents(sql: Statements, after: number, limit: number): StoredEvent[] {
  const rows = sql(selectEvents).all(after, limit) as { sequence: number; type: StoredEvent["type"] }[];
  return rows.map((row) => ({ sequence: row.sequence, type: row.type, record: toRecord(row) }));
}

/** The events after a sequence; null if some of them are gone. */
export function eventsAfter(
  sql: Statements,
  sequence: number,
  limit: number,
  keepEvents: number,
): StoredEvent[] | null {
  const last = lastSequence(sql);
  const known = Math.max(Number(sql(selectFirst).get()?.value), last - keepEvents);
  if (sequence < known || sequence > last) return null;
  const events = readEvents(sql, sequence, limit);
  // Only deleted asks leave gaps in the sequences.
  const whole = events.every((event, index) => event.sequence === sequence + 1 + index);
  if (!whole || (events.length < limit && sequence + events.length !== last)) return null;
  return events;
}
