import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { create, newAsk, noon, outcomes } from "../conformance/example-ask.ts";
import type { NewAsk } from "../store.ts";
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

const unavailable = (...words: string[]) => ({
  code: "store-unavailable",
  message: expect.toSatisfy((message: string) => words.every((word) => message.includes(word))),
});

describe("while it is open", () => {
  it("damage found later is reported, with the advice to restore a backup", async () => {
    const healthy = await openSqliteStore(file);
    await create(healthy);
    await healthy.close();
    const database = new DatabaseSync(file);
    const { page } = database.prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'asks'").get() ?? {};
    database.close();
    writeFileSync(file, readFileSync(file).fill(0xff, 4096 * (Number(page) - 1), 4096 * Number(page)));
    const store = await open();
    await expect(store.list({ status: "all", order: "oldest", limit: 5 })).rejects.toMatchObject(
      unavailable(file, "backup"),
    );
    await expect(store.create(newAsk())).rejects.toMatchObject(unavailable(file));
  });

  it("a full disk fails the whole batch, leaves nothing of it, and is over when there is room again", async () => {
    const store = await open({ maxPages: 60 });
    for (let index = 0; index < 5; index++) {
      const { id } = await create(store, { context: "x".repeat(2000) });
      await store.end(id, outcomes.answered());
    }
    const fits = (ask: NewAsk) => store.create(ask).catch(() => null);
    const tell = async () => ({ sequence: await store.lastSequence(), pending: await store.countPending() });
    const large = () => newAsk({ context: "x".repeat(60_000) });
    while ((await fits(large())) !== null);
    const before = await tell();
    const batch = [newAsk(), large(), newAsk()];
    const heard: unknown[] = [];
    store.subscribe((events) => heard.push(...events));
    for (const result of await Promise.allSettled(batch.map((ask) => store.create(ask))))
      expect(result).toMatchObject({ status: "rejected", reason: unavailable(file, "no room") });
    for (const { id } of batch) expect(await store.get(id)).toBeNull();
    expect(await tell()).toEqual(before);
    expect(heard).toEqual([]);
    while ((await fits(newAsk({ context: "x".repeat(2000) }))) !== null);
    while ((await fits(newAsk())) !== null);
    await expect(store.check()).rejects.toMatchObject(unavailable(file, "no room"));
    expect(await store.forget(noon + 1)).toBe(5);
    await expect(store.create(newAsk())).resolves.toMatchObject({ created: true });
  });

  it("another process's lock fails writes, not reads, until it is released", async () => {
    const store = await open({ busyTimeoutMs: 5 });
    const { id } = await create(store);
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec("BEGIN IMMEDIATE");
    await expect(store.create(newAsk())).rejects.toMatchObject(unavailable(file, "locked"));
    await expect(store.check()).rejects.toMatchObject(unavailable(file, "locked"));
    expect(await store.get(id)).toMatchObject({ id });
    other.exec("ROLLBACK");
    await expect(store.create(newAsk())).resolves.toMatchObject({ created: true });
  });

  it("acknowledged writes are in the files, whatever happens to the process", async () => {
    const store = await open();
    const asks = Array.from({ length: 20 }, () => newAsk());
    await Promise.all(asks.map((ask) => store.create(ask)));
    await store.end(asks[0]?.id ?? "", outcomes.answered());
    const [live, log] = [file, `${file}-wal`];
    file = join(directory, "copy.db");
    copyFileSync(live, file);
    copyFileSync(log, `${file}-wal`);
    const copy = await open();
    expect(await copy.countPending()).toBe(19);
    expect(await copy.get(asks[0]?.id ?? "")).toEqual(await store.get(asks[0]?.id ?? ""));
  });
});
