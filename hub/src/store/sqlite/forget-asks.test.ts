import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { create, noon, outcomes } from "../conformance/example-ask.ts";
import { openSqliteStore } from "./open-store.ts";

function newFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-forget-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, "yourcall.db");
}

const secret = "the password is swordfish";
const has = (file: string) => [file, `${file}-wal`].some((name) => readFileSync(name).includes(secret));

it("a deleted ask is in no file any more, and its space is given back, while others are served", async () => {
  const file = newFile();
  const store = await openSqliteStore(file);
  onTestFinished(() => store.close());
  const context = `${secret} ${"x".repeat(200_000)}`;
  const asks = await Promise.all(Array.from({ length: 60 }, () => create(store, { context })));
  await Promise.all(asks.map(({ id }) => store.end(id, outcomes.answered())));
  const kept = await create(store);
  expect(has(file)).toBe(true);

  // How often others get their turn, which does not depend on the machine's speed.
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  expect(await store.forget(noon + 1)).toBe(60);
  clearInterval(timer);
  expect(has(file)).toBe(false);
  expect(statSync(file).size).toBeLessThan(500_000);
  expect(await store.get(kept.id)).toEqual(kept);
  expect(turns).toBeGreaterThan(5);
});

it("what another process is reading is erased afterwards", async () => {
  const file = newFile();
  const store = await openSqliteStore(file);
  onTestFinished(() => store.close());
  const { id } = await create(store, { context: secret });
  await store.end(id, outcomes.answered());
  const reader = new DatabaseSync(file, { readOnly: true });
  onTestFinished(() => reader.close());
  reader.exec("BEGIN; SELECT * FROM asks");
  expect(await store.forget(noon + 1)).toBe(1);
  expect(has(file)).toBe(true);
  reader.exec("COMMIT");
  await expect.poll(() => has(file), { timeout: 5000 }).toBe(false);
});

it("outcomes that wait for their agent are kept longer, except those of cancelled asks, which wait for nobody", async () => {
  const store = await openSqliteStore(newFile());
  onTestFinished(() => store.close());
  const [taken, waiting, cancelled, expired] = await Promise.all(Array.from({ length: 4 }, () => create(store)));
  const end = async (ask: typeof taken, how: keyof typeof outcomes) => {
    await store.end(ask?.id ?? "", outcomes[how]());
    return ask?.id ?? "";
  };
  const ids = {
    taken: await end(taken, "answered"),
    waiting: await end(waiting, "answered"),
    cancelled: await end(cancelled, "cancelled"),
    expired: await end(expired, "expired"),
  };
  await store.recordSightings([{ id: ids.taken, lastSeenAt: noon, takenAt: noon }]);
  expect(await store.forget(noon + 1, noon)).toBe(2);
  expect(await store.get(ids.taken)).toBeNull();
  expect(await store.get(ids.cancelled)).toBeNull();
  expect(await store.get(ids.waiting)).not.toBeNull();
  expect(await store.get(ids.expired)).not.toBeNull();
  expect(await store.forget(noon + 1, noon + 1)).toBe(2);
});
