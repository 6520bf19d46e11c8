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
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { create, createOrFind, newAsk, newDraft, newQuestion } from "../conformance/example-ask.ts";
import { migrations } from "./migrations.ts";
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

it("a file of the first version is migrated, and its asks are in their agents' logs", async () => {
  const database = new DatabaseSync(file);
  database.exec(migrations[0] ?? "");
  const insert = database.prepare(`INSERT INTO asks
    (id, token, session, status, created_at, last_seen_at, ended_at, ended_sequence, outcome, ask, search)
    VALUES (?, 'agent', 'null', 'declined', 1000, 1000, 5000, ?, ?, ?, '')`);
  const outcome = { status: "declined", by: { surface: "web", act: "click" }, at: new Date(5000).toISOString() };
  for (const [index, name] of ["claude", "loop"].entries())
    insert.run(`ask_${index}`, index + 1, JSON.stringify(outcome), JSON.stringify({ agent: { name }, questions: [] }));
  database.exec(`PRAGMA application_id = ${0x5943414c}; PRAGMA user_version = 1`);
  database.close();
  const store = await open();
  const { records } = await store.list({ status: "ended", order: "newest", limit: 10, agent: "claude" });
  expect(records.map(({ id }) => id)).toEqual(["ask_0"]);
  expect(await store.listAgents(10)).toEqual(["claude", "loop"]);
  expect(await store.countSpans([0, 10_000])).toMatchObject([{ asked: 2, waited: { medianMs: 4000 } }]);
});

it("a file of the third version keeps every ask as it was, and its links, and new asks come after all of them", async () => {
  const database = new DatabaseSync(file);
  for (const step of migrations.slice(0, 3)) database.exec(step);
  const question = newQuestion("Which database?");
  const said = { agent: { name: "claude", session: "s" }, questions: [question], onTimeout: "expire" };
  const none = { approval: null, context: null, metadata: null };
  const by = { surface: "web", act: "click" };
  const insert = database.prepare(`INSERT INTO asks
    (position, id, token, session, key, status, created_at, expires_at, last_seen_at, delivered_at, ended_at, ended_sequence,
      draft_revision, draft, outcome, ask, search, agent)
    VALUES (?, ?, 'agent', '"s"', ?, ?, 1000, ?, 2000, ?, ?, ?, ?, ?, ?, ?, ?, 'claude')`);
  const draft = { draft: newDraft("hm"), surface: "web", at: 1500 };
  const before = (["pending", "answered", "declined", "cancelled", "expired"] as const).map((status, index) => {
    const isPending = status === "pending";
    const outcome = isPending ? null : { status, by, reason: `because ${index}`, at: new Date(5000).toISOString() };
    const record = {
      id: `ask_${index}`,
      position: index * 10,
      token: "agent",
      key: `k${index}`,
      status,
      kind: "question",
      ...said,
      ...none,
      createdAt: 1000,
      expiresAt: index === 4 ? 4000 : null,
      lastSeenAt: 2000,
      delivery: isPending
        ? null
        : status === "answered"
          ? { state: "taken", at: 6000 }
          : { state: "waiting", at: 5000 },
      draftRevision: isPending ? 2 : 0,
      draft: isPending ? draft : null,
      outcome,
      endedAt: isPending ? null : 5000,
    };
    insert.run(
      ...[
        record.position,
        record.id,
        JSON.stringify(record.key),
        status,
        record.expiresAt,
        status === "answered" ? 6000 : null,
      ],
      ...[
        record.endedAt,
        isPending ? null : 50 + index,
        record.draftRevision,
        isPending ? JSON.stringify(draft) : null,
      ],
      ...[outcome === null ? null : JSON.stringify(outcome), JSON.stringify({ kind: "question", ...said, ...none })],
      `which database?\nbecause ${index}`,
    );
    return record;
  });
  database.exec(`INSERT INTO tokens VALUES ('link', 'h', 'link', '', 'ask_0', 7);
    PRAGMA application_id = ${0x5943414c}; PRAGMA user_version = 3`);
  database.close();

  const store = await open();
  for (const record of before) expect(await store.get(record.id)).toEqual(record);
  expect(await store.listTokens()).toMatchObject([{ id: "link", ask: "ask_0" }]);
  const found = await store.list({ status: "ended", order: "newest", limit: 10, search: "because 3" });
  expect(found.records).toEqual([before[3]]);
  const scope = { session: "s", agent: { name: "claude", session: "s" } };
  for (const { key, status, id } of before) {
    const { record, created } = await createOrFind(store, newAsk({ ...scope, key }));
    expect([status, created]).toEqual([status, status === "cancelled" || status === "expired"]);
    if (created) expect(record.position).toBeGreaterThan(40);
    else expect(record.id).toBe(id);
  }
  // Everything about a deleted ask is deleted with it.
  await store.end("ask_0", { status: "cancelled", at: new Date(5000).toISOString() });
  expect(await store.forget(6000)).toBe(5);
  expect(await store.listTokens()).toEqual([]);
  expect(await store.get("ask_1")).toBeNull();
});

it("a file of the fifth version keeps asks that had no row in the table of pending ones", async () => {
  const database = new DatabaseSync(file);
  for (const step of migrations.slice(0, 5)) database.exec(step);
  const insert = database.prepare(`INSERT INTO asks
    (position, id, token, session, key, agent, created_at, last_seen_at, ask, search)
    VALUES (?, ?, 'agent', '"s"', ?, 'claude', 1000, 2000, ?, 'which database?')`);
  const agent = { name: "claude", session: "s" };
  const said = { kind: "question", agent, questions: [newQuestion("Which database?")], onTimeout: "expire" };
  for (const position of [1, 2, 3, 4]) insert.run(position, `ask_${position}`, `"k${position}"`, JSON.stringify(said));
  const outcome = { status: "declined", by: { surface: "web", act: "click" }, at: new Date(5000).toISOString() };
  // The first has its row, the second a deadline and a draft; the third has neither row nor ending, the fourth has ended.
  const draft = { draft: newDraft("hm"), surface: "web", at: 1500 };
  database.exec(`UPDATE meta SET value = 1 WHERE name = 'listed';
    INSERT INTO pending (position, token, session, created_at) VALUES (1, 'agent', '"s"', 1000);
    INSERT INTO pending VALUES (2, 'agent', '"s"', 1000, 9000, 1, '${JSON.stringify(draft)}');
    INSERT INTO draft_events VALUES (5, 2);
    INSERT INTO endings VALUES (6, 4, 'declined', 'agent', '"s"', 'claude', 1000, 5000, NULL, 0, NULL, '${JSON.stringify(outcome)}', '');
    PRAGMA application_id = ${0x5943414c}; PRAGMA user_version = 5`);
  database.close();

  const store = await open();
  const { records } = await store.list({ status: "pending", order: "oldest", limit: 10 });
  expect(records).toMatchObject([
    { id: "ask_1", key: "k1", expiresAt: null, draft: null },
    { id: "ask_2", key: "k2", expiresAt: 9000, draftRevision: 1, draft },
    { id: "ask_3", key: "k3", expiresAt: null, draftRevision: 0, draft: null, ...said },
  ]);
  expect(await store.countPending({ token: "agent", session: "s" })).toBe(3);
  expect(await store.get("ask_4")).toMatchObject({ status: "declined", outcome });
  expect((await store.eventsAfter(0, 10))?.map(({ type, record }) => `${type} ${record.id}`)).toEqual([
    ...["ask-created ask_1", "ask-created ask_2", "ask-created ask_3", "ask-created ask_4"],
    ...["ask-drafted ask_2", "ask-ended ask_4"],
  ]);
  expect(await store.end("ask_3", { status: "cancelled", at: new Date(6000).toISOString() })).toMatchObject({
    ended: true,
  });
  expect(await store.countPending()).toBe(2);
});

it("a file of the sixth version keeps its deliveries, its tokens, its name and its cursors", async () => {
  const database = new DatabaseSync(file);
  for (const step of migrations.slice(0, 6)) database.exec(step);
  const said = { kind: "question", agent: { name: "claude" }, questions: [newQuestion("Which?")], onTimeout: "expire" };
  const insert = database.prepare(`INSERT INTO asks
    (position, id, token, session, agent, created_at, last_seen_at, ask, search)
    VALUES (?, ?, 'agent', 'null', 'claude', 1000, 2000, ?, 'which?')`);
  for (const position of [1, 2, 3]) insert.run(position, `ask_${position}`, JSON.stringify(said));
  const outcome = { status: "declined", by: { surface: "web", act: "click" }, at: new Date(5000).toISOString() };
  const end = database.prepare(`INSERT INTO endings
    VALUES (?, ?, 'declined', 'agent', 'null', 'claude', 1000, 5000, NULL, 0, NULL, ?, '')`);
  for (const position of [1, 2]) end.run(3 + position, position, JSON.stringify(outcome));
  database.exec(`INSERT INTO pending (position, token, session, created_at) VALUES (3, 'agent', 'null', 1000);
    INSERT INTO sightings VALUES (1, 6000, 6000), (2, 7000, NULL);
    INSERT INTO tokens VALUES ('tok_1', 'h', 'human', 'browser', NULL, 7);
    INSERT INTO meta VALUES ('id', 'the-store');
    PRAGMA application_id = ${0x5943414c}; PRAGMA user_version = 6`);
  database.close();

  const store = await open();
  expect([store.id, store.epoch]).toEqual(["the-store", "the-store"]);
  expect(await store.get("ask_1")).toMatchObject({ outcome, delivery: { state: "taken", at: 6000 } });
  expect(await store.get("ask_2")).toMatchObject({ lastSeenAt: 7000, delivery: { state: "waiting", at: 5000 } });
  expect(await store.get("ask_3")).toMatchObject({ status: "pending", delivery: null });
  expect(await store.listTokens()).toEqual([
    { id: "tok_1", hash: "h", scope: "human", name: "browser", ask: null, createdAt: 7 },
  ]);
  expect(await store.eventsAfter(0, 10)).toHaveLength(5);
  expect(await store.noticesOf("ask_1")).toEqual([]);
});
