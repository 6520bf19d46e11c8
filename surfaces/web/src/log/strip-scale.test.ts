import { expect, test } from "vitest";
import { countHeight, countPixels, toColumn, waitHeight, waitLines, waitPixels } from "./strip-scale.ts";

test("the busiest day fills the row, one question is visible, none is not", () => {
  expect(countHeight(40, 40)).toBe(countPixels - 2);
  expect(countHeight(20, 40)).toBe((countPixels - 2) / 2);
  expect(countHeight(1, 1000)).toBeGreaterThan(2);
  expect(countHeight(0, 40)).toBe(0);
  expect(countHeight(0, 0)).toBe(0);
});

test("a longer wait is higher, and no wait leaves the row", () => {
  const heights = [0, 1000, ...waitLines.map(({ ms }) => ms), 7 * 86_400_000, 1e12].map(waitHeight);
  expect(heights).toEqual(heights.toSorted((one, other) => one - other));
  for (const height of heights) expect(height > 0 && height < waitPixels).toBe(true);
});

test("days share the width", () => {
  expect(toColumn(0, 10)).toEqual({ x: "1.5%", width: "7%" });
  expect(Number.parseFloat(toColumn(9, 10).x)).toBeCloseTo(91.5);
});
