import { expect, test } from "vitest";
import { addDays, isDay, isZone, toDay, toDayStart, toDays } from "./days.ts";

test("a day begins at its own midnight, in every zone and on both sides of a change of clocks", () => {
  for (const [day, zone, start] of [
    ["2026-03-01", "UTC", "2026-03-01T00:00:00Z"],
    ["2026-03-28", "Europe/Berlin", "2026-03-27T23:00:00Z"],
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00Z"],
    ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00Z"],
    ["2026-01-01", "America/New_York", "2026-01-01T05:00:00Z"],
    ["2026-01-01", "Asia/Kolkata", "2025-12-31T18:30:00Z"],
    ["2026-01-01", "Pacific/Kiritimati", "2025-12-31T10:00:00Z"],
    // There was no midnight on these days: the clocks went from 23:59 to 01:00.
    ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00Z"],
    ["2026-03-29", "Asia/Beirut", "2026-03-28T22:00:00Z"],
  ] as const)
    expect([day, zone, new Date(toDayStart(day, zone))]).toEqual([day, zone, new Date(start)]);
});

test("the current day depends on the time zone", () => {
  const late = Date.parse("2026-02-28T23:30:00Z");
  expect(toDay(late, "UTC")).toBe("2026-02-28");
  expect(toDay(late, "Europe/Berlin")).toBe("2026-03-01");
  expect(toDay(Date.parse("2026-03-01T03:00:00Z"), "America/New_York")).toBe("2026-02-28");
});

test("days follow the calendar", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(toDays("2026-02-27", "2026-03-01")).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(toDays("2026-03-02", "2026-03-01")).toEqual([]);
  expect(["2026-02-29", "2026-13-01", "2026-2-1", "today", "2026-02-28"].map(isDay)).toEqual([
    ...[false, false, false, false, true],
  ]);
  expect(["Europe/Berlin", "UTC", "Nowhere/Else", ""].map(isZone)).toEqual([true, true, false, false]);
});
