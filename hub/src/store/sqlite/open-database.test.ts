import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it, onTestFinished, test } from "vitest";
import { create, newDraft, noon, outcomes } from "../conformance/example-ask.ts";
import { importEarlierStore, restoreStore } from "./backup.ts";
import { migrations } from "./migrations.ts";
import { openDatabase } from "./open-database.ts";
import { openSqliteStore, type SqliteStoreOptions } from "./open-store.ts";

let directory = "";
let file = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "yourcall-faults-"));
  file = join(directory, "yourcall.db");
  return () => rmSync(directory, { recursive: true });
});

async function open(options: SqliteStoreOptions = {}) {
  const store = await openSqliteStore(file, options);
  onTestFinished(() => store.close());
  return store;
}

async function makeDatabase(sql = "") {
  const store = await openSqliteStore(file);
  const { id } = await create(store);
  await store.close();
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
  return id;
}

const hash = (name: string) => createHash("sha256").update(readFileSync(name)).digest("hex");
const contents = () => readdirSync(directory).map((name) => [name, hash(join(directory, name))]);
const unavailable = (...words: string[]) => ({
  code: "store-unavailable",
  message: expect.toSatisfy((message: string) => words.every((word) => message.includes(word))),
});

/** Acts as a user whom file modes restrict, even if the tests run as root. */
function unprivileged<Result>(act: () => Result): Result {
  if (process.getuid?.() !== 0) return act();
  process.seteuid?.(65534);
  try {
    return act();
  } finally {
    process.seteuid?.(0);
  }
}

describe("a file that cannot be used is refused and left as it is", () => {
  it("when a newer yourcall wrote it, and the message says which", async () => {
    await makeDatabase("PRAGMA user_version = 99");
    const before = contents();
    await expect(open()).rejects.toMatchObject(unavailable(file, "99", `${migrations.length}`, "newer yourcall"));
    expect(contents()).toEqual(before);
  });

  it("when a newer yourcall wrote it and was killed", async () => {
    await makeDatabase();
    const database = new DatabaseSync(file);
    database.exec("PRAGMA user_version = 99");
    const [live, log] = [file, `${file}-wal`];
    file = join(directory, "copy.db");
    copyFileSync(live, file);
    copyFileSync(log, `${file}-wal`);
    database.close();
    const read = () => [hash(file), hash(`${file}-wal`)];
    const before = read();
    await expect(open()).rejects.toMatchObject(unavailable(file, "99"));
    expect(read()).toEqual(before);
  });

  it.each([
    ["text", () => Buffer.from("dear diary ".repeat(1000))],
    ["a damaged head", () => readFileSync(file).fill(0xff, 0, 40)],
    ["a damaged schema", () => readFileSync(file).fill(0xff, 100, 4096)],
  ])("when it holds %s", async (_, make) => {
    await makeDatabase();
    writeFileSync(file, make());
    const before = contents();
    await expect(open()).rejects.toMatchObject(unavailable(file, "left as it is"));
    expect(contents()).toEqual(before);
  });

  it.each([1, 2, 3])("when a version that was never released wrote it, with %i steps", async (steps) => {
    await makeDatabase(`PRAGMA application_id = ${0x59434c31}; PRAGMA user_version = ${steps}`);
    const before = contents();
    await expect(open()).rejects.toMatchObject(unavailable(file, "never released", "left as it is"));
    expect(contents()).toEqual(before);
  });

  it("when it is the database of another program", async () => {
    new DatabaseSync(file).exec("CREATE TABLE recipes (name TEXT)");
    const before = contents();
    await expect(open()).rejects.toMatchObject(unavailable(file, "another program"));
    expect(contents()).toEqual(before);
  });

  it("when it is a directory, or unreadable", async () => {
    await expect(openSqliteStore(directory)).rejects.toMatchObject(unavailable(directory));
    await makeDatabase();
    chmodSync(directory, 0o755);
    chmodSync(file, 0o000);
    await expect(unprivileged(() => open())).rejects.toMatchObject(unavailable(file, "this user"));
  });

  it("when its directory does not exist, or is read-only", async () => {
    file = join(directory, "none", "yourcall.db");
    await expect(open()).rejects.toMatchObject(unavailable(file, "directory"));
    chmodSync(directory, 0o755);
    mkdirSync(join(directory, "none"), { mode: 0o755 });
    const id = await makeDatabase();
    chmodSync(file, 0o666);
    chmodSync(join(directory, "none"), 0o555);
    await expect(unprivileged(() => open())).rejects.toMatchObject(unavailable(file, "directory"));
    const fresh = file.replace("yourcall", "new");
    await expect(unprivileged(() => openSqliteStore(fresh))).rejects.toMatchObject(unavailable(fresh, "directory"));
    chmodSync(join(directory, "none"), 0o755);
    expect(await (await open()).get(id)).toMatchObject({ id });
  });
});

test("a file keeps its asks when a later step is added, and a version without that step then refuses it", async () => {
  const id = await makeDatabase();
  const steps = [...migrations, "ALTER TABLE asks ADD COLUMN later TEXT NOT NULL DEFAULT 'added'"];
  const { database } = openDatabase(file, { busyTimeoutMs: 0, steps });
  expect(database.prepare("SELECT id, later FROM asks").all()).toEqual([{ id, later: "added" }]);
  database.close();
  await expect(open()).rejects.toMatchObject(unavailable(file, "newer yourcall"));
});

describe("a file of an earlier version", () => {
  const earlier = readFileSync(new URL("../../../../tests/support/earlier-store.sql", import.meta.url), "utf8");
  const makeEarlier = (name: string, more = "") => {
    const database = new DatabaseSync(name);
    database.exec(`${earlier}; ${more}`);
    database.close();
  };

  it("is refused and left as it is, and the message says how to read it", async () => {
    makeEarlier(file);
    const before = contents();
    await expect(open()).rejects.toMatchObject(unavailable(`yourcall move --from ${file}`));
    expect(() => restoreStore(file, join(directory, "other.db"))).toThrow(`yourcall move --from ${file}`);
    expect(contents()).toEqual(before);
  });

  it.each([
    ["into its own place", "yourcall.db"],
    ["into a new file", "new.db"],
  ])("is read %s with everything in it, and kept", async (_, name) => {
    makeEarlier(file);
    const [before, earlierFile] = [hash(file), file];
    const info = importEarlierStore(file, join(directory, name));
    expect(info).toMatchObject({ id: "b0026775-5e3f-46c4-9b24-0737132cb45e", pending: 1, ended: 2 });
    expect(hash(info.before ?? earlierFile)).toBe(before);
    file = join(directory, name);
    const store = await open();
    expect(store.id).toBe(info.id);
    expect(await store.get("ask_drafted")).toMatchObject({
      ...{ status: "pending", key: "k", context: "why", metadata: { a: 1 }, to: ["ana"] },
      ...{ draftRevision: 1, draft: { draft: newDraft("half"), surface: "web" } },
    });
    expect(await store.get("ask_answered")).toMatchObject({
      outcome: outcomes.answered(5),
      delivery: { state: "refused", at: noon + 9, note: "late" },
    });
    expect(await store.get("ask_taken")).toMatchObject({ delivery: { state: "taken", at: noon + 7 } });
    expect((await store.eventsAfter(0, 10))?.map(({ type, record }) => `${type} ${record.id}`)).toEqual([
      ...["ask-created ask_drafted", "ask-drafted ask_drafted", "ask-created ask_answered", "ask-ended ask_answered"],
      ...["ask-delivered ask_answered", "ask-created ask_taken", "ask-ended ask_taken"],
    ]);
    expect((await store.listTokens()).map(({ id }) => id)).toEqual(["link", "t"]);
    expect(await store.noticesOf("ask_answered")).toMatchObject([{ target: "hook", state: "waiting" }]);
    expect(await store.recall("x")).toBe("y");
    expect((await create(store)).position).toBe(8);
  });

  it("replaces no other store, and is refused if it is older than the last of them", async () => {
    makeEarlier(file);
    const other = join(directory, "other.db");
    await (await openSqliteStore(other)).close();
    const before = contents();
    expect(() => importEarlierStore(file, other)).toThrow("already exists");
    expect(() => importEarlierStore(other, join(directory, "new.db"))).toThrow("not a store of an earlier version");
    expect(contents()).toEqual(before);
    const older = join(directory, "older.db");
    makeEarlier(older, "PRAGMA user_version = 13");
    expect(() => importEarlierStore(older, older)).toThrow("version 13");
  });
});
