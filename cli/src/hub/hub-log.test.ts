import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { followStart, toLogEntries, toLogMessage } from "./hub-log.ts";

const at = "2026-01-01T00:00:01.000Z";

test("an entry is a line with its time; a stack trace below it is no entry", () => {
  const text = `${at} started\n${at} ended by a fault of its own: TypeError: x\n    at run (/x/serve.cjs:1:2)\n    at y\n`;
  expect(toLogEntries(text)).toEqual([`${at} started`, `${at} ended by a fault of its own: TypeError: x`]);
  expect(toLogMessage(toLogEntries(text)[1] ?? "")).toBe("ended by a fault of its own: TypeError: x");
});

test("what broke off on a full disk is no entry, also where the next one goes on in its line", () => {
  expect(toLogEntries(`${at} one\n${at} Ther`)).toEqual([`${at} one`]);
  expect(toLogEntries(`${at} one\n2026-01-0`)).toEqual([`${at} one`]);
  expect(toLogEntries(`${at} one\n${at} Ther${at} There is no room left\n`)).toEqual([
    `${at} one`,
    `${at} There is no room left`,
  ]);
  expect(toLogEntries("")).toEqual([]);
});

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
