const dayMs = 86_400_000;

/** The day at a time in a time zone: `2026-01-31`. */
export function toDay(ms: number, zone: string): string {
  return new Date(toWallClock(ms, formatterOf(zone))).toISOString().slice(0, 10);
}

/** The day `count` days later, or earlier if the number is negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

/** The days from one to another, both included; empty if the second comes first. */
export function toDays(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index));
}

/** When a day begins in a time zone. */
export function toDayStart(day: string, zone: string): number {
  const formatter = formatterOf(zone);
  const asIfUtc = Date.parse(day);
  const offsetAt = (ms: number) => toWallClock(ms, formatter) - ms;
  const first = asIfUtc - offsetAt(asIfUtc);
  // If the clocks change close to midnight, the two results differ; if midnight is skipped, the day begins at the later one.
  return Math.max(first, asIfUtc - offsetAt(first));
}

/** Whether the time zone exists. */
export function isZone(name: string): boolean {
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Whether it is a calendar day like `2026-01-31`. */
export function isDay(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en", {
    timeZone: zone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}

// Local wall-clock time, read as if it were UTC.
function toWallClock(ms: number, formatter: Intl.DateTimeFormat): number {
  const parts = new Map(formatter.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}
