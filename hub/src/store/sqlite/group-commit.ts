import type { AskRecord, StoredEvent } from "../store.ts";
import { inTransaction, type Statements } from "./connection.ts";
import type { RecentAsks } from "./recent-asks.ts";
import { isStoreFailure } from "./store-failure.ts";

/** What a write can use. */
export interface Transaction {
  readonly sql: Statements;
  readonly recent: RecentAsks;
  /** Gives an event the next sequence. `write` writes it and returns the changed ask. */
  emit(type: StoredEvent["type"], write: (sequence: number) => AskRecord): AskRecord;
}

/** A write. It may run twice, so it must do nothing but its statements. */
export type Work<Result> = (transaction: Transaction) => Result;

export interface GroupCommit {
  /** Runs the work in one commit with everything else from this turn of the event loop. Settles once it is on disk. */
  run<Result>(work: Work<Result>): Promise<Result>;
  /** Commits what is still queued, immediately. */
  flush(): void;
}

interface Waiting {
  work: Work<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

// Larger batches are split, so that other requests are served in between.
const largestBatch = 500;

/**
 * Writes of one turn of the event loop share one transaction, and so one fsync. No read can come between its statements. After
 * the commit `onCommitted` is called, then the promises settle, in the order of the writes. A write that fails leaves nothing
 * behind and does not affect the others; if the store itself fails, nothing of the batch is kept.
 */
export function createGroupCommit(
  sql: Statements,
  recent: RecentAsks,
  options: { keepEvents: number; toFailure: (error: unknown) => unknown },
  onCommitted: (events: readonly StoredEvent[]) => void,
): GroupCommit {
  // Old draft events are deleted in batches; deleting them one by one would write another page in every commit.
  const piece = Math.max(1, Math.floor(options.keepEvents / 10));
  let queue: Waiting[] = [];
  let scheduled = false;

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      commit(queue.splice(0, largestBatch));
      if (queue.length > 0) schedule();
    });
  }

  function commit(batch: readonly Waiting[]): void {
    if (batch.length === 0) return;
    let written: ReturnType<typeof write>;
    try {
      written = inTransaction(sql, () => write(batch));
    } catch (error) {
      recent.clear();
      // Write each alone to find the one that failed. That is rare, and a savepoint for each would slow down every batch.
      if (batch.length > 1 && !isStoreFailure(error)) for (const one of batch) commit([one]);
      else for (const { reject } of batch) reject(options.toFailure(error));
      return;
    }
    onCommitted(written.events);
    for (const [index, { resolve }] of batch.entries()) resolve(written.values[index]);
  }

  function write(batch: readonly Waiting[]): { values: unknown[]; events: readonly StoredEvent[] } {
    recent.refresh();
    const before = recent.sequence;
    const events: StoredEvent[] = [];
    const transaction: Transaction = {
      sql,
      recent,
      emit(type, write) {
        const sequence = before + events.length + 1;
        const record = write(sequence);
        events.push({ sequence, type, record });
        return record;
      },
    };
    const values = batch.map(({ work }) => work(transaction));
    const last = before + events.length;
    recent.sequence = last;
    if (Math.floor(before / piece) !== Math.floor(last / piece))
      sql("DELETE FROM draft_events WHERE sequence <= ?").run(last - options.keepEvents);
    return { values, events };
  }

  return {
    run<Result>(work: Work<Result>) {
      return new Promise<Result>((resolve, reject) => {
        queue.push({ work, resolve: resolve as Waiting["resolve"], reject });
        schedule();
      });
    },
    flush() {
      const batch = queue;
      queue = [];
      commit(batch);
    },
  };
}
