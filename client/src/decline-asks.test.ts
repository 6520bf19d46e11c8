import { expect, onTestFinished, test } from "vitest";
import { wireAsk, withdrawn } from "../../core/src/testing/wire-ask.ts";
import { declineAsks } from "./decline-asks.ts";
import { createHubClient } from "./node.ts";
import { startSmallHub } from "./testing/small-hub.ts";

const by = { surface: "web", act: "submit" } as const;

test("asks are declined each on its own; one that somebody else ended is not counted, and one that was refused is named", async () => {
  const hub = await startSmallHub();
  const client = createHubClient({ url: hub.url, token: "t" });
  onTestFinished(async () => {
    client.close();
    await hub.stop();
  });
  const asks = ["ask_1", "ask_2", "ask_3"].map((id) => wireAsk(id));
  hub.memory.asks.push(...asks.map((ask) => (ask.id === "ask_2" ? withdrawn(ask) : { ...ask })));
  hub.plan("POST /v1/asks/ask_3/decline", {
    status: 403,
    body: { code: "forbidden", message: "Not with this token." },
  });
  const ended: string[] = [];
  const onEnded = ({ id, status }: { id: string; status: string }) => void ended.push(`${id} ${status}`);
  const result = await declineAsks(client, asks, { by, reason: "no time", onEnded });
  expect(ended.sort()).toEqual(["ask_1 declined", "ask_2 cancelled"]);
  expect(result).toMatchObject({ done: false, declined: 1 });
  expect(result.text).toMatch(
    /^1 ask declined\. 1 had already ended\. The hub did not accept it: Not with this token\./,
  );
  expect(hub.memory.asks[0]?.outcome).toMatchObject({ status: "declined", reason: "no time", by });
});
