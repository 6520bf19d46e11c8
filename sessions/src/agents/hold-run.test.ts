import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, test } from "vitest";
import { holdRun } from "./hold-run.ts";

test("a process can return to a run that it holds, or is about to hold", async () => {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  await Promise.all([holdRun(directory, "run_1"), holdRun(directory, "run_1")]);
  await holdRun(directory, "run_1");
});
