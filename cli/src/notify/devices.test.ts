import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DeviceRecord } from "@yourcall/hub";
import { issueDeviceToken } from "@yourcall/hub/internal";
import { expect, onTestFinished, test } from "vitest";
import { startTestHub } from "../../../hub/src/testing/test-hub.ts";
import { startDevices } from "./devices.ts";

/** A bot whose updates never hold anything. `polled` resolves once they were read this often. */
async function startEmptyBot() {
  let polls = 0;
  const server = createServer((_, response) => {
    polls += 1;
    server.emit("polled");
    response.setHeader("content-type", "application/json").end('{"ok":true,"result":[]}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async polled(often: number) {
      while (polls < often) await once(server, "polled");
    },
  };
}

test("a device to which nothing can be sent is not said to work because it is heard", async () => {
  const { hub } = await startTestHub();
  const bot = await startEmptyBot();
  const reason = "the bot was blocked";
  const device: DeviceRecord = {
    ...{ id: "dev_1", kind: "telegram", name: "Pixel", level: "questions", approvals: false, state: "ready" },
    ...{ createdAt: 0, failingSince: 1, reason, address: JSON.stringify({ token: "1:none", api: bot.api }) },
  };
  await hub.store.saveDevice(device);
  await issueDeviceToken(hub, device);
  const said: string[] = [];
  const devices = await startDevices({
    ...{ hub, holder: "hub", pushSecret: Buffer.alloc(32, 1), linkTo: (id) => `http://127.0.0.1/a/${id}` },
    ...{ log: (message) => said.push(message), changed: () => {} },
  });
  onTestFinished(() => devices.stop());
  await bot.polled(20);
  expect(await devices.list()).toMatchObject([{ reason, failingSince: 1 }]);
  expect(said).toEqual([]);
});
