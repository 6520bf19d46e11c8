import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { followStart, toLogEntries, toLogMessage } from "./hub-log.ts";

const at = "2026-01-01T00:00:01.000Z";

test("an entry is a line with its time; the stack trace below it is not one", () => {
  const text = `${at} started\n${at} crashed: TypeError: x\n    at run (/x/serve.cjs:1:2)\n    at y\n`;
  expect(toLogEntries(text)).toEqual([`${at} started`, `${at} crashed: TypeError: x`]);
  expect(toLogMessage(toLogEntries(text)[1] ?? "")).toBe("crashed: TypeError: x");
});

test("a line cut off on a full disk is not an entry, even if the next one continues it", () => {
  expect(toLogEntries(`${at} one\n${at} Ther`)).toEqual([`${at} one`]);
  expect(toLogEntries(`${at} one\n2026-01-0`)).toEqual([`${at} one`]);
  expect(toLogEntries(`${at} one\n${at} Ther${at} There is no room left\n`)).toEqual([
    `${at} one`,
    `${at} There is no room left`,
  ]);
  expect(toLogEntries("")).toEqual([]);
});

const advice = "Run `yourcall serve` to see the error, or `yourcall doctor` to find the cause.";

function newLog(text: string): { directory: string; log: string } {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const log = join(directory, "hub.log");
  writeFileSync(log, text);
  return { directory, log };
}

test("the reason why a hub did not start is the last complete entry in its log", () => {
  const { directory, log } = newLog(`${at} stopped\n`);
  const why = followStart(directory);
  appendFileSync(log, `${at} crashed: TypeError: x\n    at run (/x/serve.cjs:1:2)\n    at y\n`);
  expect(why()).toBe(`The hub did not start: crashed: TypeError: x\n${advice}`);
  appendFileSync(log, `${at} There is no ro`);
  expect(why()).toContain("crashed");
});

test("an earlier hub's entry is not the reason if this one could not write", () => {
  const { directory } = newLog(`${at} stopped\n`);
  expect(followStart(directory)()).toBe(`The hub did not start. ${advice}`);
  expect(followStart(join(directory, "none"))()).toBe(`The hub did not start. ${advice}`);
});

test("a log that was rotated in the meantime is read from its start", () => {
  const { directory, log } = newLog(`${at} ${"x".repeat(1000)}\n`);
  const why = followStart(directory);
  writeFileSync(log, `${at} Port 2255 is in use.\n`);
  expect(why()).toContain("Port 2255 is in use.");
});
