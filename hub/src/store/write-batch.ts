import type { DatabaseSync } from "node:sqlite";
import { createOperations, type Operations } from "./operations.ts";
import type { Others } from "./others.ts";
import type { PendingAsks } from "./pending-asks.ts";
import type { Reads } from "./read-asks.ts";
import type { RecentAsks } from "./recent-asks.ts";
import { createStatements } from "./statements.ts";
import type { AskRecord, StoredEvent } from "./store.ts";
import { isStoreFailure } from "./store-failure.ts";
import { createTransaction } from "./transaction.ts";

/** Something to do to the store, together with others. It may be done anew when what is beside it has failed. */
export type Work<Result> = (operations: Operations) => Result;

export type Settled = { value: unknown } | { error: unknown };

/** Work that failed beside other work, which has to be done again without it. */
class FailedBesideOthers extends Error {}

export interface BatchOptions {
  keepEvents: number;
  reads: Reads;
  recent: RecentAsks;
  pending: PendingAsks;
  others: Others;
}

/**
 * Makes a function that does a batch of work in one transaction and commits it. Work that throws is undone alone, and what
 * is beside it goes on. Where the store itself fails nothing of the batch is kept, and the failure is thrown.
 */
export function createBatchWriter(
  database: DatabaseSync,
  { keepEvents, reads, recent, pending, others }: BatchOptions,
) {
  const sql = createStatements(database);
  const inTransaction = createTransaction(database);
  // Old events of drafts go in pieces; one at a time would write another page in every commit.
  const piece = Math.max(1, Math.floor(keepEvents / 10));
  let events: StoredEvent[] = [];
  let sequence = 0;
  const operations = createOperations({ sql, reads, recent, pending }, (type, toRecord): AskRecord => {
    sequence += 1;
    const record = toRecord(sequence);
    events.push({ sequence, type, record });
    return record;
  });

  function begin(): void {
    events = [];
    recent.begin();
    if (others.begin()) sequence = reads.lastSequence();
  }

  function finish(): void {
    const [first, last] = [events[0], events.at(-1)];
    if (first === undefined || last === undefined) return;
    pending.finish(last.sequence);
    if (Math.floor((first.sequence - 1) / piece) !== Math.floor(last.sequence / piece))
      sql("DELETE FROM draft_events WHERE sequence <= ?").run(last.sequence - keepEvents);
  }

  function settleAlone(work: Work<unknown>): Settled {
    const before = { events: events.length, sequence, restore: recent.save() };
    sql("SAVEPOINT work").run();
    try {
      const value = work(operations);
      sql("RELEASE work").run();
      return { value };
    } catch (error) {
      if (isStoreFailure(error)) throw error;
      sql("ROLLBACK TO work").run();
      sql("RELEASE work").run();
      events.length = before.events;
      sequence = before.sequence;
      before.restore();
      pending.load();
      return { error };
    }
  }

  function settleTogether(work: Work<unknown>): Settled {
    try {
      return { value: work(operations) };
    } catch (error) {
      throw isStoreFailure(error) ? error : new FailedBesideOthers();
    }
  }

  function commit(batch: readonly Work<unknown>[], settle: (work: Work<unknown>) => Settled): Settled[] {
    try {
      const results = inTransaction(() => {
        begin();
        const settled = batch.map(settle);
        finish();
        return settled;
      });
      recent.commit();
      return results;
    } catch (error) {
      recent.rollback();
      others.distrust();
      throw error;
    }
  }

  return (batch: readonly Work<unknown>[]): { results: Settled[]; events: readonly StoredEvent[] } => {
    try {
      // Failures are rare, and a savepoint for each costs as much as a tenth of the write.
      return { results: commit(batch, settleTogether), events };
    } catch (error) {
      if (!(error instanceof FailedBesideOthers)) throw error;
      return { results: commit(batch, settleAlone), events };
    }
  };
}
