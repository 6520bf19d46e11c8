import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Prepares each SQL text once and returns the same statement from then on. */
export type Statements = (sql: string) => StatementSync;

export function createStatements(database: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      prepared.set(sql, statement);
    }
    return statement;
  };
}

/** Acts between BEGIN and COMMIT. If anything fails, even the commit, it rolls back and throws. */
export function inTransaction<Result>(sql: Statements, act: () => Result): Result {
  sql("BEGIN IMMEDIATE").run();
  try {
    const result = act();
    sql("COMMIT").run();
    return result;
  } catch (error) {
    try {
      sql("ROLLBACK").run();
    } catch {
      // After some failures SQLite has rolled back by itself and complains that there is nothing to roll back.
    }
    throw error;
  }
}
