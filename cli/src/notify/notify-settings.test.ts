import { expect, test } from "vitest";
import { quietUntil, toTimeOfDay } from "./notify-settings.ts";

const at = (hours: number, minutes = 0, day = 15) => new Date(2030, 5, day, hours, minutes).getTime();
const night = { from: 22 * 60, to: 7 * 60 };
const lunch = { from: 12 * 60, to: 13 * 60 + 30 };

test("quiet hours may span midnight and end in the morning", () => {
  expect(quietUntil(night, at(22))).toBe(at(7, 0, 16));
  expect(quietUntil(night, at(23, 59))).toBe(at(7, 0, 16));
  expect(quietUntil(night, at(0))).toBe(at(7));
  expect(quietUntil(night, at(6, 59))).toBe(at(7));
});

test("outside of quiet hours nothing is quiet", () => {
  expect(quietUntil(night, at(7))).toBeNull();
  expect(quietUntil(night, at(21, 59))).toBeNull();
  expect(quietUntil(lunch, at(11, 59))).toBeNull();
  expect(quietUntil(lunch, at(13, 30))).toBeNull();
  expect(quietUntil(null, at(3))).toBeNull();
});

test("quiet hours within a day end on that day", () => {
  expect(quietUntil(lunch, at(12))).toBe(at(13, 30));
  expect(quietUntil(lunch, at(13, 29))).toBe(at(13, 30));
});

test("a time of day is formatted as on a clock", () => {
  expect([night.from, night.to, lunch.to].map(toTimeOfDay)).toEqual(["22:00", "07:00", "13:30"]);
});
