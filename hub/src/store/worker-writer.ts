import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Committed, Job } from "./write-batch.ts";
import type { OnCommitted, Writer } from "./writer.ts";

export async function createWorkerWriter(file: string, keepEvents: number, onCommitted: OnCommitted): Promise<Writer> {
  const worker = new Worker(new URL("./writer-thread.ts", import.meta.url), { workerData: { file, keepEvents } });
  await once(worker, "message");
  const waiting: { resolve(value: unknown): void; reject(error: unknown): void }[] = [];
  let queue: Job[] = [];
  worker.on("message", (message: Committed | { failed: unknown; count: number }) => {
    if ("failed" in message) {
      for (const job of waiting.splice(0, message.count)) job.reject(message.failed);
      return;
    }
    if (message.events.length > 0) onCommitted(message.events);
    const jobs = waiting.splice(0, message.results.length);
    for (const [index, job] of jobs.entries()) {
      const result = message.results[index];
      if (result !== undefined && "value" in result) job.resolve(result.value);
      else job.reject(result?.error);
    }
  });
  function send() {
    worker.postMessage(queue);
    queue = [];
  }
  return {
    run(name, ...args) {
      // A microtask gathers what one callback asks for; the thread gathers the rest.
      if (queue.length === 0) queueMicrotask(send);
      queue.push({ name, args });
      return new Promise((resolve, reject) => waiting.push({ resolve: resolve as never, reject }));
    },
    async close() {
      worker.postMessage("close");
      await once(worker, "exit");
    },
  };
}
