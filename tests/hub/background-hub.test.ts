import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { askFile, database, features } from "../support/asks.ts";
import { homeOfBackgroundHub, hubIn, humanClientIn } from "../support/background-hub.ts";
import { keepStepping, steppingClock } from "../support/clocks.ts";
import { type CommandOptions, readHubFile, startCommand, temporaryDirectory } from "../support/hub.ts";
import { isAlive } from "../support/processes.ts";

const answers = [{ question: database.question, header: "Database", selectedOptions: ["SQLite"] }];

const commandsIn = (directory: string) => ({
  start: (args: string[], env: CommandOptions["env"] = {}) =>
    startCommand(args, { env: { YOURCALL_HOME: directory, ...env } }),
  run: (args: string[], env: CommandOptions["env"] = {}) =>
    startCommand(args, { env: { YOURCALL_HOME: directory, ...env } }).ended,
});

test("ask without a terminal starts a hub that outlives it", async () => {
  const directory = homeOfBackgroundHub();
  const { start, run } = commandsIn(directory);
  const agent = start(["ask", askFile(database), "--no-input"]);
  await agent.says("waiting for an answer");
  const hub = await hubIn(directory);
  agent.kill("SIGKILL");
  await agent.ended;

  expect(isAlive(hub.pid)).toBe(true);
  expect((await run(["status"])).stdout).toMatch(new RegExp(`^1 waiting\\. Hub .* on ${hub.url}, pid ${hub.pid}`));
  // No parent, no terminal, not in its starter's directory.
  const [, , parent, , session] = readFileSync(`/proc/${hub.pid}/stat`, "utf8")
    .replace(/\(.*\)/, "()")
    .split(" ");
  expect(Number(parent)).not.toBe(agent.pid);
  expect(Number(session)).toBe(hub.pid);
  expect(readFileSync(join(directory, "hub.log"), "utf8")).toMatch(
    new RegExp(`^\\S+Z hub .* listens on ${hub.url} and .*hub\\.sock \\(pid ${hub.pid}, state in ${directory}\\)\\n$`),
  );
  expect(statSync(join(directory, "hub.log")).mode & 0o777).toBe(0o600);
});

test("the hub that follows a killed one has the same asks at the same address", async () => {
  const directory = homeOfBackgroundHub();
  rmSync(join(directory, "config.json"));
  const { start, run } = commandsIn(directory);
  const store = join(temporaryDirectory("store"), "other.db");
  start(["serve", "--port", "0", "--store", store]);
  const first = await hubIn(directory);
  const { id } = JSON.parse((await run(["ask", askFile(database), "--no-wait"])).stdout);
  const waiting = start(["wait", id]);
  const human = await humanClientIn(directory);
  await expect.poll(async () => (await human.get(id)).waiting.count).toBe(1);
  process.kill(first.pid, "SIGKILL");

  const second = await hubIn(directory, first);
  expect(second.url).toBe(first.url);
  expect(await run(["answer", id, "--select", "SQLite"])).toMatchObject({ code: 0 });
  expect(JSON.parse((await waiting.ended).stdout)).toMatchObject({ id, status: "answered" });
});

test("four concurrent asks start one hub", async () => {
  const directory = homeOfBackgroundHub();
  const { start, run } = commandsIn(directory);
  const agents = Array.from({ length: 4 }, () => start(["ask", askFile(database), "--no-input"]));
  await Promise.all(agents.map((agent) => agent.says("waiting for an answer")));
  const log = readFileSync(join(directory, "hub.log"), "utf8");
  expect(log.match(/ listens on /g)).toHaveLength(1);
  const human = await humanClientIn(directory);
  const { asks } = await human.list();
  expect(asks).toHaveLength(4);
  for (const { id } of asks) await human.answer(id, { answers });
  for (const agent of agents) expect(await agent.ended).toMatchObject({ code: 0 });
  expect((await run(["status"])).stdout).toMatch(/^0 waiting\./);
});

test("ask --no-wait prints id and link; wait gets the answer in another process", async () => {
  const directory = homeOfBackgroundHub();
  const { start, run } = commandsIn(directory);
  const asked = await run(["ask", askFile(database), "--no-wait"]);
  expect(asked).toMatchObject({ code: 0, stderr: "" });
  const { url: address } = await hubIn(directory);
  const { id, status, url, ...rest } = JSON.parse(asked.stdout);
  expect({ status, rest }).toEqual({ status: "pending", rest: {} });
  expect(id).toMatch(/^ask_[0-9A-Z]{35}$/);
  expect(url.startsWith(address) && url.includes(id), url).toBe(true);

  const waiting = start(["wait", id]);
  const human = await humanClientIn(directory);
  await expect.poll(async () => (await human.get(id)).waiting.count).toBe(1);
  expect(await run(["answer", id, "--select", "SQLite"])).toMatchObject({ code: 0 });
  const { code, stdout } = await waiting.ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ id, status: "answered", answers });
  // Returned again to later callers.
  expect((await run(["wait", id])).stdout).toBe(stdout);
});

test("a hub killed while an ask is pending is started again, and the answer arrives", async () => {
  const directory = homeOfBackgroundHub();
  const { start, run } = commandsIn(directory);
  const agent = start(["ask", askFile(database), "--no-input"]);
  await agent.says("waiting for an answer");
  const first = await hubIn(directory);
  const { id } = (await (await humanClientIn(directory)).list()).asks[0] ?? { id: "" };
  process.kill(first.pid, "SIGKILL");
  const second = await hubIn(directory, first);
  expect(second.pid).not.toBe(first.pid);
  await expect.poll(async () => (await run(["answer", id, "--select", "SQLite"])).code).toBe(0);
  expect(await agent.ended).toMatchObject({ code: 0 });
});

test("a relative path to the state directory means the same for the command and its hub", async () => {
  const directory = homeOfBackgroundHub();
  const through = ["sh", "-c", 'cd "$0" && exec "$@"', dirname(directory)];
  const asked = await startCommand(["ask", askFile(database), "--no-wait"], {
    env: { YOURCALL_HOME: basename(directory) },
    through,
  }).ended;
  expect(asked).toMatchObject({ code: 0, stderr: "" });
  const { socket } = await hubIn(directory);
  expect(socket).toBe(join(directory, "hub.sock"));
  expect((await commandsIn(directory).run(["status"])).stdout).toMatch(/^1 waiting\./);
});

test("an agent's environment does not affect the hub it starts", async () => {
  const directory = homeOfBackgroundHub();
  const { run } = commandsIn(directory);
  await run(["ask", askFile(database), "--no-wait"], { CLAUDECODE: "1", YOURCALL_SESSION: "s" });
  const { pid } = await hubIn(directory);
  const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  expect(environment.filter((entry) => /^(CLAUDECODE|YOURCALL_SESSION)=/.test(entry))).toEqual([]);
});

test("a hub whose socket was removed is replaced, and its asks are still there", async () => {
  const directory = homeOfBackgroundHub();
  const { run } = commandsIn(directory);
  const { id } = JSON.parse((await run(["ask", askFile(database), "--no-wait"])).stdout);
  const before = await hubIn(directory);
  rmSync(before.socket);
  const again = await run(["ask", askFile(database), "--no-wait"]);
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect((await hubIn(directory, before)).pid).not.toBe(before.pid);
  expect(isAlive(before.pid)).toBe(false);
  const { asks } = await (await humanClientIn(directory)).list();
  expect(asks.map((ask) => ask.id)).toEqual([id, JSON.parse(again.stdout).id]);
  expect(readFileSync(join(directory, "hub.log"), "utf8").match(/ listens on /g)).toHaveLength(2);
});

test("a hub whose hub.json was removed is found again", async () => {
  const directory = homeOfBackgroundHub();
  const { run } = commandsIn(directory);
  await run(["ask", askFile(database), "--no-wait"]);
  const before = await hubIn(directory);
  rmSync(join(directory, "hub.json"));
  expect(await run(["ask", askFile(features), "--no-wait"])).toMatchObject({ code: 0, stderr: "" });
  expect(await hubIn(directory)).toEqual(before);
  expect((await (await humanClientIn(directory)).list()).asks).toHaveLength(2);
});

test("a hub whose state directory was removed exits, and leaves its successor alone", async () => {
  const directory = homeOfBackgroundHub();
  const { run } = commandsIn(directory);
  await run(["ask", askFile(database), "--no-wait"]);
  const before = await hubIn(directory);
  // In one step: a directory in which the hub is just writing a file could not be removed, or only in part.
  renameSync(directory, join(temporaryDirectory("removed"), "state"));
  mkdirSync(directory, { mode: 0o700 });
  writeFileSync(join(directory, "config.json"), '{"port":0}');
  expect(await run(["ask", askFile(database), "--no-wait"])).toMatchObject({ code: 0, stderr: "" });
  await expect.poll(() => isAlive(before.pid)).toBe(false);
  const after = await hubIn(directory);
  expect(after.pid).not.toBe(before.pid);
  expect((await (await humanClientIn(directory)).list()).asks).toHaveLength(1);
  // The old hub's last lines must not be in the new log.
  expect(readFileSync(join(directory, "hub.log"), "utf8")).toMatch(/^\S+Z hub .* listens on .*\n$/);
});

test("a hub whose state directory was removed while it started ends, and does not bring it back", async () => {
  const directory = homeOfBackgroundHub();
  rmSync(directory, { recursive: true });
  expect(await commandsIn(directory).run(["serve", "--background"])).toMatchObject({ code: 1 });
  expect(existsSync(directory)).toBe(false);
});

test("after a crash, commands that look for pending asks start the hub again", async () => {
  const directory = homeOfBackgroundHub();
  const { run } = commandsIn(directory);
  const asked = async () => JSON.parse((await run(["ask", askFile(database), "--no-wait"])).stdout).id;
  const [first, second, third] = [await asked(), await asked(), await asked()];
  const crash = async () => {
    const { pid } = await hubIn(directory);
    process.kill(pid, "SIGKILL");
    await expect.poll(() => isAlive(pid)).toBe(false);
  };
  const afterCrash = async (args: string[]) => {
    await crash();
    return run(args);
  };
  expect((await afterCrash(["status"])).stdout).toContain("`yourcall list` restarts it.");
  const listed = await run(["list", "--json"]);
  expect(JSON.parse(listed.stdout).map(({ id }: { id: string }) => id)).toEqual([first, second, third]);
  expect(await afterCrash(["answer", first, "--select", "SQLite"])).toMatchObject({ code: 0 });
  expect(await afterCrash(["cancel", second])).toMatchObject({ code: 0 });
  expect(await afterCrash(["wait", first])).toMatchObject({ code: 0 });
  expect(await afterCrash(["wait", third.slice(0, -1), "--timeout", "1ms"])).toMatchObject({ code: 6 });
  const log = await afterCrash(["log", "--json"]);
  expect(JSON.parse(log.stdout)).toHaveLength(2);
  // After `stop`, there is none to restart, even if it had crashed before.
  await crash();
  expect(await run(["stop"])).toMatchObject({ code: 0 });
  const { stdout } = await run(["status"]);
  expect(stdout).toContain("No hub is running");
  expect(stdout).not.toContain("restarts it");
});

test("after a system shutdown commands start the hub again, on its store; after Ctrl-C there is none to restart", async () => {
  const directory = homeOfBackgroundHub();
  const { start, run } = commandsIn(directory);
  const store = join(temporaryDirectory("store"), "other.db");
  const serve = async () => {
    const serving = start(["serve", "--store", store]);
    await serving.says(" listens on ");
    return serving;
  };
  const shutDown = await serve();
  const { id } = JSON.parse((await run(["ask", askFile(database), "--no-wait"])).stdout);
  shutDown.kill("SIGTERM");
  await shutDown.ended;
  expect(JSON.parse((await run(["list", "--json"])).stdout)).toMatchObject([{ id }]);
  expect(await run(["stop"])).toMatchObject({ code: 0 });
  const interrupted = await serve();
  interrupted.kill("SIGINT");
  await interrupted.ended;
  const { stdout } = await run(["status"]);
  expect(stdout).toContain("No hub is running");
  expect(stdout).not.toContain("restarts it");
});

test("a client fails if the hub has no free connections, and leaves the hub alone", async () => {
  const directory = homeOfBackgroundHub();
  writeFileSync(join(directory, "config.json"), '{"port":0,"maxConnections":2}');
  const { start, run } = commandsIn(directory);
  const serving = start(["serve"]);
  await serving.says(" listens on ");
  const { socket } = await hubIn(directory);
  const held = [connect(socket), connect(socket)];
  for (const connection of held) {
    onTestFinished(() => void connection.destroy());
    connection.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(connection, "data");
  }
  const listing = start(["list"], steppingClock(2000));
  keepStepping(listing.pid);
  expect(await listing.ended).toMatchObject({ code: 1, stdout: "" });
  expect(isAlive(serving.pid)).toBe(true);
  for (const connection of held) connection.destroy();
  await expect.poll(async () => (await run(["list"])).code).toBe(0);
  expect(readHubFile(directory)?.pid).toBe(serving.pid);
});

test("a client that waits while tokens are replaced continues with the new one", async () => {
  const directory = homeOfBackgroundHub();
  const { start, run } = commandsIn(directory);
  const agent = start(["ask", askFile(database), "--no-input"]);
  await agent.says("waiting for an answer");
  const [id = ""] = /ask_\w+/.exec(agent.stderr()) ?? [];
  const { agent: before } = JSON.parse(readFileSync(join(directory, "tokens.json"), "utf8"));
  rmSync(join(directory, "tokens.json"));
  expect(await run(["stop"])).toMatchObject({ code: 0 });
  const serving = start(["serve"]);
  await serving.says(" listens on ");
  expect(JSON.parse(readFileSync(join(directory, "tokens.json"), "utf8")).agent).not.toBe(before);
  expect(await run(["answer", id, "--select", "SQLite"])).toMatchObject({ code: 0 });
  expect(await agent.ended).toMatchObject({ code: 0, stdout: expect.stringContaining("SQLite") });
});
