import type { Query } from "../queries/query.ts";
import type { SpanCount } from "../store.ts";
import { toArray } from "./connection.ts";

// If the clock was set back, an ask may end before it was created; its wait then counts as zero.
const waited = "greatest(0, ended_at - created_at)";
const spans = `(SELECT n, start, lead(start) OVER (ORDER BY n) AS until
  FROM unnest($1::int8[]) WITH ORDINALITY AS given(start, n)) AS span`;
// The discrete median is an actual waiting time, for an even count the smaller of the middle two.
const countEnded = `SELECT span.n, count(sequence) AS ended,
    count(*) FILTER (WHERE status = 'answered') AS answered, count(*) FILTER (WHERE status = 'declined') AS declined,
    count(*) FILTER (WHERE status = 'cancelled') AS cancelled, count(*) FILTER (WHERE status = 'expired') AS expired,
    max(${waited}) FILTER (WHERE sequence IS NOT NULL) AS longest,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY ${waited}) FILTER (WHERE sequence IS NOT NULL) AS median
  FROM ${spans} LEFT JOIN yourcall.endings ON created_at >= start AND created_at < until
  WHERE until IS NOT NULL GROUP BY span.n ORDER BY span.n`;
const countPendingAt = `SELECT span.n, count(position) AS pending
  FROM ${spans} LEFT JOIN yourcall.pending ON created_at >= start AND created_at < until
  WHERE until IS NOT NULL GROUP BY span.n ORDER BY span.n`;
// Steps from name to name in the index, so that the time depends on the number of agents, not of asks.
const selectAgents = `WITH RECURSIVE names AS (
    (SELECT agent FROM yourcall.endings ORDER BY agent LIMIT 1)
    UNION ALL SELECT (SELECT agent FROM yourcall.endings WHERE endings.agent > names.agent ORDER BY agent LIMIT 1)
    FROM names WHERE names.agent IS NOT NULL)
  SELECT agent FROM names WHERE agent IS NOT NULL LIMIT $1`;

/** The figures of each span. */
export async function countSpans(query: Query, starts: readonly number[]): Promise<SpanCount[]> {
  const [ended, pending] = await Promise.all([
    query(countEnded, toArray(starts)),
    query(countPendingAt, toArray(starts)),
  ]);
  return ended.map((row, index) => ({
    asked: Number(row.ended) + Number(pending[index]?.pending),
    ended: {
      answered: Number(row.answered),
      declined: Number(row.declined),
      cancelled: Number(row.cancelled),
      expired: Number(row.expired),
    },
    waited: row.median === null ? null : { medianMs: Number(row.median), longestMs: Number(row.longest) },
  }));
}

/** The names of agents whose asks have ended, in alphabetical order. */
export async function listAgents(query: Query, limit: number): Promise<string[]> {
  const rows = await query(selectAgents, limit);
  return rows.map((row) => JSON.parse(String(row.agent)) as string);
}
