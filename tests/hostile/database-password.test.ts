import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newStore } from "../postgres/new-store.ts";
import { database } from "../support/asks.ts";
import { startHub } from "../support/hub.ts";
import { hasPostgres, usePostgres } from "../support/postgres.ts";

test.skipIf(!hasPostgres())("the database's password is in no file, and a command that needs it says so", async () => {
  const url = new URL(newStore(await usePostgres()));
  url.password = "very%20secret";
  const hub = await startHub({ env: { YOURCALL_STORE: url.href } });
  const found = () =>
    readdirSync(hub.directory, { recursive: true, encoding: "utf8" }).filter((name) => {
      const path = join(hub.directory, name);
      return statSync(path).isFile() && /very(%20| )secret/.test(readFileSync(path, "utf8"));
    });
  await hub.ask([database]);
  expect(found()).toEqual([]);
  // As at a shutdown: the next command may start the hub again.
  await hub.stop("SIGTERM");
  expect(found()).toEqual([]);
  expect(await hub.run(["list"], { env: { YOURCALL_STORE: undefined } })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("set YOURCALL_STORE"),
  });
  onTestFinished(async () => void (await hub.run(["stop"])));
  expect(await hub.run(["list"])).toMatchObject({ code: 0, stdout: expect.stringContaining("Database") });
  expect(found()).toEqual([]);
});
