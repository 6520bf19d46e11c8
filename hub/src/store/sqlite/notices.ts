import type { Notice, Store } from "../store.ts";
import type { Statements } from "./connection.ts";

const columns = "id, ask, event, target, state, attempts, due_at AS dueAt, at, reason";
const insert = "INSERT INTO notices (ask, event, target, due_at, at) VALUES (?, ?, ?, ?4, ?4)";
const takeDue = `UPDATE notices SET due_at = ?2 WHERE id IN (
    SELECT id FROM notices WHERE state = 'waiting' AND due_at <= ?1 ORDER BY due_at, id LIMIT ?3)
  RETURNING ${columns}`;
const settle = "UPDATE notices SET state = ?, attempts = ?, due_at = ?, at = ?, reason = ? WHERE id = ?";
const selectNext = "SELECT min(due_at) AS at FROM notices WHERE state = 'waiting'";
const selectOf = `SELECT ${columns} FROM notices WHERE ask = ? ORDER BY id`;

export function addNotices(sql: Statements, notices: Parameters<Store["addNotices"]>[0]): void {
  for (const { ask, event, target, dueAt } of notices) sql(insert).run(ask, event, target, dueAt);
}

/** The notices that are due, which are postponed until `now + retryMs`. */
export function takeDueNotices(
  sql: Statements,
  now: number,
  { retryMs, limit }: Parameters<Store["takeDueNotices"]>[1],
): Notice[] {
  const notices = sql(takeDue).all(now, now + retryMs, limit);
  return notices.map(toNotice).sort((one, other) => one.id - other.id);
}

export function settleNotice(sql: Statements, id: number, result: Parameters<Store["settleNotice"]>[1]): void {
  const { state, attempts, dueAt, at, reason } = result;
  sql(settle).run(state, attempts, dueAt, at, reason ?? null, id);
}

export function nextNoticeAt(sql: Statements): number | null {
  const at = sql(selectNext).get()?.at;
  return typeof at === "number" ? at : null;
}

export function noticesOf(sql: Statements, ask: string): Notice[] {
  return sql(selectOf).all(ask).map(toNotice);
}

function toNotice({ reason, ...row }: Record<string, unknown>): Notice {
  return { ...row, ...(reason === null ? {} : { reason }) } as unknown as Notice;
}
