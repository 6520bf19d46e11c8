import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { database, features } from "../support/asks.ts";
import { readHubFile, startHub, temporaryDirectory } from "../support/hub.ts";

/** A copy of a state directory, as `cp -r` makes it, without sockets and files that are just being written. */
function copyOf(directory: string): string {
  const copy = join(temporaryDirectory("copy"), "state");
  cpSync(directory, copy, { recursive: true, filter: (path) => !/\.sock$|\.\d+$/.test(path) });
  return copy;
}

test("a restore in a copy of the state directory leaves the original store alone", async () => {
  const hub = await startHub();
  await hub.ask([database]);
  const backup = join(temporaryDirectory(), "backup.db");
  expect(await hub.run(["backup", backup])).toMatchObject({ code: 0 });
  await hub.ask([features]);
  await hub.stop();
  const copy = copyOf(hub.directory);
  const original = readFileSync(join(hub.directory, "yourcall.db"));
  const restored = await hub.run(["restore", backup], { env: { YOURCALL_HOME: copy } });
  expect(restored).toMatchObject({ code: 0, stderr: expect.stringContaining(`to ${join(copy, "yourcall.db")}.`) });
  expect(readFileSync(join(hub.directory, "yourcall.db")).equals(original)).toBe(true);
  const asksAt = async (directory: string) => {
    const client = (await startHub({ directory })).client("human");
    return (await client.list({ status: "pending" })).asks.map(({ questions }) => questions[0]?.header);
  };
  expect(await asksAt(copy)).toEqual(["Database"]);
  expect(await asksAt(hub.directory)).toEqual(["Database", "Features"]);
});

test("a restore in a copy leaves the original store alone outside of the state directory too", async () => {
  const store = join(temporaryDirectory(), "elsewhere.db");
  const hub = await startHub({ args: ["--store", store] });
  await hub.ask([database]);
  const backup = join(temporaryDirectory(), "backup.db");
  expect(await hub.run(["backup", backup])).toMatchObject({ code: 0 });
  await hub.stop();
  const copy = copyOf(hub.directory);
  const original = readFileSync(store);
  expect(await hub.run(["restore", backup], { env: { YOURCALL_HOME: copy } })).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`to ${join(copy, "yourcall.db")}.`),
  });
  expect(readFileSync(store).equals(original)).toBe(true);
});

test("commands in a copy of the state directory do not reach the original's running hub", async () => {
  const hub = await startHub();
  await hub.ask([database]);
  const copy = copyOf(hub.directory);
  const env = { YOURCALL_HOME: copy };
  const status = await hub.run(["status"], { env });
  expect(status).toMatchObject({ code: 1, stdout: expect.stringContaining(`No hub is running for ${copy}`) });
  expect(await hub.run(["stop"], { env })).toMatchObject({ code: 0 });
  expect(await hub.run(["status"])).toMatchObject({ code: 0 });
  onTestFinished(async () => void (await hub.run(["stop"], { env })));
  const asked = await hub.run(["ask", "--no-wait", "--question", "Here?", "--header", "Here", "--lenient"], { env });
  expect(asked.code).toBe(0);
  expect(readHubFile(copy)?.pid).not.toBe(hub.pid);
  expect((await hub.client("human").list({ status: "all" })).asks).toHaveLength(1);
});
