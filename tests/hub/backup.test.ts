import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { toPng } from "../../hub/src/testing/sample-picture.ts";
import { database, features } from "../support/asks.ts";
import { startCommand, startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { root } from "../support/terminal.ts";

const answers = [{ question: database.question, header: "Database", selectedOptions: ["SQLite"] }];

async function statuses(hub: TestHub): Promise<string[]> {
  return (await hub.client("human").list({ status: "all" })).asks.map(({ id, status }) => `${id} ${status}`).sort();
}

describe("backup", () => {
  test("copies everything while the hub is writing, for its owner only, and can be opened as it is", async () => {
    const hub = await startHub();
    const { id } = await hub.ask([database]);
    const human = hub.client("human");
    const { hash } = await human.addPicture(id, { data: toPng(48, 32).toString("base64"), name: "sketch.png" });
    await human.answer(id, { answers: answers.map((answer) => ({ ...answer, attachments: [{ hash }] })) });
    let writing = true;
    const writer = (async () => {
      // Each in a session of its own: one session may have only so many.
      for (let count = 0; writing; count++)
        await hub.ask([features], { agent: { name: "writer", session: `${count}` } });
    })();
    const file = join(temporaryDirectory(), "copy.db");
    const { code, stderr } = await hub.run(["backup", file]);
    writing = false;
    await writer;
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/Copied \d+ pending and 1 ended asks to /),
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, ".."))).toEqual(["copy.db"]);
    const copy = await startHub({ args: ["--store", file] });
    expect((await copy.client("human").get(id)).outcome).toMatchObject({ status: "answered", answers });
    const { data } = await copy.client("human").picture(id, hash);
    expect(createHash("sha256").update(Buffer.from(data, "base64")).digest("hex")).toBe(hash);
  });

  test("needs no hub, refuses to overwrite, and leaves nothing behind if it fails", async () => {
    const hub = await startHub();
    await hub.ask([database]);
    await hub.stop();
    const directory = temporaryDirectory();
    const file = join(directory, "copy.db");
    const { code, stdout } = await hub.run(["backup", file, "--json"]);
    expect(code).toBe(0);
    expect(stdout).toBe(`${JSON.stringify({ file, pending: 1, ended: 0 })}\n`);
    const before = readFileSync(file);
    const again = await hub.run(["backup", file]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("already exists") });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(await hub.run(["backup", join(directory, "none", "copy.db")])).toMatchObject({ code: 1 });
    expect(await hub.run(["backup"])).toMatchObject({ code: 2 });
    expect(readdirSync(directory)).toEqual(["copy.db"]);
  });
});

describe("restore", () => {
  async function withBackup() {
    const hub = await startHub();
    const { id } = await hub.ask([database]);
    const file = join(temporaryDirectory(), "copy.db");
    await hub.run(["backup", file]);
    const at = await statuses(hub);
    await hub.client("human").answer(id, { answers });
    await hub.ask([features]);
    return { hub, file, at };
  }

  test("refuses while a hub runs; afterwards everything is as it was in the backup, and the previous files are kept", async () => {
    const { hub, file, at } = await withBackup();
    const later = await statuses(hub);
    expect(await hub.run(["restore", file])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/A hub is running .* `yourcall stop`/),
    });
    expect(await statuses(hub)).toEqual(later);
    await hub.stop("SIGKILL");
    const { code, stderr } = await hub.run(["restore", file]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("Restored 1 pending and 0 ended") });
    const [, kept = ""] = /kept in (\S+)\.$/m.exec(stderr) ?? [];
    const next = await hub.restart();
    expect(await statuses(next)).toEqual(at);
    const before = await startHub({ args: ["--store", kept] });
    expect(await statuses(before)).toEqual(later);
  });

  test("refuses while the hub of another state directory has the store open, which would go on writing to the old file", async () => {
    const { hub, file } = await withBackup();
    const later = await statuses(hub);
    const env = { YOURCALL_HOME: temporaryDirectory(), YOURCALL_STORE: join(hub.directory, "yourcall.db") };
    const restore = () => startCommand(["restore", file], { env }).ended;
    expect(await restore()).toMatchObject({ code: 1, stderr: expect.stringContaining("is open in another process") });
    expect(await statuses(hub)).toEqual(later);
    await hub.stop("SIGKILL");
    expect(await restore()).toMatchObject({ code: 0 });
  });

  test("an old cursor is not taken for a new one: events begin with a snapshot, and a list has to be started again", async () => {
    const { hub, file } = await withBackup();
    const first = async (at: TestHub, lastEventId?: string) => {
      const ended = new AbortController();
      const { body } = await fetch(`${at.url}/v1/events`, {
        headers: {
          authorization: `Bearer ${at.tokens.human}`,
          ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
        },
        signal: ended.signal,
      });
      let text = "";
      for await (const chunk of body as ReadableStream<Uint8Array>) {
        text += new TextDecoder().decode(chunk);
        if (text.includes("\n\n")) break;
      }
      ended.abort();
      return { event: /^event: (.*)$/m.exec(text)?.[1], id: /^id: (.*)$/m.exec(text)?.[1] };
    };
    const { id = "" } = await first(hub);
    const { cursor } = await hub.client("human").list({ status: "all", limit: 1 });
    expect(cursor).toBeTypeOf("string");
    await hub.stop();
    await hub.run(["restore", file]);
    const next = await hub.restart();
    // As many events as before, so the sequence alone would look valid.
    for (let count = 0; count < 5; count++) await next.ask([features]);
    expect(await first(next, id)).toMatchObject({ event: "snapshot" });
    const human = next.client("human");
    await expect(human.list({ status: "all", limit: 1, cursor })).rejects.toThrow(
      /cursor.* from before a backup was restored, or from another hub\. Start again without one\./,
    );
    const again = await human.list({ status: "all", limit: 1 });
    expect((await human.list({ status: "all", limit: 9, cursor: again.cursor })).asks).toHaveLength(5);
  });

  test.each<[string, (file: string) => void, RegExp]>([
    ["damaged", (file) => writeFileSync(file, readFileSync(file).fill(0x5a, 4096 * 4)), /is damaged/],
    ["damaged where only a check finds it", emptyIndex, /is damaged: /],
    ["of another program", (file) => inDatabase(file, "PRAGMA application_id = 7"), /is a database of another program/],
    ["of a newer version", (file) => inDatabase(file, "PRAGMA user_version = 99"), /schema version 99/],
    ["text", (file) => writeFileSync(file, "dear diary ".repeat(1000)), /is damaged or not a store/],
  ])("refuses a file that is %s, and leaves everything as it is", async (_, spoil, message) => {
    const { hub, file } = await withBackup();
    await hub.stop();
    spoil(file);
    const store = join(hub.directory, "yourcall.db");
    const before = readFileSync(store);
    const { code, stderr } = await hub.run(["restore", file]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) });
    expect(readFileSync(store).equals(before)).toBe(true);
    expect(readdirSync(hub.directory).filter((name) => name.startsWith("yourcall.db."))).toEqual([]);
  });

  test("works on a new machine and over another store, and says which file is missing", async () => {
    const { hub, file, at } = await withBackup();
    const env = { YOURCALL_HOME: join(temporaryDirectory(), "state") };
    expect(await startCommand(["restore", `${file}.none`], { env }).ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no file"),
    });
    expect(await startCommand(["restore", file], { env }).ended).toMatchObject({ code: 0 });
    const there = await startHub({ directory: env.YOURCALL_HOME });
    expect(await statuses(there)).toEqual(at);
    expect(existsSync(join(hub.directory, "yourcall.db"))).toBe(true);
    // Over another store, which its hub would otherwise expect there.
    await there.stop();
    const other = await withBackup();
    expect(await startCommand(["restore", other.file], { env }).ended).toMatchObject({ code: 0 });
    expect(await statuses(await there.restart())).toEqual(other.at);
  });
});

function inDatabase(file: string, sql: string): void {
  const opened = new DatabaseSync(file);
  opened.exec(sql);
  opened.close();
}

/** Takes all entries out of an index, and leaves its table as it is. */
function emptyIndex(file: string): void {
  const opened = new DatabaseSync(file);
  const sql = "SELECT rootpage, (SELECT page_size FROM pragma_page_size) AS size FROM sqlite_schema WHERE name = ?";
  const { rootpage, size } = opened.prepare(sql).get("pending_session") ?? {};
  opened.close();
  const bytes = readFileSync(file);
  // Where a page of the database has the number of its entries.
  bytes.writeUInt16BE(0, (Number(rootpage) - 1) * Number(size) + 3);
  writeFileSync(file, bytes);
}

test("a store of an earlier version is read by `yourcall move --from FILE`, and the hub continues with it", async () => {
  const directory = temporaryDirectory();
  const file = join(directory, "yourcall.db");
  const earlier = new DatabaseSync(file);
  earlier.exec(readFileSync(join(root, "tests/support/earlier-store.sql"), "utf8"));
  earlier.close();
  const env = { YOURCALL_HOME: directory };
  const refused = await startCommand(["serve", "--port", "0"], { env }).ended;
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`yourcall move --from ${file}`) });
  const doctor = await startCommand(["doctor"], { env }).ended;
  expect(doctor.stdout + doctor.stderr).toContain(`yourcall move --from ${file}`);
  const moved = await startCommand(["move", "--from", file], { env }).ended;
  expect(moved).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/Read 1 pending and 2 ended asks into .*\. The earlier file is kept as /),
  });
  expect(await startCommand(["move", "--from", file], { env }).ended).toMatchObject({ code: 1 });
  const hub = await startHub({ directory });
  expect((await hub.client("human").get("ask_answered")).outcome).toMatchObject({ status: "answered" });
});
