import { expect, test } from "vitest";
import { judgeTime } from "./forgetting.ts";

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

test("a clock that jumped is believed once it has run as it should for a day, over restarts too", () => {
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

test("a clock that jumped and was set right again is believed at once", () => {
  const judged = judgeTime(start, later(3650 * day, hour));
  expect(judgeTime(judged.time, later(2 * hour, 2 * hour)).isPlausible).toBe(true);
});
