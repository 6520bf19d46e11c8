import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { create, newAsk, newDraft, noon, outcomes } from "../conformance/example-ask.ts";
import { askColumns } from "../queries/ask-columns.ts";
import { askSources } from "./ask-tables.ts";
import { openSqliteStore, type SqliteStoreOptions } from "./open-store.ts";

async function openOne(options: SqliteStoreOptions = {}) {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-recent-"));
  const file = join(directory, "yourcall.db");
  const store = await openSqliteStore(file, options);
  const other = new DatabaseSync(file);
  onTestFinished(async () => {
    other.close();
    await store.close();
    rmSync(directory, { recursive: true });
  });
  /** The ask as the file has it. */
  const inFile = (id: string) =>
    other.prepare(`SELECT ${askColumns} FROM ${askSources.asks} WHERE asks.id = ?`).get(id);
  return { store, inFile };
}

test("an ask in memory is the same as in the file, after each kind of write", async () => {
  const { store, inFile } = await openOne();
  const { id } = await create(store);
  expect(await store.get(id)).toMatchObject({ status: "pending", draftRevision: 0 });
  const change = { draft: newDraft("hm"), surface: "web", at: noon, baseRevision: 0, expiresAt: noon + 5 };
  await store.saveDraft(id, change);
  expect(await store.get(id)).toMatchObject({ draftRevision: 1, expiresAt: noon + 5, draft: { surface: "web" } });
  await store.end(id, outcomes.answered(7));
  expect(await store.get(id)).toMatchObject({ status: "answered", endedAt: noon + 7 });
  await store.recordSightings([{ id, lastSeenAt: noon + 90_000, takenAt: noon + 90_000 }]);
  await store.recordSightings([{ id, lastSeenAt: noon, takenAt: noon }]);
  const delivery = { state: "taken", at: noon + 90_000 };
  expect(await store.get(id)).toMatchObject({ lastSeenAt: noon + 90_000, delivery });
  expect(inFile(id)).toMatchObject({ last_seen_at: noon + 90_000, delivered_at: noon + 90_000 });
  expect(inFile(id)).toMatchObject({ status: "answered", ended_at: noon + 7 });
});

test("a deleted ask is gone, even for a write in the same commit", async () => {
  const { store } = await openOne();
  const { id } = await create(store);
  await store.end(id, outcomes.answered(0));
  const forgetting = store.forget(noon + 1);
  let found: unknown;
  // What it was is written down first, so a few writes may come before the deletion.
  do found = await store.end(id, outcomes.declined());
  while (found !== null);
  expect(await forgetting).toBe(1);
  expect(await store.get(id)).toBeNull();
});

test("a write that fails leaves nothing behind in memory either", async () => {
  const { store } = await openOne();
  const [kept, broken] = [newAsk(), await create(store)];
  const results = await Promise.allSettled([
    store.create(kept),
    store.end(broken.id, { ...outcomes.answered(), at: "no time" }),
    store.end(kept.id, outcomes.declined(1)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await store.get(broken.id)).toMatchObject({ status: "pending" });
  expect(await store.get(kept.id)).toMatchObject({ status: "declined" });
  const events = (await store.eventsAfter(0, 10)) ?? [];
  expect(events.map(({ sequence, record }) => [sequence, record.id])).toEqual([
    [1, broken.id],
    [2, kept.id],
    [3, kept.id],
  ]);
});

test("asks that are too many or too large for the cache are all found", async () => {
  const { store } = await openOne();
  const asks = await Promise.all(Array.from({ length: 1100 }, () => create(store)));
  const large = await Promise.all([1, 2, 3].map(() => create(store, { context: "x".repeat(4_000_000) })));
  for (const { id } of [asks[0], asks[1099], ...large].filter((ask) => ask !== undefined))
    expect(await store.get(id)).toMatchObject({ id, status: "pending" });
});
