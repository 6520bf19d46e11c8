import { lstatSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { homeOfBackgroundHub, hubIn } from "../support/background-hub.ts";
import { readHubFile, startCommand, startHub, temporaryDirectory } from "../support/hub.ts";
import { isAlive } from "../support/processes.ts";

const megabyte = 1024 * 1024;

describe("one hub per state directory", () => {
  test("a second serve names the running hub: exit code 1", async () => {
    const hub = await startHub();
    const second = await hub.run(["serve", "--port", "0"]);
    expect(second).toMatchObject({ code: 1, stdout: "" });
    expect(second.stderr).toMatch(
      new RegExp(
        `^yourcall: a hub is already running for ${hub.directory}: ${hub.url}, pid ${hub.pid}, version [\\d.]+\\. \`yourcall stop\` stops it\\.\\n$`,
      ),
    );
    expect(readHubFile(hub.directory)).toMatchObject({ pid: hub.pid, url: hub.url });
    expect((await hub.client("human").health()).pid).toBe(hub.pid);
  });

  test("a dead hub's lock does not count", async () => {
    const hub = await startHub();
    const { id } = await hub.ask([database]);
    await hub.stop("SIGKILL");
    expect(readHubFile(hub.directory)?.pid).toBe(hub.pid);
    const next = await hub.restart();
    expect(next.pid).not.toBe(hub.pid);
    expect(await next.client("human").get(id)).toMatchObject({ status: "pending" });
  });

  test("of eight hubs started at the same time one runs and the others exit", async () => {
    const directory = homeOfBackgroundHub();
    const env = { YOURCALL_HOME: directory };
    const all = Array.from({ length: 8 }, () => startCommand(["serve", "--port", "0"], { env }));
    const { promise: settled, resolve } = Promise.withResolvers<void>();
    let left = 0;
    for (const hub of all) void hub.ended.then(() => ++left === 7 && resolve());
    await settled;
    const running = await hubIn(directory);
    expect(all.filter((hub) => isAlive(hub.pid)).map((hub) => hub.pid)).toEqual([running.pid]);
    const losers = all.filter((hub) => hub.pid !== running.pid);
    for (const loser of losers) expect(await loser.ended).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("stop", () => {
  test("ends the hub and keeps pending asks", async () => {
    const hub = await startHub();
    const { id } = await hub.ask([database]);
    const stopped = await hub.run(["stop"]);
    expect(stopped).toEqual({
      code: 0,
      stdout: "",
      stderr: "The hub has stopped. Pending asks are kept.\n",
    });
    expect(isAlive(hub.pid)).toBe(false);
    expect(readHubFile(hub.directory)).toBeNull();
    await expect.poll(hub.log).toMatch(/stopping \(SIGTERM\)\nyourcall: stopped\n$/);
    expect(await hub.run(["status"])).toMatchObject({ code: 1, stdout: `No hub is running for ${hub.directory}.\n` });
    expect(await hub.run(["stop"])).toMatchObject({
      code: 0,
      stderr: `No hub is running for ${hub.directory}.\n`,
    });
    const next = await hub.restart();
    expect(await next.client("human").get(id)).toMatchObject({ status: "pending" });
  });

  test("disconnects waiting and watching clients, which reconnect to the next hub", async () => {
    const hub = await startHub();
    const { id } = await hub.ask([database]);
    const states: string[] = [];
    const human = hub.client("human");
    const watching = (async () => {
      for await (const event of human.events({ onState: (state) => states.push(state) }))
        if (event.type === "ask-ended") return event.ask.id;
      return undefined;
    })();
    const waiting = hub.client("agent").wait(id);
    await expect.poll(async () => (await human.get(id)).waiting.count).toBe(1);
    await expect.poll(() => states).toEqual(["live"]);
    expect(await hub.stop()).toBe(0);
    const next = await hub.restart();
    await next.run(["answer", id, "--select", "SQLite"]);
    expect(await waiting).toMatchObject({ status: "answered" });
    expect(await watching).toBe(id);
  });

  test("leaves the hub of this machine alone if YOURCALL_URL points to another one, and status describes that one", async () => {
    const here = await startHub();
    const there = await startHub();
    await there.ask([database]);
    const env = { YOURCALL_URL: there.url, YOURCALL_TOKEN: there.tokens.human };
    expect(await here.run(["status"], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(`^1 waiting\\. YOURCALL_URL points to ${there.url}, hub [\\d.]+\\.\n$`),
    });
    expect(JSON.parse((await here.run(["status", "--json"], { env })).stdout)).toEqual({
      running: true,
      pending: 1,
      version: expect.any(String),
      url: there.url,
    });
    const asAgent = await here.run(["status"], { env: { ...env, YOURCALL_TOKEN: there.tokens.agent } });
    expect(asAgent).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("YOURCALL_TOKEN is an agent token"),
    });
    const stopped = await here.run(["stop"], { env });
    expect(stopped).toMatchObject({ code: 2, stdout: "" });
    expect(stopped.stderr).toContain(`YOURCALL_URL points to ${there.url}; stop that hub on its own machine.`);
    for (const { pid } of [here, there]) expect(isAlive(pid)).toBe(true);
    await there.stop();
    expect(await here.run(["status"], { env })).toMatchObject({
      code: 1,
      stdout: `YOURCALL_URL points to ${there.url}. Nothing answers there.\n`,
    });
    expect(JSON.parse((await here.run(["status", "--json"], { env })).stdout)).toMatchObject({ running: false });
    // The same address, written differently, is still this hub.
    expect(await here.run(["stop"], { env: { YOURCALL_URL: `${here.url}/` } })).toMatchObject({ code: 0 });
    expect(isAlive(here.pid)).toBe(false);
  });

  test("does not take the pid in an old file for a hub", async () => {
    const hub = await startHub();
    await hub.stop("SIGKILL");
    const other = startCommand(["serve", "--port", "0"]);
    await other.says(" listens on ");
    const file = readHubFile(hub.directory);
    writeFileSync(join(hub.directory, "hub.json"), JSON.stringify({ ...file, pid: other.pid }));
    expect(await hub.run(["stop"])).toMatchObject({
      code: 0,
      stderr: `No hub is running for ${hub.directory}.\n`,
    });
    expect(isAlive(other.pid)).toBe(true);
  });
});

test("hub.log is moved aside when it has grown to 1 MB", async () => {
  const directory = homeOfBackgroundHub();
  const env = { YOURCALL_HOME: directory };
  const log = join(directory, "hub.log");
  writeFileSync(log, `${"x".repeat(99)}\n`.repeat(megabyte / 100 + 1));
  const { size } = statSync(log);
  await startCommand(["ask", askFile(database), "--no-wait"], { env }).ended;
  const { pid } = await hubIn(directory);
  expect(statSync(`${log}.1`).size).toBe(size);
  expect(readFileSync(log, "utf8")).toMatch(/^\S+Z hub .* listens on .*\n$/);
  // Again: there is only ever one old log.
  writeFileSync(log, "y".repeat(megabyte + 1));
  expect(await startCommand(["stop"], { env }).ended).toMatchObject({ code: 0 });
  expect(isAlive(pid)).toBe(false);
  expect(readFileSync(`${log}.1`, "utf8")).toBe("y".repeat(megabyte + 1));
  expect(readFileSync(log, "utf8")).toMatch(/stopping \(SIGTERM\)\n.*stopped\n$/);
});

test("a state directory with a path too long for a socket works", async () => {
  const directory = join(homeOfBackgroundHub(), "a".repeat(100), "b".repeat(60));
  const hub = await startHub({ directory });
  expect(hub.socket.startsWith(directory)).toBe(false);
  expect(Buffer.byteLength(hub.socket)).toBeLessThan(100);
  expect(lstatSync(hub.socket).mode & 0o777).toBe(0o600);
  expect(lstatSync(join(hub.socket, "..")).mode & 0o777).toBe(0o700);
  const agent = hub.start(["ask", askFile(database), "--no-input"]);
  await agent.says("waiting for an answer");
  const { asks } = await hub.client("human").list();
  expect(await hub.run(["answer", asks[0]?.id ?? "", "--select", "SQLite"])).toMatchObject({ code: 0 });
  expect(await agent.ended).toMatchObject({ code: 0 });
  expect(await hub.run(["stop"])).toMatchObject({ code: 0 });
  expect(() => lstatSync(hub.socket)).toThrow("ENOENT");
});

test("the hub uses the limits in config.json, and ignores one that would block everything", async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "config.json"), JSON.stringify({ maxPendingPerSession: 2, maxConnections: 0 }));
  const hub = await startHub({ directory });
  const ask = () => hub.ask([database], { agent: { name: "a", session: "s" } });
  await Promise.all([ask(), ask()]);
  const third = await hub.run(["ask", askFile(database), "--no-wait", "--session", "s"]);
  expect(third).toMatchObject({ code: 1, stdout: "" });
  expect(third.stderr).toContain(
    "This session already has 2 pending asks, the limit (maxPendingPerSession in config.json).",
  );
  expect(await hub.run(["list"])).toMatchObject({ code: 0 });
});
