import type { Notice, Store } from "../store.ts";
import { type Queries, withoutNulls } from "./query.ts";

const columns = `id, ask, event, target, state, attempts, due_at AS "dueAt", at, reason`;
const settle = "UPDATE yourcall.notices SET state = $1, attempts = $2, due_at = $3, at = $4, reason = $5 WHERE id = $6";
const selectNext = "SELECT min(due_at) AS at FROM yourcall.notices WHERE state = 'waiting'";
const selectOf = `SELECT ${columns} FROM yourcall.notices WHERE ask = $1 ORDER BY id`;

type NoticeStore = Pick<Store, "addNotices" | "takeDueNotices" | "settleNotice" | "nextNoticeAt" | "noticesOf">;

export function noticeQueries({ read, write, writeOnce, skipLocked }: Queries): NoticeStore {
  const takeDue = `WITH due AS MATERIALIZED (SELECT id FROM yourcall.notices
      WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at, id LIMIT $3 ${skipLocked})
    UPDATE yourcall.notices SET due_at = $2 WHERE id IN (SELECT id FROM due) RETURNING ${columns}`;
  return {
    async addNotices(notices) {
      if (notices.length === 0) return;
      const rows = notices.map(
        (_, at) => `($${4 * at + 1}, $${4 * at + 2}, $${4 * at + 3}, $${4 * at + 4}, $${4 * at + 4})`,
      );
      // Hubs that share a store may all learn of an event; the first one adds its notices.
      await write(
        `INSERT INTO yourcall.notices (ask, event, target, due_at, at) VALUES ${rows.join(", ")} ON CONFLICT DO NOTHING`,
        ...notices.flatMap(({ ask, event, target, dueAt }) => [ask, event, target, dueAt]),
      );
    },
    async takeDueNotices(now, { retryMs, limit }) {
      const notices = await writeOnce(takeDue, now, now + retryMs, limit);
      return notices.map(toNotice).sort((one, other) => one.id - other.id);
    },
    async settleNotice(id, { state, attempts, dueAt, at, reason }) {
      await write(settle, state, attempts, dueAt, at, reason ?? null, id);
    },
    async nextNoticeAt() {
      const at = (await read(selectNext))[0]?.at ?? null;
      return at === null ? null : Number(at);
    },
    noticesOf: async (ask) => (await read(selectOf, ask)).map(toNotice),
  };
}

const toNotice = (row: Record<string, unknown>) => withoutNulls(row) as unknown as Notice;
