import type { DatabaseSync } from "node:sqlite";
import type { StoredEvent } from "./store.ts";
import { type BatchOptions, createBatchWriter, type Work } from "./write-batch.ts";

interface Waiting {
  work: Work<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export interface GroupCommit {
  /** Does the work with whatever else this turn of the event loop asks for. Settles once the commit is on disk. */
  run<Result>(work: Work<Result>): Promise<Result>;
  /** Commits what still waits, now. */
  flush(): void;
}

// More than this in one turn is cut in pieces, so that requests between them are served.
const largestBatch = 500;

/**
 * Writes of one turn of the event loop share one transaction, and so one fsync. The whole transaction runs without a pause,
 * so no read comes between. After the commit `onCommitted` is called, then the promises settle, both in the order of the writes.
 */
export function createGroupCommit(
  database: DatabaseSync,
  options: BatchOptions & { toFailure: (error: unknown) => unknown },
  onCommitted: (events: readonly StoredEvent[]) => void,
): GroupCommit {
  const { toFailure } = options;
  const write = createBatchWriter(database, options);
  let queue: Waiting[] = [];
  let scheduled = false;

  function schedule() {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      commit(queue.splice(0, largestBatch));
      if (queue.length > 0) schedule();
    });
  }

  function commit(batch: readonly Waiting[]) {
    if (batch.length === 0) return;
    try {
      const { results, events } = write(batch.map(({ work }) => work));
      if (events.length > 0) onCommitted(events);
      for (const [index, result] of results.entries()) {
        if ("value" in result) batch[index]?.resolve(result.value);
        else batch[index]?.reject(toFailure(result.error));
      }
    } catch (error) {
      for (const { reject } of batch) reject(toFailure(error));
    }
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
