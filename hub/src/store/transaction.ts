import type { DatabaseSync } from "node:sqlite";

/** Acts between BEGIN and COMMIT. When anything fails, the commit included, nothing is kept and the failure is thrown. */
export function inTransaction<Result>(database: DatabaseSync, act: () => Result): Result {
  return createTransaction(database)(act);
}

/** The same for who does it often: the statements are prepared once. */
export function createTransaction(database: DatabaseSync): <Result>(act: () => Result) => Result {
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  return (act) => {
    begin.run();
    try {
      const result = act();
      commit.run();
      return result;
    } catch (error) {
      try {
        database.exec("ROLLBACK");
      } catch {
        // After some failures SQLite has rolled back by itself, and complains now that there is nothing to roll back.
      }
      throw error;
    }
  };
}
