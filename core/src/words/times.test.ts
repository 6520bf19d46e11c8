import { expect, test } from "vitest";
import { toAge, toCountdown, toDurationWords, toSpan, toSpokenTimeLeft, toTimeLeft, toUniversalTime } from "./times.ts";

const minute = 60_000;
const hour = 60 * minute;

test.each([
  [0, "now"],
  [-5000, "now"],
  [59_999, "now"],
  [minute, "1 min"],
  [12.9 * minute, "12 min"],
  [hour, "1 h"],
  [47 * hour, "47 h"],
  [48 * hour, "2 days"],
])("%d ms ago reads %s", (ms, words) => {
  expect(toAge(ms)).toBe(words);
});

test.each([
  [400, "0 s"],
  [42_000, "42 s"],
  [12 * minute, "12 min"],
  [3 * hour + 5 * minute, "3 h 5 min"],
  [2 * hour, "2 h"],
  [52 * hour, "2 days 4 h"],
  [-1, "0 s"],
])("%d ms took %s", (ms, words) => {
  expect(toSpan(ms)).toBe(words);
});

test("what is left is never less than a minute, and rounded up", () => {
  expect([1000, 200_000, 3.5 * 3_600_000].map(toTimeLeft)).toEqual(["1 min", "4 min", "3 h"]);
});

test("a time limit reads in one exact unit", () => {
  const limits = [5 * minute, hour, 90_000, 48 * hour, 1500];
  expect(limits.map(toDurationWords)).toEqual(["5 minutes", "1 hour", "90 seconds", "2 days", "1.5 seconds"]);
});

test("what is left, read aloud, has one unit and no fraction", () => {
  const left = [0, 60_000, 119_000, 125_000, hour, hour + 90 * minute, 24 * hour, 47 * hour, 49 * hour];
  expect(left.map(toSpokenTimeLeft)).toEqual([
    ...["0 seconds", "1 minute", "119 seconds", "2 minutes", "1 hour", "2 hours", "1 day", "47 hours", "2 days"],
  ]);
});

test("a countdown shows whole seconds, and hours only if there are any", () => {
  expect([0, 31_400, 272_000, hour + 4 * minute + 32_000].map(toCountdown)).toEqual([
    "0:00",
    "0:32",
    "4:32",
    "1:04:32",
  ]);
});

test("a record's time reads the same everywhere", () => {
  expect(toUniversalTime("2026-01-31T14:31:05.123Z")).toBe("2026-01-31 14:31 UTC");
});
