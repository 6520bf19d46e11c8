import type { Notice, Store } from "../store.ts";
import type { Query, Row } from "./query.ts";

const columns = `id, ask, event, target, state, attempts, due_at AS "dueAt", at, reason`;
const settle = "UPDATE yourcall.notices SET state = $1, attempts = $2, due_at = $3, at = $4, reason = $5 WHERE id = $6";
const selectNext = "SELECT min(due_at) AS at FROM yourcall.notices WHERE state = 'waiting'";
const selectOf = `SELECT ${columns} FROM yourcall.notices WHERE ask = $1 ORDER BY id`;
const takeThese = `UPDATE yourcall.notices SET due_at = $2 WHERE id IN (SELECT id FROM due) RETURNING ${columns}`;

/** The notices that are due, which are postponed until `now + retryMs`. `lock` is what keeps other hubs from taking them too. */
export async function takeDueNotices(
  query: Query,
  now: number,
  { retryMs, limit }: Parameters<Store["takeDueNotices"]>[1],
  lock = "",
): Promise<Notice[]> {
  const notices = await query(
    `WITH due AS MATERIALIZED (
      SELECT id FROM yourcall.notices WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at, id LIMIT $3 ${lock})
    ${takeThese}`,
    ...[now, now + retryMs, limit],
  );
  return notices.map(toNotice).sort((one, other) => one.id - other.id);
}

export async function settleNotice(
  query: Query,
  id: number,
  { state, attempts, dueAt, at, reason }: Parameters<Store["settleNotice"]>[1],
): Promise<void> {
  await query(settle, state, attempts, dueAt, at, reason ?? null, id);
}

export async function nextNoticeAt(query: Query): Promise<number | null> {
  const at = (await query(selectNext))[0]?.at ?? null;
  return at === null ? null : Number(at);
}

export async function noticesOf(query: Query, ask: string): Promise<Notice[]> {
  return (await query(selectOf, ask)).map(toNotice);
}

function toNotice({ reason, ...row }: Row): Notice {
  return { ...row, ...(reason === null ? {} : { reason }) } as unknown as Notice;
}
