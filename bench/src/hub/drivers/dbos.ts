import { DBOS } from "@dbos-inc/dbos-sdk";
import requests from "../../../fixtures/requests.json" with { type: "json" };
import { type Driver, drive } from "../drive.ts";

const seconds = 60;

/** A workflow that publishes its question and receives the answer; the person reads the question and sends the answer. */
async function start({ url }: { url: string }): Promise<Driver> {
  DBOS.setConfig({ name: "bench", systemDatabaseUrl: url, logLevel: "error", runAdminServer: false });
  const ask = DBOS.registerWorkflow(
    async () => {
      await DBOS.setEvent("question", requests.ask);
      return DBOS.recv<typeof requests.answer>("answer", seconds);
    },
    { name: "ask" },
  );
  await DBOS.launch();
  let count = 0;
  return {
    async roundTrip() {
      const workflowID = `${process.pid}-${++count}`;
      const handle = await DBOS.startWorkflow(ask, { workflowID })();
      const seen = await DBOS.getEvent(workflowID, "question", seconds);
      if (seen === null) throw new Error("no question");
      await DBOS.send(workflowID, requests.answer, "answer");
      if ((await handle.getResult()) === null) throw new Error("no answer");
    },
    stop: () => DBOS.shutdown(),
  };
}

await drive(start);
