import type { Query } from "../queries/query.ts";
import type { Store } from "../store.ts";

// Every hub learns of every event, and the first one adds its notices.
const insert = `INSERT INTO yourcall.notices (ask, event, target, due_at, at)
  SELECT n.ask, n.event, n.target, n."dueAt", n."dueAt"
  FROM json_to_recordset($1::json) AS n(ask text, event text, target text, "dueAt" int8) ON CONFLICT DO NOTHING`;

/** Notices that another hub is taking at this moment are skipped. */
export const skipTaken = "FOR UPDATE SKIP LOCKED";

export async function addNotices(query: Query, notices: Parameters<Store["addNotices"]>[0]): Promise<void> {
  if (notices.length > 0) await query(insert, JSON.stringify(notices));
}
