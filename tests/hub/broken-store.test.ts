import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { readHubFile, startCommand, startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { asSeenBy, fillDisk, testWithMounts, withFullDisk, withReadOnly, withSmallDisk } from "../support/mounts.ts";

const question = { kind: "choice", ...database };
const answers = [{ question: database.question, header: "Database", selectedOptions: ["SQLite"] }];

/** A single request, without a client that retries. */
async function post(hub: TestHub, scope: "agent" | "human", path: string, body: unknown) {
  const response = await fetch(`${hub.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${hub.tokens[scope]}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, retryAfter: response.headers.get("retry-after"), body: await response.json() };
}

const refusal = (message: RegExp) => ({
  status: 503,
  retryAfter: "1",
  body: { code: "store-unavailable", message: expect.stringMatching(message) },
});

describe("a full disk", () => {
  test("does not stop a hub that cannot write its log", async () => {
    const directory = temporaryDirectory();
    startCommand(["serve", "--port", "0"], {
      env: { YOURCALL_HOME: directory },
      through: ["/bin/sh", "-c", 'exec "$@" 2>/dev/full >/dev/full', "sh"],
    });
    await expect.poll(() => readHubFile(directory)).not.toBeNull();
    const { url = "" } = readHubFile(directory) ?? {};
    const health = () => fetch(`${url}/healthz`).then(({ status }) => status);
    expect(await health()).toBe(200);
  });

  testWithMounts("makes writes fail with 503, loses nothing acknowledged, and is over when there is room", async () => {
    const disk = temporaryDirectory("disk");
    const store = join(disk, "yourcall.db");
    const hub = await startHub({ args: ["--store", store], through: withSmallDisk(disk) });
    const human = hub.client("human");
    const { id } = await hub.ask([database], { key: "kept" });
    const filler = asSeenBy(hub.pid, join(disk, "filler"));
    fillDisk(filler);

    const noRoom = refusal(/^There is no room left for .*yourcall\.db\. Nothing was written\./);
    expect(await post(hub, "agent", "/v1/asks", { questions: [question] })).toEqual(noRoom);
    expect(await post(hub, "human", `/v1/asks/${id}/answer`, { answers })).toEqual(noRoom);
    expect(await post(hub, "agent", `/v1/asks/${id}/cancel`, {})).toEqual(noRoom);
    expect((await human.list({ status: "all" })).asks).toMatchObject([{ id, status: "pending" }]);
    expect(hub.log()).toContain("There is no room left");

    const asked = await hub.run(["ask", askFile(database), "--no-input"]);
    expect(asked).toMatchObject({ code: 1, stdout: "" });
    expect(asked.stderr).toContain("There is no room left");
    const status = await hub.run(["status"]);
    expect(status).toMatchObject({ code: 1 });
    expect(status.stdout).toContain(`pid ${hub.pid}`);
    expect(status.stdout).toContain("There is no room left");

    // An agent that asks now waits until there is room, then for its answer.
    const patient = hub.client("agent").ask({ questions: [{ ...database, kind: "choice" }] });
    rmSync(filler);
    expect(await post(hub, "human", `/v1/asks/${id}/answer`, { answers })).toMatchObject({ status: 200 });
    await expect.poll(async () => (await human.list()).asks.length).toBe(1);
    const waiting = (await human.list()).asks[0]?.id ?? "";
    await human.answer(waiting, { answers });
    expect(await patient).toMatchObject({ status: "answered", answers });
    expect((await human.list({ status: "all" })).asks).toHaveLength(2);
  });

  testWithMounts("stops a hub from starting, and serve says so", async () => {
    const disk = temporaryDirectory("disk");
    const through = withFullDisk(disk);
    const ended = await startCommand(["serve", "--port", "0", "--store", join(disk, "yourcall.db")], { through }).ended;
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(/^yourcall: There is no room left for .*yourcall\.db\..*\n$/);
    const home = await startCommand(["serve", "--port", "0"], { env: { YOURCALL_HOME: disk }, through }).ended;
    expect(home).toMatchObject({ code: 1, stdout: "" });
    expect(home.stderr).toBe(
      `yourcall: There is no room left for the state directory ${disk}. Make room on the disk and try again.\n`,
    );
  });
});

describe("an unusable state directory", () => {
  testWithMounts("read-only: serve says so, exit code 1", async () => {
    const home = temporaryDirectory();
    const ended = await startCommand(["serve", "--port", "0"], {
      env: { YOURCALL_HOME: home },
      through: withReadOnly(home),
    }).ended;
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(/^yourcall: You cannot write to the state directory .* set YOURCALL_HOME to .*\.\n$/);
    expect(readdirSync(home)).toEqual([]);
  });

  testWithMounts("read-only with all its files in place: serve says so and changes nothing", async () => {
    const hub = await startHub();
    await hub.ask([database]);
    await hub.stop();
    const before = contents(hub.directory);
    const ended = await startCommand(["serve", "--port", "0"], {
      env: { YOURCALL_HOME: hub.directory },
      through: withReadOnly(hub.directory),
    }).ended;
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toContain("You cannot write to the state directory");
    expect(contents(hub.directory)).toEqual(before);
  });

  test("a file in its place or an unwritable parent: serve and ask say so, exit code 1", async () => {
    const file = join(temporaryDirectory(), "state");
    writeFileSync(file, "not a directory");
    for (const home of [file, "/proc/yourcall"])
      for (const args of [
        ["serve", "--port", "0"],
        ["ask", askFile(database), "--no-input"],
      ]) {
        const ended = await startCommand(args, { env: { YOURCALL_HOME: home } }).ended;
        expect(ended, args[0]).toMatchObject({ code: 1, stdout: "" });
        expect(ended.stderr, args[0]).toMatch(/^yourcall: .* state directory .*YOURCALL_HOME to .*\.\n$/);
        expect(ended.stderr, args[0]).toContain(home);
      }
    const stopped = await startCommand(["stop"], { env: { YOURCALL_HOME: file } }).ended;
    expect(stopped).toMatchObject({ code: 0, stderr: `No hub is running for ${file}.\n` });
    expect(readFileSync(file, "utf8")).toBe("not a directory");
  });
});

describe("a database file that cannot be used is refused and kept byte for byte", () => {
  /** A database file that a hub has written. */
  async function usedStore(): Promise<string> {
    const directory = homeOfBackgroundHub();
    const hub = await startHub({ directory });
    for (let count = 0; count < 5; count++) await hub.ask([database]);
    await hub.stop();
    return join(directory, "yourcall.db");
  }

  test.each<[string, (file: string) => void, RegExp]>([
    ["noise", (file) => writeFileSync(file, Buffer.alloc(40_000, "noise")), /is damaged or not a database/],
    ["a damaged header", (file) => overwrite(file, 16, 8), /is damaged or not a database/],
    ["a damaged schema", (file) => overwrite(file, 100, 3000), /is damaged or not a database/],
    ["half of it", (file) => truncateSync(file, Math.floor(statSync(file).size / 2)), /is damaged or not a database/],
    [
      "a newer schema",
      (file) => inDatabase(file, "PRAGMA user_version = 99"),
      /has schema version 99, and this yourcall knows versions up to \d+\. A newer yourcall is needed/,
    ],
    [
      "an earlier version",
      (file) => inDatabase(file, `PRAGMA application_id = ${0x5943414c}; PRAGMA user_version = 14`),
      /was made by an earlier version of yourcall\. Read it once with `yourcall move --from /,
    ],
    ["another program's", otherProgram, /is a database of another program/],
  ])("%s", async (_name, damage, message) => {
    const file = await usedStore();
    damage(file);
    const before = readFileSync(file);
    const env = { YOURCALL_HOME: join(file, "..") };

    const served = await startCommand(["serve", "--port", "0"], { env }).ended;
    expect(served).toMatchObject({ code: 1, stdout: "" });
    expect(served.stderr).toMatch(message);
    expect(served.stderr).toContain("yourcall.db");
    expect(served.stderr).not.toMatch(/\n\s+at /);
    // Without a terminal the same message is in the log, and reaches the command that wanted the hub.
    const asked = await startCommand(["ask", askFile(database), "--no-input"], { env }).ended;
    expect(asked).toMatchObject({ code: 1, stdout: "" });
    expect(asked.stderr).toMatch(message);
    expect(readFileSync(join(file, "../hub.log"), "utf8")).toMatch(message);

    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(join(file, "..")).filter((name) => /^(hub\.json|yourcall\.db.+)$/.test(name))).toEqual([]);
  });

  test("a page damaged later gives 503 to requests that need it, and the hub keeps running", async () => {
    const directory = temporaryDirectory();
    const first = await startHub({ directory });
    for (let count = 0; count < 30; count++)
      await first.ask([{ ...database, question: `${count} ${"?".repeat(3000)}` }]);
    await first.stop();
    const file = join(directory, "yourcall.db");
    const pages = statSync(file).size / 4096;
    overwrite(file, Math.floor(pages / 2) * 4096, Math.floor(pages / 4) * 4096);
    const hub = await first.restart();
    const response = await fetch(`${hub.url}/v1/asks?status=all`, {
      headers: { authorization: `Bearer ${hub.tokens.human}` },
    });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      code: "store-unavailable",
      message: expect.stringMatching(/yourcall\.db is damaged or not a database\./),
    });
    expect(await hub.stop()).toBe(0);
  });
});

function contents(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory)
      .sort()
      .map((name) => [name, readFileSync(join(directory, name)).toString("base64")]),
  );
}

function overwrite(file: string, from: number, length: number): void {
  const bytes = readFileSync(file);
  bytes.fill("damage", from, from + length);
  writeFileSync(file, bytes);
}

function inDatabase(file: string, sql: string): void {
  const opened = new DatabaseSync(file);
  opened.exec(sql);
  opened.close();
}

function otherProgram(file: string): void {
  rmSync(file);
  mkdirSync(join(file, ".."), { recursive: true });
  inDatabase(file, "CREATE TABLE asks (id TEXT); INSERT INTO asks VALUES ('not ours')");
}
