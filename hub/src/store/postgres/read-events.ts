import { askColumns, askTables } from "../queries/ask-columns.ts";
import type { Query } from "../queries/query.ts";
import type { StoredEvent } from "../store.ts";
import { toRecord } from "../stored-ask.ts";

const next = "> $1 ORDER BY 1 LIMIT $2";
// One statement sees one state of the database, so `last` matches these events. Without events, the only row has `last`.
const selectEvents = `WITH happened AS (
    SELECT * FROM (
      (SELECT position AS sequence, 'ask-created' AS type, position FROM yourcall.asks WHERE position ${next})
      UNION ALL (SELECT sequence, type, position FROM yourcall.draft_events WHERE sequence ${next})
      UNION ALL (SELECT sequence, 'ask-ended', position FROM yourcall.endings WHERE sequence ${next})
    ) AS each ORDER BY 1 LIMIT $2)
  SELECT head.sequence AS last, head.events_from, head.jumps, happened.sequence, happened.type, ${askColumns}
  FROM yourcall.head LEFT JOIN (happened JOIN (${askTables}) ON asks.position = happened.position) ON true
  ORDER BY happened.sequence`;

interface EventsRead {
  events: StoredEvent[];
  /** For each event, how many bytes its ask takes while pending. */
  bytes: number[];
  /** The last sequence that was assigned. */
  last: number;
  /** Events up to this sequence were not kept. */
  from: number;
  jumps: Jumps;
}

/** Where a server that may have lacked the newest commits continued the history: sequences between the two numbers do not exist. */
type Jumps = readonly (readonly [from: number, to: number])[];

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
  const { last, events_from, jumps } = found[0] ?? {};
  return {
    events,
    bytes: rows.map(({ bytes }) => Number(bytes)),
    last: Number(last),
    from: Number(events_from),
    jumps: JSON.parse(String(jumps)) as Jumps,
  };
}

/** Whether a sequence that was once assigned is still part of the history. */
export function isKept(sequence: number, { last, jumps }: Pick<EventsRead, "last" | "jumps">): boolean {
  return sequence <= last && !jumps.some(([from, to]) => from < sequence && sequence < to);
}

/** How many events there are after a sequence, up to and including another. */
function countBetween(after: number, upTo: number, jumps: Jumps): number {
  return jumps.reduce((count, [from, to]) => (after <= from && to <= upTo ? count - (to - from) : count), upTo - after);
}

/** The events after a sequence; null if some of them are gone. */
export async function eventsAfter(
  query: Query,
  sequence: number,
  limit: number,
  keepEvents: number,
): Promise<StoredEvent[] | null> {
  const read = await readEvents(query, sequence, limit);
  const { events, last, from, jumps } = read;
  if (sequence < from || !isKept(sequence, read) || countBetween(sequence, last, jumps) > keepEvents) return null;
  // Only deleted asks leave gaps in the sequences.
  const isWhole = events.every((event, index) => countBetween(sequence, event.sequence, jumps) === index + 1);
  if (!isWhole || (events.length < limit && countBetween(sequence, last, jumps) !== events.length)) return null;
  return events;
}
