import { setImmediate as nextTurn } from "node:timers/promises";
import type { SpanCount } from "../store.ts";
import type { Statements } from "./connection.ts";

// The index is sorted by agent, then time, so the query has to name the agents to use it.
const inSpan = `FROM endings INDEXED BY endings_agent
  WHERE agent IN (SELECT value FROM json_each(?)) AND created_at >= ? AND created_at < ?`;
// If the clock was set back, an ask may end before it was created; its wait then counts as zero.
const waited = "max(0, ended_at - created_at)";
const countEnded = `SELECT sum(status = 'answered') AS answered, sum(status = 'declined') AS declined,
  sum(status = 'cancelled') AS cancelled, sum(status = 'expired') AS expired, count(*) AS n, max(${waited}) AS longest
  ${inSpan}`;
const selectMedian = `SELECT ${waited} AS ms ${inSpan} ORDER BY ms LIMIT 1 OFFSET ?`;
const selectPending = "SELECT created_at FROM pending";
// Steps from name to name in the index, so that the time depends on the number of agents, not of asks.
const nextName = "SELECT agent FROM endings INDEXED BY endings_agent WHERE agent > ? ORDER BY agent LIMIT 1";

/** The figures of each span. It yields to the event loop between spans, so that a year of days delays nobody. */
export async function countSpans(sql: Statements, starts: readonly number[]): Promise<SpanCount[]> {
  const pending = countPendingAt(sql, starts);
  const agents = JSON.stringify(listAgents(sql, Number.POSITIVE_INFINITY));
  const counts: SpanCount[] = [];
  for (const [index, from] of starts.slice(0, -1).entries()) {
    if (index > 0) await nextTurn();
    counts.push(countSpan(sql, [agents, from, starts[index + 1] ?? from], pending[index] ?? 0));
  }
  return counts;
}

/** The names of agents whose asks have ended, in alphabetical order. */
export function listAgents(sql: Statements, limit: number): string[] {
  const names: string[] = [];
  for (let name = ""; names.length < limit; ) {
    const row = sql(nextName).get(name);
    if (row === undefined) break;
    name = String(row.agent);
    names.push(name);
  }
  return names;
}

function countSpan(sql: Statements, span: [agents: string, from: number, to: number], pending: number): SpanCount {
  const row = sql(countEnded).get(...span);
  const of = (column: string) => Number(row?.[column] ?? 0);
  const n = of("n");
  // For an even count, the smaller of the middle two: an actual waiting time.
  const median = n === 0 ? undefined : sql(selectMedian).get(...span, Math.floor((n - 1) / 2));
  return {
    asked: n + pending,
    ended: {
      answered: of("answered"),
      declined: of("declined"),
      cancelled: of("cancelled"),
      expired: of("expired"),
    },
    waited: median === undefined ? null : { medianMs: Number(median.ms), longestMs: of("longest") },
  };
}

function countPendingAt(sql: Statements, starts: readonly number[]): number[] {
  const counts = starts.map(() => 0);
  for (const row of sql(selectPending).iterate()) {
    const span = starts.findLastIndex((start) => start <= Number(row.created_at));
    if (span >= 0) counts[span] = (counts[span] ?? 0) + 1;
  }
  return counts;
}
