import type { Notice, Store } from "../store.ts";
import { type Query, type Row, toText } from "./connection.ts";

const columns = `notices.id, notices.ask, notices.event, notices.target, notices.state, notices.attempts,
  notices.due_at AS "dueAt", notices.at, notices.reason`;
// Every hub learns of every event, and the first one adds its notices.
const insert = `INSERT INTO yourcall.notices (ask, event, target, due_at, at)
  SELECT n.ask, n.event, n.target, n."dueAt", n."dueAt"
  FROM json_to_recordset($1::json) AS n(ask text, event text, target text, "dueAt" int8) ON CONFLICT DO NOTHING`;
// Notices that another hub is taking at this moment are skipped.
const takeDue = `UPDATE yourcall.notices SET due_at = $2 FROM (
    SELECT id FROM yourcall.notices WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at, id LIMIT $3
    FOR UPDATE SKIP LOCKED) AS due
  WHERE notices.id = due.id RETURNING ${columns}`;
const settle = `UPDATE yourcall.notices SET state = $1, attempts = $2, due_at = $3, at = $4, reason = $5 WHERE id = $6`;
const selectNext = "SELECT min(due_at) AS at FROM yourcall.notices WHERE state = 'waiting'";
const selectOf = `SELECT ${columns} FROM yourcall.notices WHERE ask = $1 ORDER BY id`;

export async function addNotices(query: Query, notices: Parameters<Store["addNotices"]>[0]): Promise<void> {
  if (notices.length > 0) await query(insert, JSON.stringify(notices));
}

/** The notices that are due, which are postponed until `now + retryMs`. */
export async function takeDueNotices(
  query: Query,
  now: number,
  { retryMs, limit }: Parameters<Store["takeDueNotices"]>[1],
): Promise<Notice[]> {
  const notices = await query(takeDue, now, now + retryMs, limit);
  return notices.map(toNotice).sort((one, other) => one.id - other.id);
}

export async function settleNotice(
  query: Query,
  id: number,
  { state, attempts, dueAt, at, reason }: Parameters<Store["settleNotice"]>[1],
): Promise<void> {
  await query(settle, state, attempts, dueAt, at, reason === undefined ? null : toText(reason), id);
}

export async function nextNoticeAt(query: Query): Promise<number | null> {
  const [row] = await query(selectNext);
  return row === undefined || row.at === null ? null : Number(row.at);
}

export async function noticesOf(query: Query, ask: string): Promise<Notice[]> {
  return (await query(selectOf, ask)).map(toNotice);
}

function toNotice({ reason, ...row }: Row): Notice {
  return { ...row, ...(reason === null ? {} : { reason }) } as unknown as Notice;
}
