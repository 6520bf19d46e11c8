import { PgBoss } from "pg-boss";
import requests from "../../../fixtures/requests.json" with { type: "json" };
import { type Driver, drive } from "../drive.ts";

const queue = "asks";

/**
 * An ask is a job and the answer its output. Its workers poll, at most twice a second; so here the job is fetched as soon as it is
 * sent, and its output read as soon as it is completed.
 */
async function start({ url }: { url: string }): Promise<Driver> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, max: 20 });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue(queue);
  return {
    async roundTrip() {
      const id = await boss.send(queue, requests.ask);
      const [job] = await boss.fetch(queue);
      if (id === null || job === undefined) throw new Error("no job");
      await boss.complete(queue, job.id, requests.answer);
      const done = await boss.getJobById(queue, job.id);
      if (done?.output === undefined || done.output === null) throw new Error("no output");
    },
    stop: () => boss.stop({ graceful: false }),
  };
}

await drive(start);
