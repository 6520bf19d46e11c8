// Heights are in pixels; days share the width.
/** How high the two rows of the strip are. */
export const countPixels = 48;
export const waitPixels = 80;
const second = 1000;
const week = 7 * 86_400 * second;

/** The grid lines for waits. */
export const waitLines = [
  { ms: 60 * second, name: "1 min" },
  { ms: 3600 * second, name: "1 h" },
  { ms: 86_400 * second, name: "1 day" },
];

/** A bar proportional to the count; one ask is still visible. */
export function countHeight(count: number, most: number): number {
  if (count === 0 || most === 0) return 0;
  return Math.max(3, Math.round((count / most) * (countPixels - 2)));
}

/** Waits range from seconds to days, so the scale is logarithmic. */
export function waitHeight(ms: number): number {
  const within = Math.min(week, Math.max(second, ms));
  return Math.round((4 + (Math.log(within / second) / Math.log(week / second)) * (waitPixels - 8)) * 10) / 10;
}

/** The position of a day's bar. */
export function toColumn(index: number, count: number): { x: string; width: string } {
  const step = 100 / count;
  return { x: `${(index + 0.15) * step}%`, width: `${0.7 * step}%` };
}
