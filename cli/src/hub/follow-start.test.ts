import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { followStart } from "./follow-start.ts";

const at = "2026-01-01T00:00:01.000Z";
const advice = "`yourcall serve` shows it, and `yourcall doctor` looks further.";

function newLog(text: string): { directory: string; log: string } {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const log = join(directory, "hub.log");
  writeFileSync(log, text);
  return { directory, log };
}

test("why a hub did not start is the last whole entry of its log, and no line of a stack trace", () => {
  const { directory, log } = newLog(`${at} stopped\n`);
  const why = followStart(directory);
  appendFileSync(log, `${at} ended by a fault of its own: TypeError: x\n    at run (/x/serve.cjs:1:2)\n    at y\n`);
  expect(why()).toBe(`No hub could be started: ended by a fault of its own: TypeError: x\n${advice}`);
  appendFileSync(log, `${at} There is no ro`);
  expect(why()).toContain("ended by a fault of its own");
});

test("what an earlier hub said is not the reason where this one could not write", () => {
  const { directory } = newLog(`${at} stopped\n`);
  expect(followStart(directory)()).toBe(`No hub could be started. ${advice}`);
  expect(followStart(join(directory, "none"))()).toBe(`No hub could be started. ${advice}`);
});

test("a log that was moved aside meanwhile is read from its start", () => {
  const { directory, log } = newLog(`${at} ${"x".repeat(1000)}\n`);
  const why = followStart(directory);
  writeFileSync(log, `${at} Port 2255 is in use.\n`);
  expect(why()).toContain("Port 2255 is in use.");
});
