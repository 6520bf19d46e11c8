import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { create } from "../conformance/example-ask.ts";
import { findLostCommits, isLogCut } from "./find-lost-commits.ts";
import { openSqliteStore } from "./open-store.ts";

let directory = "";
let file = "";
let log = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "yourcall-log-"));
  file = join(directory, "yourcall.db");
  log = `${file}-wal`;
  return () => rmSync(directory, { recursive: true });
});

const asks = 8;
const frameBytes = 24 + 4096;

/** The files of a hub that was killed after these asks, one commit each. */
async function leaveFiles({ withIndex = false } = {}): Promise<void> {
  const live = join(directory, "live.db");
  const store = await openSqliteStore(live);
  await store.close();
  const again = await openSqliteStore(live);
  for (let count = 0; count < asks; count++) await create(again);
  for (const end of ["", "-wal", ...(withIndex ? ["-shm"] : [])]) copyFileSync(`${live}${end}`, `${file}${end}`);
  await again.close();
}

function flip(at: number, path = log): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

async function openWithLog() {
  const said: string[] = [];
  const store = await openSqliteStore(file, { log: (message) => said.push(message) });
  onTestFinished(() => store.close());
  return { store, said, pending: await store.countPending() };
}

it.each([
  ["cut in half", (size: number) => truncateSync(log, Math.floor(size / 2))],
  ["without its last commit", (size: number) => truncateSync(log, size - 10)],
  ["emptied", () => truncateSync(log, 0)],
  ["removed", () => rmSync(log)],
])("a log that was %s after a kill is found by its index, copied and reported", async (_, damage) => {
  await leaveFiles({ withIndex: true });
  expect(isLogCut(file)).toBe(false);
  damage(statSync(log).size);
  const { store, said, pending } = await openWithLog();
  expect(pending).toBeLessThan(asks);
  expect(said).toEqual([expect.stringMatching(/log of .* is damaged: its end is missing.* copied to .*\.damaged-/)]);
  expect(store.warnings()).toHaveLength(1);
});

it("without its index, a log that was cut looks like a crash in the middle of a write: what follows the cut is lost silently", async () => {
  await leaveFiles();
  truncateSync(log, Math.floor(statSync(log).size / 2));
  const { said, pending } = await openWithLog();
  expect(pending).toBeLessThan(asks);
  expect(said).toEqual([]);
});

it("an index that counts what has been moved into the database, or belongs to another log, reports nothing", async () => {
  await leaveFiles({ withIndex: true });
  const index = readFileSync(`${file}-shm`);
  // As after a checkpoint of everything.
  index.copy(index, 96, 16, 20);
  writeFileSync(`${file}-shm`, index);
  rmSync(log);
  expect(isLogCut(file)).toBe(false);
  await leaveFiles({ withIndex: true });
  flip(17);
  truncateSync(log, 1000);
  expect(isLogCut(file)).toBe(false);
});

it("a log that was cut off in the middle of a write has lost nothing", async () => {
  await leaveFiles();
  expect(findLostCommits(file)).toBe(0);
  const { size } = statSync(log);
  for (const bytes of [10, 100, frameBytes, frameBytes + 30, 2 * frameBytes + 4000]) {
    truncateSync(log, size - bytes);
    expect(findLostCommits(file), `${bytes} bytes`).toBe(0);
  }
  truncateSync(log, 0);
  expect(findLostCommits(file)).toBe(0);
  rmSync(log);
  expect(findLostCommits(file)).toBe(0);
});

it("a log restarted over an older one has lost nothing", async () => {
  const store = await openSqliteStore(file);
  onTestFinished(() => store.close());
  for (let count = 0; count < 20; count++) await create(store);
  // Moves the log into the file and leaves its frames where they are.
  const { DatabaseSync } = await import("node:sqlite");
  const other = new DatabaseSync(file);
  other.prepare("PRAGMA wal_checkpoint(RESTART)").get();
  other.close();
  await create(store);
  expect(findLostCommits(file)).toBe(0);
});

it.each([
  ["the header", () => 16],
  ["the first page", () => 32 + 24 + 2000],
  ["the checksum of the second frame", () => 32 + frameBytes + 16],
  ["the salt of the third frame", () => 32 + 2 * frameBytes + 9],
])("a flipped byte in %s: what follows it is found, copied, and reported until the copy is moved", async (_, at) => {
  await leaveFiles();
  flip(at());
  const [before, logBefore] = [readFileSync(file), readFileSync(log)];
  const { store, said, pending } = await openWithLog();
  expect(pending).toBeLessThan(asks);
  expect(said).toEqual([
    expect.stringMatching(/log of .* is damaged: \d commits .* copied to .*yourcall\.db\.damaged-/),
  ]);
  const copies = readdirSync(directory)
    .filter((name) => name.startsWith("yourcall.db.damaged-"))
    .sort();
  expect(copies).toHaveLength(2);
  expect(readFileSync(join(directory, copies[0] ?? "")).equals(before)).toBe(true);
  expect(readFileSync(join(directory, copies[1] ?? "")).equals(logBefore)).toBe(true);
  expect(store.warnings()).toEqual([expect.stringContaining(copies[0] ?? "")]);
  await store.close();

  const next = await openWithLog();
  expect(next.said).toEqual([]);
  expect(next.store.warnings()).toHaveLength(1);
  for (const copy of copies) rmSync(join(directory, copy));
  expect(next.store.warnings()).toEqual([]);
});

/** A store that had these asks and has been idle since. */
async function openIdle() {
  const store = await openSqliteStore(file);
  onTestFinished(() => store.close());
  for (let count = 0; count < asks; count++) await create(store);
  const salts = () => readFileSync(log).toString("hex", 16, 24);
  const before = salts();
  await expect.poll(salts, { timeout: 5000 }).not.toBe(before);
  return store;
}

function copyStore(to: string): string {
  const copy = join(directory, to);
  for (const end of ["", "-wal"]) copyFileSync(`${file}${end}`, `${copy}${end}`);
  return copy;
}

it("nothing that an idle store accepted depends on its log", async () => {
  await openIdle();
  const { size } = statSync(log);
  expect(size).toBeGreaterThan(asks * frameBytes);
  const damages: [string, (log: string) => void][] = [
    ["no log", (log) => rmSync(log)],
    ...[0, 20, 32, 40 + frameBytes, size - 10].map((at): [string, (log: string) => void] => [
      `cut off at ${at}`,
      (log) => truncateSync(log, at),
    ]),
    ...[0, 9, 17, 25, 33, 41, 49, 32 + 2000, 32 + frameBytes + 9, 32 + 3 * frameBytes + 100].map(
      (at): [string, (log: string) => void] => [`a flipped byte at ${at}`, (log) => flip(at, log)],
    ),
  ];
  for (const [index, [what, damage]] of damages.entries()) {
    const copy = copyStore(`copy-${index}.db`);
    damage(`${copy}-wal`);
    const said: string[] = [];
    const store = await openSqliteStore(copy, { log: (message) => said.push(message) });
    expect({ pending: await store.countPending(), said }, what).toEqual({ pending: asks, said: [] });
    await store.close();
  }
});

it("damage to what was written after a pause is found, and everything before the pause is kept", async () => {
  const store = await openIdle();
  for (let count = 0; count < 3; count++) await create(store);
  for (const [index, at] of [17, 32 + 2000, 32 + frameBytes + 100].entries()) {
    const copy = copyStore(`copy-${index}.db`);
    flip(at, `${copy}-wal`);
    expect(findLostCommits(copy), `at ${at}`).toBeGreaterThanOrEqual(2);
    const opened = await openSqliteStore(copy);
    expect(await opened.countPending(), `at ${at}`).toBe(asks);
    expect(opened.warnings(), `at ${at}`).toHaveLength(1);
    await opened.close();
  }
  expect(findLostCommits(file)).toBe(0);
  expect(await store.countPending()).toBe(asks + 3);
});
