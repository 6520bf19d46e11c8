import { expect, test } from "vitest";
import { toLogEntries, toLogMessage } from "./log-entries.ts";

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
