import { expect, test } from "vitest";
import { dayMs, isShorter, parseKeep, toDaysText } from "./keep-days.ts";

test("a time to keep is a whole number of days, up to a leap year", () => {
  expect(["1", " 90 ", "366"].map(parseKeep)).toEqual([dayMs, 90 * dayMs, 366 * dayMs]);
  expect(["0", "367", "1.5", "-3", "", "1e2", "ninety"].map(parseKeep)).toEqual(Array(7).fill(undefined));
});

test("a time set in hours is offered in days, rounded up, so that saving it deletes nothing", () => {
  expect([dayMs, 36 * 3_600_000, 1000].map(toDaysText)).toEqual(["1", "2", "1"]);
});

test("only a shorter time deletes decisions", () => {
  expect(isShorter(dayMs, null)).toBe(true);
  expect(isShorter(dayMs, 2 * dayMs)).toBe(true);
  expect(isShorter(2 * dayMs, 2 * dayMs)).toBe(false);
});
