import { type Query, toArray } from "./connection.ts";

// How many endings are looked at, and how many deleted in one commit.
const lookAtOnce = 1000;
const asksAtOnce = 100;

// What its own agent took back has nobody to be delivered to.
const selectDue = `SELECT endings.sequence, endings.ended_at < CASE
    WHEN endings.status = 'cancelled' OR sightings.delivered_at IS NOT NULL THEN $2::int8 ELSE $3::int8 END AS due
  FROM yourcall.endings LEFT JOIN yourcall.sightings ON sightings.position = endings.position
  WHERE endings.sequence > $1 ORDER BY endings.sequence LIMIT ${lookAtOnce}`;
// Links and notices go with their ask.
const deleteAsks = `WITH gone AS (DELETE FROM yourcall.endings WHERE sequence = ANY ($1::int8[]) RETURNING position),
  sightings AS (DELETE FROM yourcall.sightings USING gone WHERE sightings.position = gone.position),
  asks AS (DELETE FROM yourcall.asks USING gone WHERE asks.position = gone.position)
  SELECT count(*) AS n FROM gone`;

/** Deletes what ended before these times, in pieces, and returns how many asks that were. Space is given back by VACUUM. */
export async function forgetAsks(query: Query, deliveredBefore: number, undeliveredBefore: number): Promise<number> {
  let total = 0;
  for (let after = 0; ; ) {
    const rows = await query(selectDue, after, deliveredBefore, undeliveredBefore);
    const due = rows.filter((row) => row.due === true).map(({ sequence }) => Number(sequence));
    for (let index = 0; index < due.length; index += asksAtOnce) {
      const [row] = await query(deleteAsks, toArray(due.slice(index, index + asksAtOnce)));
      total += Number(row?.n);
    }
    if (rows.length < lookAtOnce) return total;
    after = Number(rows.at(-1)?.sequence);
  }
}
