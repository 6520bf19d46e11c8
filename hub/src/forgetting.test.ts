import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTestClock } from "../../core/src/testing/test-clock.ts";
import { createForgetting, judgeTime } from "./forgetting.ts";
import type { Store } from "./store/store.ts";

const hour = 3_600_000;
const day = 24 * hour;
const start = { at: Date.UTC(2030, 0, 1), uptimeMs: 5 * hour, doubtedMs: 0 };
const later = (wallMs: number, ranMs: number) => ({ at: start.at + wallMs, uptimeMs: start.uptimeMs + ranMs });
const rebooted = (wallMs: number, uptimeMs: number) => ({ at: start.at + wallMs, uptimeMs });

test.each([
  ["the first look", undefined, later(0, 0), true],
  ["an hour that passed", start, later(hour, hour), true],
  ["a week of sleep", start, later(7 * day, 7 * day), true],
  ["a clock set back", start, later(-400 * day, hour), true],
  ["a clock set forward by a day", start, later(day + hour, hour), false],
  ["a machine that was off for a week", start, rebooted(7 * day, hour), true],
  ["a machine that would have been off for ten years", start, rebooted(3650 * day, hour), false],
])("%s is plausible or not", (_, trusted, now, isPlausible) => {
  expect(judgeTime(trusted, now).isPlausible).toBe(isPlausible);
});

test("a clock that jumped is trusted again once it has run steadily for a day, even across restarts", () => {
  const jump = 3650 * day;
  let judged = judgeTime(start, later(jump, hour));
  for (let hours = 2; hours < 24; hours++) {
    judged = judgeTime(JSON.parse(JSON.stringify(judged.time)), later(jump + hours * hour, hours * hour));
    expect(judged.isPlausible, `${hours} hours`).toBe(false);
  }
  judged = judgeTime(judged.time, later(jump + 24 * hour, 24 * hour));
  expect(judged.isPlausible).toBe(true);
  expect(judged.time.at).toBe(start.at + jump + 24 * hour);
});

test("a clock that jumped and was corrected is trusted again immediately", () => {
  const judged = judgeTime(start, later(3650 * day, hour));
  expect(judgeTime(judged.time, later(2 * hour, 2 * hour)).isPlausible).toBe(true);
});

/** `pass` lets hours pass and returns the ages in days from which delivered and undelivered asks were then deleted, if any were. */
function startForgetting(keepMs: number) {
  const clock = createTestClock();
  const notes = new Map<string, string>();
  const deleted: [number, number][] = [];
  const store = {
    recall: async (name: string) => notes.get(name) ?? null,
    remember: async (name: string, value: string) => void notes.set(name, value),
    forget: async (delivered: number, undelivered: number) => {
      deleted.push([(clock.now() - delivered) / day, (clock.now() - undelivered) / day]);
      return 0;
    },
  } as unknown as Store;
  const forgetting = createForgetting(store, clock, keepMs);
  const pass = async (hours: number) => {
    await nextTurn();
    deleted.length = 0;
    clock.advance(hours * hour);
    await nextTurn();
    return deleted.at(-1);
  };
  return { clock, forgetting, pass };
}

test("undelivered outcomes stay ten times as long, at most a year, and never shorter than the others", async () => {
  const { forgetting, pass } = startForgetting(day);
  expect(await pass(1)).toEqual([1, 10]);
  forgetting.keep(90 * day);
  expect(await pass(1)).toEqual([90, 365]);
  forgetting.keep(366 * day);
  expect(await pass(1)).toEqual([366, 366]);
  forgetting.keep(null);
  expect(await pass(1)).toBeUndefined();
});

test("after a jump of the clock nothing is deleted until it is corrected or has run for a day", async () => {
  const { clock, pass } = startForgetting(day);
  expect(await pass(1)).toEqual([1, 10]);
  clock.set(3650 * day);
  for (let hours = 1; hours <= 22; hours++) expect(await pass(1), `${hours} hours`).toBeUndefined();
  clock.set(-3650 * day);
  expect(await pass(1)).toEqual([1, 10]);
  clock.set(20 * day);
  for (let hours = 1; hours <= 23; hours++) expect(await pass(1), `${hours} hours`).toBeUndefined();
  expect(await pass(1)).toEqual([1, 10]);
});
