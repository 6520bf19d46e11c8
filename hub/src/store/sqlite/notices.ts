import type { Store } from "../store.ts";
import type { Statements } from "./connection.ts";

const insert = "INSERT INTO notices (ask, event, target, due_at, at) VALUES (?, ?, ?, ?4, ?4)";

export function addNotices(sql: Statements, notices: Parameters<Store["addNotices"]>[0]): void {
  for (const { ask, event, target, dueAt } of notices) sql(insert).run(ask, event, target, dueAt);
}
