import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { openDatabase } from "./open-database.ts";
import { createBatchWriter, type Job } from "./write-batch.ts";

const port = parentPort;
if (port === null) throw new Error("not a worker");
const database = openDatabase(workerData.file, { busyTimeoutMs: 2000 });
const write = createBatchWriter(database, workerData.keepEvents);
port.on("message", (first: Job[] | "close") => {
  const jobs: Job[] = [];
  for (let message: Job[] | "close" | undefined = first; message !== undefined; ) {
    if (message === "close") {
      database.close();
      port.close();
      return;
    }
    jobs.push(...message);
    message = receiveMessageOnPort(port)?.message;
  }
  try {
    port.postMessage(write(jobs));
  } catch (error) {
    port.postMessage({ failed: error, count: jobs.length });
  }
});
port.postMessage("ready");
