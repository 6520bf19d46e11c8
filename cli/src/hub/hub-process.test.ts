import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { probeLocalHub } from "./hub-process.ts";

test("a hub whose socket is in a directory of others is gone, also if no socket fits into the state directory", async () => {
  const [long, sockets] = ["x".repeat(120), "sockets"].map((name) => mkdtempSync(join(tmpdir(), `yourcall-${name}-`)));
  if (long === undefined || sockets === undefined) throw new Error("no directory");
  onTestFinished(() => {
    for (const directory of [long, sockets]) rmSync(directory, { recursive: true });
  });
  chmodSync(sockets, 0o777);
  const file = { pid: process.pid, url: "http://127.0.0.1:1", socket: join(sockets, "hub.sock"), version: "0.1.0" };
  writeFileSync(join(long, "hub.json"), JSON.stringify(file));
  expect((await probeLocalHub(long)).state).toEqual({ is: "gone" });
});
