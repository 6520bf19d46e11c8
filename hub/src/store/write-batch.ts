import type { DatabaseSync } from "node:sqlite";
import { createOperations, type Operations } from "./operations.ts";
import { createStatements } from "./statements.ts";
import type { StoredEvent } from "./store.ts";
import { isStoreFailure } from "./store-failure.ts";

export interface Job {
  name: keyof Operations;
  args: unknown[];
}
export type Settled = { value: unknown } | { error: unknown };
export interface Committed {
  results: Settled[];
  events: StoredEvent[];
}

/**
 * Runs jobs in one transaction and commits it. A job that throws is undone alone and the others go on; where the store
 * itself fails, nothing of the batch is kept and the failure is thrown.
 */
export function createBatchWriter(database: DatabaseSync, keepEvents: number): (jobs: readonly Job[]) => Committed {
  const sql = createStatements(database);
  let events: StoredEvent[] = [];
  const operations = createOperations(sql, (event) => events.push(event));
  function runOne({ name, args }: Job): Settled {
    const before = events.length;
    sql("SAVEPOINT one").run();
    try {
      const value = (operations[name] as (...args: unknown[]) => unknown)(...args);
      sql("RELEASE one").run();
      return { value };
    } catch (error) {
      if (isStoreFailure(error)) throw error;
      sql("ROLLBACK TO one").run();
      sql("RELEASE one").run();
      events.length = before;
      return { error };
    }
  }
  return (jobs) => {
    events = [];
    sql("BEGIN IMMEDIATE").run();
    try {
      const results = jobs.map(runOne);
      const last = events.at(-1);
      if (last !== undefined) sql("DELETE FROM events WHERE sequence <= ?").run(last.sequence - keepEvents);
      sql("COMMIT").run();
      return { results, events };
    } catch (error) {
      // Some failures have rolled back already; then there is nothing left to undo.
      try {
        sql("ROLLBACK").run();
      } catch {}
      throw error;
    }
  };
}
