import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createStateKeeper } from "./notify-state.ts";

test("a state that cannot be written is reported once, and not if the directory is gone", async () => {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-notify-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const said: string[] = [];
  const keeperIn = (place: string) =>
    createStateKeeper(
      place,
      () => ({ channels: [], told: [] }),
      (text) => said.push(text),
    );
  const gone = keeperIn(join(directory, "gone"));
  gone.changed();
  await gone.settled();
  expect(said).toEqual([]);
  // A file cannot replace what is at this path.
  mkdirSync(join(directory, "notify.json", "x"), { recursive: true });
  const kept = keeperIn(directory);
  for (let round = 0; round < 2; round++) {
    kept.changed();
    await kept.settled();
  }
  expect(said).toEqual([expect.stringContaining("notify.json cannot be written: ")]);
});
