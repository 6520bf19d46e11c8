import type { DatabaseSync } from "node:sqlite";
import { createOperations, type Operations } from "./operations.ts";
import { createStatements } from "./statements.ts";
import type { StoredEvent } from "./store.ts";
import { isStoreFailure } from "./store-failure.ts";
import { inTransaction } from "./transaction.ts";

/** Something to do to the store, together with others. */
export type Work<Result> = (operations: Operations) => Result;

export type Settled = { value: unknown } | { error: unknown };

/**
 * Makes a function that does a batch of work in one transaction and commits it. Work that throws is undone alone, and what
 * is beside it goes on. Where the store itself fails nothing of the batch is kept, and the failure is thrown.
 */
export function createBatchWriter(database: DatabaseSync, keepEvents: number) {
  const sql = createStatements(database);
  let events: StoredEvent[] = [];
  const operations = createOperations(sql, (event) => events.push(event));

  function settle(work: Work<unknown>): Settled {
    const before = events.length;
    sql("SAVEPOINT work").run();
    try {
      const value = work(operations);
      sql("RELEASE work").run();
      return { value };
    } catch (error) {
      if (isStoreFailure(error)) throw error;
      sql("ROLLBACK TO work").run();
      sql("RELEASE work").run();
      events.length = before;
      return { error };
    }
  }

  return (batch: readonly Work<unknown>[]): { results: Settled[]; events: readonly StoredEvent[] } => {
    events = [];
    const results = inTransaction(database, () => {
      const settled = batch.map(settle);
      const last = events.at(-1);
      if (last !== undefined) sql("DELETE FROM events WHERE sequence <= ?").run(last.sequence - keepEvents);
      return settled;
    });
    return { results, events };
  };
}
