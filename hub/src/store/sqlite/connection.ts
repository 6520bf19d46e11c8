import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isInputOutput, UnknownCommit } from "./store-failure.ts";

/** Prepares each SQL text once and returns the same statement from then on. Also takes the statements of `../queries`. */
export type Statements = (sql: string) => StatementSync;

export function createStatements(database: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql.replaceAll("yourcall.", "").replaceAll(/\$(?=\d)/g, "?"));
      prepared.set(sql, statement);
    }
    return statement;
  };
}

/**
 * Acts between BEGIN and COMMIT. If anything fails, nothing is kept and the failure is thrown. If the commit itself could not be
 * synced to the disk, it may still be found there after a crash, so an `UnknownCommit` is thrown.
 */
export function inTransaction<Result>(sql: Statements, act: () => Result): Result {
  sql("BEGIN IMMEDIATE").run();
  let committing = false;
  try {
    const result = act();
    committing = true;
    sql("COMMIT").run();
    return result;
  } catch (error) {
    try {
      sql("ROLLBACK").run();
    } catch {
      // After some failures SQLite has already rolled back and complains that there is nothing to roll back.
    }
    throw committing && isInputOutput(error) ? new UnknownCommit(error) : error;
  }
}
