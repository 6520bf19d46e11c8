import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../hub/src/testing/temporary-directory.ts";
import type { SavedRun } from "./run-store.ts";
import { createFileRunStore } from "./run-store.ts";

const run: SavedRun = {
  version: 1,
  id: "run_1",
  messages: [{ role: "user", content: "héllo" }],
  calls: [{ id: "a", name: "look", input: { at: [1] } }],
  allowed: ["write files"],
};

test("a saved run comes back unchanged, and only its owner can read it", async () => {
  const directory = join(temporaryDirectory("loop"), "runs");
  const store = createFileRunStore(directory);
  await store.save({ ...run, allowed: [] });
  await store.save(run);
  expect(await store.load("run_1")).toEqual(run);
  expect(readdirSync(directory)).toEqual(["run_1.json"]);
  expect(statSync(join(directory, "run_1.json")).mode & 0o777).toBe(0o600);
  expect((await store.list()).map(({ id }) => id)).toEqual(["run_1"]);
});

test("an unknown run is undefined", async () => {
  const store = createFileRunStore(join(temporaryDirectory("loop"), "runs"));
  expect(await store.load("run_1")).toBeUndefined();
  expect(await store.list()).toEqual([]);
});

test("an id cannot point outside the directory", async () => {
  const store = createFileRunStore(temporaryDirectory("loop"));
  await expect(store.load("../run_1")).rejects.toThrow("is not the id of a run");
  await expect(store.save({ ...run, id: "a/b" })).rejects.toThrow("is not the id of a run");
});

test("a damaged or foreign file is reported, not read as a run", async () => {
  const directory = temporaryDirectory("loop");
  const store = createFileRunStore(directory);
  writeFileSync(join(directory, "half.json"), '{"version":1,"mess');
  writeFileSync(join(directory, "other.json"), '{"version":2}');
  await expect(store.load("half")).rejects.toThrow("half.json is damaged");
  await expect(store.load("other")).rejects.toThrow("other.json is not a run of this version");
});
