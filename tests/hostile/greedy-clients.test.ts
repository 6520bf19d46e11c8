import { writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createHubClient } from "@yourcall/client/node";
import { expect, onTestFinished, test } from "vitest";
import { database } from "../support/asks.ts";
import { startHub, temporaryDirectory } from "../support/hub.ts";

test("connections without a token cannot keep agents and people from the socket, even if a process may open only few files", async () => {
  const hub = await startHub({ through: ["bash", "-c", 'ulimit -n 128; exec "$@"', "bash"] });
  const port = Number(new URL(hub.url).port);
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(
    Array.from(
      { length: 300 },
      () =>
        new Promise<void>((resolve) => {
          const socket = connect(port, "127.0.0.1", resolve);
          socket.on("error", () => resolve());
          sockets.push(socket);
        }),
    ),
  );
  const started = Date.now();
  const [agent, human] = (["agent", "human"] as const).map((scope) =>
    createHubClient({ socketPath: hub.socket, token: hub.tokens[scope] }),
  );
  onTestFinished(() => {
    for (const client of [agent, human]) client?.close();
  });
  const ask = await agent?.create({ questions: [{ kind: "choice", ...database }] });
  expect(await human?.decline(ask?.id ?? "")).toMatchObject({ status: "declined" });
  // Well before the hub closes connections that say nothing.
  expect(Date.now() - started).toBeLessThan(5000);
});

test("an agent cannot fill the hub by using many session names", async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "config.json"), JSON.stringify({ maxPendingPerToken: 20 }));
  const hub = await startHub({ directory });
  const { token } = await hub.client("human").createToken({ scope: "agent", name: "greedy" });
  const greedy = createHubClient({ url: hub.url, token });
  onTestFinished(() => greedy.close());
  const ask = (session: string) =>
    greedy.create({ questions: [{ kind: "choice", ...database }], agent: { name: "greedy", session } });
  const all = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => ask(`s${index}`)));
  const refused = all.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refused).toHaveLength(40);
  expect(refused[0]).toMatchObject({ code: "too-many", message: expect.stringContaining("maxPendingPerToken") });
  // Others can still ask.
  expect((await hub.ask([database])).status).toBe("pending");
});

test("an agent cannot fill the disk with asks that it withdraws at once, not even across restarts, and status says so", async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "config.json"), JSON.stringify({ maxBytesPerTokenAndDay: 300_000 }));
  const hub = await startHub({ directory });
  const { token, id } = await hub.client("human").createToken({ scope: "agent", name: "greedy" });
  const askAndWithdraw = async ({ url }: { url: string }) => {
    const greedy = createHubClient({ url, token });
    onTestFinished(() => greedy.close());
    const large = { questions: [{ kind: "choice" as const, ...database }], context: "x".repeat(10_000) };
    const { id: ask } = await greedy.create(large);
    await greedy.cancel(ask);
  };
  let asked = 0;
  const refusal = await (async () => {
    for (; asked < 60; asked++) await askAndWithdraw(hub);
    return undefined;
  })().catch((error) => error);
  expect(refusal).toMatchObject({ code: "too-many", message: expect.stringContaining("maxBytesPerTokenAndDay") });
  expect(asked).toBeGreaterThan(20);
  const line = expect.stringContaining(`The token greedy (${id}) has used up`);
  expect(await hub.run(["status"])).toMatchObject({ code: 0, stdout: line });
  // Others can still ask.
  expect((await hub.ask([database])).status).toBe("pending");
  await hub.stop();
  const later = await hub.restart();
  await expect(askAndWithdraw(later)).rejects.toMatchObject({ code: "too-many" });
  expect(await later.run(["status"])).toMatchObject({ code: 0, stdout: line });
});
