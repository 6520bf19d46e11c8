import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { connect } from "./connect.ts";

afterEach(() => vi.unstubAllEnvs());

test("a token is never sent to the port of a hub whose socket is gone, since another program may listen there", async () => {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const heard: (string | undefined)[] = [];
  const stranger = createServer(({ headers }, response) => {
    heard.push(headers.authorization);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ asks: [] }));
  });
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void stranger.close());
  const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const hub = { pid: 999_999, url, socket: join(directory, "gone.sock"), version: "0.1.0" };
  writeFileSync(join(directory, "hub.json"), JSON.stringify(hub));
  writeFileSync(join(directory, "tokens.json"), JSON.stringify({ agent: "agent", human: "human" }));
  vi.stubEnv("YOURCALL_HOME", directory);
  vi.stubEnv("YOURCALL_URL", "");
  vi.stubEnv("YOURCALL_TOKEN", "");

  const client = await connect("human", { start: false });
  onTestFinished(() => client.close());
  await expect(client.list()).rejects.toMatchObject({ code: "hub-unreachable" });
  expect(heard).toEqual([]);
});

test("if tokens.json is removed while a hub runs, the error says so and how to get new ones", async () => {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const hub = { pid: 999_999, url: "http://127.0.0.1:1", socket: join(directory, "hub.sock"), version: "0.1.0" };
  writeFileSync(join(directory, "hub.json"), JSON.stringify(hub));
  vi.stubEnv("YOURCALL_HOME", directory);
  vi.stubEnv("YOURCALL_URL", "");
  vi.stubEnv("YOURCALL_TOKEN", "");
  const failure = () => connect("human", { start: false }).catch((error: Error) => error.message);

  const missing = await failure();
  expect(missing).toContain(`${join(directory, "tokens.json")} is missing`);
  expect(missing).toContain("Run `yourcall stop`, then");
  expect(missing).not.toContain("YOURCALL_TOKEN");

  writeFileSync(join(directory, "tokens.json"), '{"agent":"yc_agent_secret"');
  expect(await failure()).toMatch(/does not contain the hub's tokens\. Repair the file, or remove it/);

  vi.stubEnv("YOURCALL_URL", "http://127.0.0.1:2");
  expect(await failure()).toBe("No token for the hub at http://127.0.0.1:2. Set YOURCALL_TOKEN.");
});
