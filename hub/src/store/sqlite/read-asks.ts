import { askColumns } from "../queries/ask-columns.ts";
import type { AskRecord } from "../store.ts";
import { toRecord } from "../stored-ask.ts";
import { askJoins, askSources } from "./ask-tables.ts";
import type { Statements } from "./connection.ts";

const selectById = `SELECT ${askColumns} FROM ${askSources.asks} WHERE asks.id = ?`;
const selectByKey = `SELECT ${askColumns} FROM asks INDEXED BY asks_key ${askJoins}
  WHERE asks.token = ? AND asks.session = ? AND asks.key = ? ORDER BY asks.position DESC LIMIT 1`;
const countAll = "SELECT count(*) AS n FROM pending";
const countScope = "SELECT count(*) AS n FROM pending INDEXED BY pending_session WHERE session = ? AND token = ?";
const selectDue = `SELECT asks.id, pending.expires_at AS expiresAt
  FROM pending INDEXED BY pending_due CROSS JOIN asks ON asks.position = pending.position
  WHERE pending.expires_at IS NOT NULL ORDER BY pending.expires_at, pending.position LIMIT 1`;

export function readAsk(sql: Statements, id: string): AskRecord | null {
  const row = sql(selectById).get(id);
  return row === undefined ? null : toRecord(row);
}

/** The newest ask with this key in this scope. */
export function findByKey(sql: Statements, token: string, session: string | null, key: string): AskRecord | null {
  const row = sql(selectByKey).get(token, JSON.stringify(session), JSON.stringify(key));
  return row === undefined ? null : toRecord(row);
}

export function countPending(sql: Statements, scope?: { token: string; session: string | null }): number {
  const row =
    scope === undefined ? sql(countAll).get() : sql(countScope).get(JSON.stringify(scope.session), scope.token);
  return Number(row?.n);
}

export function nextDeadline(sql: Statements): { id: string; expiresAt: number } | null {
  const row = sql(selectDue).get();
  return row === undefined ? null : { id: String(row.id), expiresAt: Number(row.expiresAt) };
}
