import { createHubClient } from "@yourcall/client/node";
import { expect, onTestFinished, test } from "vitest";
import { database } from "../support/asks.ts";
import { startHub } from "../support/hub.ts";
import { metricOf } from "../support/web-inbox.ts";

test("a stolen login gives no lasting access through tokens made with it, once it is revoked", async () => {
  const hub = await startHub();
  const ask = await hub.ask([database]);
  const as = (token: string) => {
    const client = createHubClient({ url: hub.url, token });
    onTestFinished(() => client.close());
    return client;
  };
  const logIn = async (client: ReturnType<typeof as>) => as(await client.login((await client.createLoginLink()).code));
  const stolen = await logIn(hub.client("human"));
  const [session] = await hub.client("human").listTokens();
  const kept = [
    await logIn(stolen),
    as((await stolen.createToken({ scope: "human", name: "mine" })).token),
    as((await stolen.createToken({ scope: "link", ask: ask.id })).token),
  ];
  const further = await logIn(kept[0] ?? stolen);
  const { code } = await stolen.createLoginLink();
  const held = stolen.wait(ask.id).catch((error) => error);
  await expect.poll(() => metricOf(hub, "yourcall_waiters")).toBe(1);
  await hub.client("human").removeToken(session?.id ?? "");
  const revokedAt = performance.now();
  expect(await held).toMatchObject({ code: "unauthorized" });
  // Left alone, the hub would hold it for a minute.
  expect(performance.now() - revokedAt).toBeLessThan(30_000);
  for (const client of [stolen, ...kept, further])
    await expect(client.decline(ask.id)).rejects.toMatchObject({ code: "unauthorized" });
  await expect(hub.client("human").login(code)).rejects.toMatchObject({ code: "unauthorized" });
  expect((await hub.client("human").get(ask.id)).status).toBe("pending");
});
