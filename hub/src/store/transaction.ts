import type { DatabaseSync } from "node:sqlite";

/** Acts between BEGIN and COMMIT. When anything fails, the commit included, nothing is kept and the failure is thrown. */
export function inTransaction<Result>(database: DatabaseSync, act: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = act();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    try {
      database.exec("ROLLBACK");
    } catch {
      // After some failures SQLite has rolled back by itself, and complains now that there is nothing to roll back.
    }
    throw error;
  }
}
