import type { DatabaseSync } from "node:sqlite";
import { createBatchWriter, type Job } from "./write-batch.ts";
import type { OnCommitted, Writer } from "./writer.ts";

interface Waiting extends Job {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export function createSameThreadWriter(database: DatabaseSync, keepEvents: number, onCommitted: OnCommitted): Writer {
  const write = createBatchWriter(database, keepEvents);
  let queue: Waiting[] = [];
  function flush() {
    const jobs = queue;
    queue = [];
    if (jobs.length === 0) return;
    try {
      const { results, events } = write(jobs);
      if (events.length > 0) onCommitted(events);
      for (const [index, job] of jobs.entries()) {
        const result = results[index];
        if (result !== undefined && "value" in result) job.resolve(result.value);
        else job.reject(result?.error);
      }
    } catch (error) {
      for (const job of jobs) job.reject(error);
    }
  }
  return {
    run(name, ...args) {
      if (queue.length === 0) setImmediate(flush);
      return new Promise((resolve, reject) => queue.push({ name, args, resolve: resolve as never, reject }));
    },
    async close() {
      flush();
    },
  };
}
