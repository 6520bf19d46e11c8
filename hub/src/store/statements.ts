import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Prepares each SQL text once and hands the same statement out from then on. */
export type Statements = (sql: string) => StatementSync;

export function createStatements(database: DatabaseSync): Statements {
  const known = new Map<string, StatementSync>();
  return (sql) => {
    let statement = known.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      known.set(sql, statement);
    }
    return statement;
  };
}
