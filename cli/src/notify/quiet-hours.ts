/** Two times of day in minutes since midnight, by this machine's clock. They may span midnight. */
export interface QuietHours {
  from: number;
  to: number;
}

/** When the current quiet hours end; null outside of them. */
export function quietUntil(quiet: QuietHours | null, now: number): number | null {
  if (quiet === null) return null;
  const { from, to } = quiet;
  const date = new Date(now);
  const minute = date.getHours() * 60 + date.getMinutes();
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return null;
  // By the calendar, since a night may be an hour longer or shorter.
  const end = (day: number) =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() + day, Math.floor(to / 60), to % 60).getTime();
  return end(0) > now ? end(0) : end(1);
}

/** `22:00`. */
export function toTimeOfDay(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
