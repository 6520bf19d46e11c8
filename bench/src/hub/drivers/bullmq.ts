import { Queue, QueueEvents, Worker } from "bullmq";
import { Redis } from "ioredis";
import ask from "../../../fixtures/ask.json" with { type: "json" };
import { type Driver, drive } from "../drive.ts";

const chosen = ask.questions[0]?.options[0]?.label ?? "";

/** An ask is a job; the person is the worker, whose result is the answer; the agent waits until the job has finished. */
async function start({ port }: { port: number }): Promise<Driver> {
  const connect = () => new Redis({ host: "127.0.0.1", port, maxRetriesPerRequest: null });
  const connections = [connect(), connect(), connect()] as const;
  const queue = new Queue<typeof ask, string>("asks", { connection: connections[0] });
  const worker = new Worker<typeof ask, string>("asks", async (job) => job.data.questions[0]?.options[0]?.label ?? "", {
    connection: connections[1],
    concurrency: 100,
  });
  const events = new QueueEvents("asks", { connection: connections[2] });
  // One listener for every job that is waited for.
  events.setMaxListeners(0);
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady(), events.waitUntilReady()]);
  return {
    async roundTrip() {
      const job = await queue.add("ask", ask);
      const answer = await job.waitUntilFinished(events);
      if (answer !== chosen) throw new Error(`not what was answered: ${answer}`);
    },
    async stop() {
      await worker.close(true);
      await Promise.all([queue.close(), events.close()]);
      for (const connection of connections) connection.disconnect();
    },
  };
}

await drive(start);
