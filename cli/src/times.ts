import { toLocalTime as toTime } from "@yourcall/core";

// The command says times as the screens do.
export { toAge, toLocalDate, toSpan, toUniversalTime } from "@yourcall/core";

/** A time as the person's own clock shows it, without the day where that is today. */
export function toLocalTime(iso: string): string {
  return toTime(iso, Date.now());
}
