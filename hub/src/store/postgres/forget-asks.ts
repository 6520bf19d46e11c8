import type { Query } from "../queries/query.ts";
import { toArray } from "./connection.ts";

// How many endings are looked at, and how many deleted in one commit.
const lookAtOnce = 1000;
const asksAtOnce = 100;

// Only asks created before the later of the two times are examined, by the index on creation. A withdrawn ask has no outcome to
// deliver.
const selectDue = `SELECT endings.sequence, endings.created_at, endings.ended_at < CASE
    WHEN endings.status = 'cancelled' OR sightings.delivered_at IS NOT NULL THEN $1::int8 ELSE $2::int8 END AS due
  FROM yourcall.endings LEFT JOIN yourcall.sightings ON sightings.position = endings.position
  WHERE endings.created_at < greatest($1, $2) AND (endings.created_at, endings.sequence) > ($3, $4)
  ORDER BY endings.created_at, endings.sequence LIMIT ${lookAtOnce}`;
// Links and notices are deleted along with their ask.
const deleteAsks = `WITH gone AS (DELETE FROM yourcall.endings WHERE sequence = ANY ($1::int8[]) RETURNING position),
  sightings AS (DELETE FROM yourcall.sightings USING gone WHERE sightings.position = gone.position),
  chain AS (UPDATE yourcall.chain SET forgotten = 1 WHERE sequence = ANY ($1::int8[])),
  asks AS (DELETE FROM yourcall.asks USING gone WHERE asks.position = gone.position)
  SELECT count(*) AS n FROM gone`;

/** Deletes asks that ended before these times, in batches, and returns how many. VACUUM gives the space back. */
export async function forgetAsks(query: Query, deliveredBefore: number, undeliveredBefore: number): Promise<number> {
  let total = 0;
  for (let after = [Number.MIN_SAFE_INTEGER, 0] as [number, number]; ; ) {
    const rows = await query(selectDue, deliveredBefore, undeliveredBefore, ...after);
    const due = rows.filter((row) => row.due === true).map(({ sequence }) => Number(sequence));
    for (let index = 0; index < due.length; index += asksAtOnce) {
      const [row] = await query(deleteAsks, toArray(due.slice(index, index + asksAtOnce)));
      total += Number(row?.n);
    }
    if (rows.length < lookAtOnce) return total;
    after = [Number(rows.at(-1)?.created_at), Number(rows.at(-1)?.sequence)];
  }
}
