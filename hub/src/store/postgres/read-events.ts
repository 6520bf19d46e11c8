import { toRecord } from "../ask-row.ts";
import type { StoredEvent } from "../store.ts";
import { askColumns, askTables } from "./ask-row.ts";
import type { Query, Row } from "./connection.ts";

const next = "> $1 ORDER BY 1 LIMIT $2";
// One statement sees one state of the database, so `last` belongs to these events. It comes alone if there are none.
const selectEvents = `WITH happened AS (
    SELECT * FROM (
      (SELECT position AS sequence, 'ask-created' AS type, position FROM yourcall.asks WHERE position ${next})
      UNION ALL (SELECT sequence, type, position FROM yourcall.draft_events WHERE sequence ${next})
      UNION ALL (SELECT sequence, 'ask-ended', position FROM yourcall.endings WHERE sequence ${next})
    ) AS each ORDER BY 1 LIMIT $2)
  SELECT head.sequence AS last, head.events_from, happened.sequence, happened.type, ${askColumns}
  FROM yourcall.head LEFT JOIN (happened JOIN (${askTables}) ON asks.position = happened.position) ON true
  ORDER BY happened.sequence`;

export interface EventsRead {
  events: StoredEvent[];
  /** The same events' rows. */
  rows: Row[];
  /** The last sequence that was given. */
  last: number;
  /** The first ones were before these were kept. */
  from: number;
}

export async function lastSequence(query: Query): Promise<number> {
  const [row] = await query("SELECT sequence FROM yourcall.head");
  return Number(row?.sequence);
}

/** The events after a sequence that the database still has, without those of deleted asks. */
export async function readEvents(query: Query, after: number, limit: number): Promise<EventsRead> {
  const found = await query(selectEvents, after, limit);
  const rows = found.filter(({ sequence }) => sequence !== null);
  const events = rows.map((row) => ({
    sequence: Number(row.sequence),
    type: row.type as StoredEvent["type"],
    record: toRecord(row),
  }));
  return { events, rows, last: Number(found[0]?.last), from: Number(found[0]?.events_from) };
}

/** The events after a sequence; null if some of them are gone. */
export async function eventsAfter(
  query: Query,
  sequence: number,
  limit: number,
  keepEvents: number,
): Promise<StoredEvent[] | null> {
  const { events, last, from } = await readEvents(query, sequence, limit);
  if (sequence < Math.max(from, last - keepEvents) || sequence > last) return null;
  // Only deleted asks leave gaps in the sequences.
  const isWhole = events.every((event, index) => event.sequence === sequence + 1 + index);
  if (!isWhole || (events.length < limit && sequence + events.length !== last)) return null;
  return events;
}
