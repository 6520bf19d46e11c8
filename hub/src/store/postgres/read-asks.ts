import { askColumns, askTables } from "../queries/ask-columns.ts";
import type { Query } from "../queries/query.ts";
import type { AskRecord, Load } from "../store.ts";
import { toRecord } from "../stored-ask.ts";

const selectById = `SELECT ${askColumns} FROM ${askTables} WHERE asks.id = $1`;
// Every commit keeps this table up to date; counting a million pending asks would take long.
const countAll = "SELECT coalesce(sum(pending), 0)::int8 AS n FROM yourcall.loads";
const countScope = "SELECT count(*) AS n FROM yourcall.pending WHERE session = $1 AND token = $2";
const selectDue = `SELECT asks.id, pending.expires_at FROM yourcall.pending JOIN yourcall.asks ON asks.position = pending.position
  WHERE pending.expires_at IS NOT NULL ORDER BY pending.expires_at, pending.position LIMIT 1`;

export async function readAsk(query: Query, id: string): Promise<AskRecord | null> {
  const [row] = await query(selectById, id);
  return row === undefined ? null : toRecord(row);
}

export async function countPending(query: Query, scope?: { token: string; session: string | null }): Promise<number> {
  const [row] =
    scope === undefined ? await query(countAll) : await query(countScope, JSON.stringify(scope.session), scope.token);
  return Number(row?.n);
}

export async function loadOf(query: Query, token: string): Promise<Load> {
  const [row] = await query("SELECT pending, bytes FROM yourcall.loads WHERE token = $1", token);
  return { pending: Number(row?.pending ?? 0), bytes: Number(row?.bytes ?? 0) };
}

export async function nextDeadline(query: Query): Promise<{ id: string; expiresAt: number } | null> {
  const [row] = await query(selectDue);
  return row === undefined ? null : { id: String(row.id), expiresAt: Number(row.expires_at) };
}
