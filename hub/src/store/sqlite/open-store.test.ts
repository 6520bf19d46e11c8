import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { describeStoreConformance } from "../conformance/describe-store-conformance.ts";
import { create, listIds, newAsk, noon, outcomes } from "../conformance/example-ask.ts";
import type { ListQuery, Store } from "../store.ts";
import { listAsks } from "./list-asks.ts";
import { openSqliteStore, type SqliteStoreOptions } from "./open-store.ts";

const directory = mkdtempSync(join(tmpdir(), "yourcall-store-"));
afterAll(() => rmSync(directory, { recursive: true }));
const files = new WeakMap<Store, string>();

async function open(options: SqliteStoreOptions = {}, file = join(directory, `${randomUUID()}.db`)): Promise<Store> {
  const store = await openSqliteStore(file, { pollEveryMs: 5, ...options });
  files.set(store, file);
  return store;
}

async function openForTest(options: SqliteStoreOptions = {}) {
  const store = await open(options);
  onTestFinished(() => store.close());
  return { store, file: files.get(store) ?? "" };
}

describeStoreConformance("SQLite", open, {
  async reopen(store) {
    await store.close();
    return open({}, files.get(store));
  },
  join: (store) => open({}, files.get(store)),
});

describe("the SQLite store by itself", () => {
  it("puts the writes of one turn into one commit, or several if there are very many", async () => {
    const { store } = await openForTest();
    const commits: number[] = [];
    store.subscribe((events) => commits.push(events.length));
    await Promise.all(Array.from({ length: 100 }, () => create(store)));
    await create(store);
    expect(commits).toEqual([100, 1]);
    commits.length = 0;
    await Promise.all(Array.from({ length: 1200 }, () => create(store)));
    expect(commits).toEqual([500, 500, 200]);
  });

  it("calls listeners before the write is acknowledged", async () => {
    const { store } = await openForTest();
    const order: string[] = [];
    store.subscribe(() => order.push("told"));
    await store.create(newAsk()).then(() => order.push("acknowledged"));
    expect(order).toEqual(["told", "acknowledged"]);
  });

  it("hides uncommitted writes from reads", async () => {
    const { store } = await openForTest();
    const ask = newAsk();
    const creating = store.create(ask);
    expect(await store.get(ask.id)).toBeNull();
    await creating;
    expect(await store.get(ask.id)).not.toBeNull();
  });

  it("logs a listener that throws; the others are called and the write is acknowledged", async () => {
    const said: string[] = [];
    const { store } = await openForTest({ log: (message) => said.push(message) });
    const heard: string[] = [];
    store.subscribe(() => {
      throw new Error("not my day");
    });
    store.subscribe((events) => heard.push(...events.map(({ type }) => type)));
    const { id } = await create(store);
    expect(heard).toEqual(["ask-created"]);
    expect(said).toEqual([expect.stringContaining("not my day")]);
    expect(await store.end(id, outcomes.answered())).toMatchObject({ ended: true });
  });

  it("makes its files unreadable for other users", async () => {
    const { store, file } = await openForTest();
    await create(store);
    for (const name of [file, `${file}-wal`]) expect(statSync(name).mode & 0o077).toBe(0);
  });

  it("refuses another list's cursor", async () => {
    const { store } = await openForTest();
    for (const { id } of [await create(store), await create(store)]) await store.end(id, outcomes.answered());
    const { cursor = "" } = await store.list({ status: "ended", order: "newest", limit: 1 });
    await expect(store.list({ status: "pending", order: "oldest", limit: 1, cursor })).rejects.toThrow("cursor");
    await expect(store.list({ status: "ended", order: "newest", limit: 1, cursor: "1 OR 1" })).rejects.toThrow(
      "cursor",
    );
  });

  it("deletes an ask's links with the ask", async () => {
    const { store } = await openForTest();
    const { id } = await create(store);
    await store.addToken({ id: "link", hash: "h", scope: "link", name: "", ask: id, createdAt: noon });
    await store.end(id, outcomes.answered());
    await store.forget(noon + 1);
    expect(await store.listTokens()).toEqual([]);
  });

  it("ends a page of large asks early, with a cursor to the rest", async () => {
    const { store } = await openForTest();
    const ids: string[] = [];
    for (let index = 0; index < 12; index++) ids.push((await create(store, { context: "x".repeat(900_000) })).id);
    for (const search of [undefined, "database"]) {
      const { records, cursor } = await store.list({ status: "pending", order: "oldest", limit: 100, search });
      expect(records.map(({ id }) => id)).toEqual(ids.slice(0, 4));
      expect(cursor).toBeDefined();
      expect(await listIds(store, { status: "pending", order: "oldest", search }, 100)).toEqual(ids);
    }
    const exact = await store.list({ status: "pending", order: "newest", limit: 4 });
    expect(exact.records.map(({ id }) => id)).toEqual(ids.slice(-4).reverse());
  });

  it("reads every list from an index, in order, without sorting", async () => {
    const { store, file } = await openForTest();
    await create(store);
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    const plans: string[] = [];
    const explain = (sql: string) => {
      for (const { detail } of database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()) plans.push(`${detail} | ${sql}`);
      return database.prepare(sql);
    };
    const statuses: ListQuery["status"][] = ["pending", "all", "ended", "answered", "declined", "cancelled", "expired"];
    for (const status of statuses)
      for (const order of ["oldest", "newest"] as const)
        for (const scope of [{}, { token: "t" }, { session: "s" }, { token: "t", session: "s" }])
          for (const search of [{}, { search: "word" }])
            await listAsks(explain, {
              status,
              order,
              limit: 10,
              ...scope,
              ...search,
            });
    // The table that is read through comes first in each plan; the others are looked up per ask.
    const through = plans.filter((plan) => /^SEARCH (asks|pending|endings) USING .*[<>]\?/.test(plan));
    expect(through.length).toBeGreaterThan(100);
    expect(plans.filter((plan) => /TEMP B-TREE|SCAN (?!word)/.test(plan))).toEqual([]);
    // Only pending asks have an index by session; other lists filter by session as they read.
    const ofSession = through.filter((plan) => plan.includes("pending.session = ?"));
    expect(ofSession.length).toBeGreaterThan(10);
    for (const plan of ofSession) expect(plan).toMatch(/pending_session.*session=\?/);
  });
});
