import { toLocalTime as toTime } from "@yourcall/core";

// The command formats times as the screens do.
export { toAge, toLocalDate, toSpan, toUniversalTime } from "@yourcall/core";

/** A time on the person's own clock, without the day if it is today. */
export function toLocalTime(iso: string): string {
  return toTime(iso, Date.now());
}
