const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long something has been going on, as lists say it: `now`, `12 min`, `3 h`, `2 days`. */
export function toAge(ms: number): string {
  if (ms < minuteMs) return "now";
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} h`;
  return `${Math.floor(ms / dayMs)} days`;
}

/** How long something will be open: `3 min`, `5 h`; less than a minute is `1 min`, since lists are drawn once a minute. */
export function toTimeLeft(ms: number): string {
  return toAge(Math.max(minuteMs, Math.ceil(ms / minuteMs) * minuteMs));
}

/** How long something took: `42 s`, `12 min`, `3 h 5 min`, `2 days 4 h`. */
export function toSpan(ms: number): string {
  const both = (large: string, small: number, unit: string) => (small === 0 ? large : `${large} ${small} ${unit}`);
  if (ms < minuteMs) return `${Math.max(0, Math.round(ms / 1000))} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < 2 * dayMs) return both(`${Math.floor(ms / hourMs)} h`, Math.floor((ms % hourMs) / minuteMs), "min");
  return both(`${Math.floor(ms / dayMs)} days`, Math.floor((ms % dayMs) / hourMs), "h");
}

/** A time limit that somebody set, in one exact unit: `5 minutes`, `1 hour`, `90 seconds`. */
export function toDurationWords(ms: number): string {
  const word = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  for (const [unit, size] of [
    ["day", dayMs],
    ["hour", hourMs],
    ["minute", minuteMs],
  ] as const) {
    if (ms >= size && ms % size === 0) return word(ms / size, unit);
  }
  return word(Math.round(ms / 100) / 10, "second");
}

/** The time left in words, in whole units: `5 minutes`, `90 seconds`. */
export function toSpokenTimeLeft(ms: number): string {
  const left = Math.max(0, Math.ceil(ms / 1000)) * 1000;
  const unit = left < 2 * minuteMs ? 1000 : left < 2 * hourMs ? minuteMs : left < 2 * dayMs ? hourMs : dayMs;
  return toDurationWords(Math.floor(left / unit) * unit);
}

/** What is left, as a clock that counts down: `4:32`, `1:04:32`. */
export function toCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** A time as the person's own clock shows it: `14:31` today, `2026-01-31 14:31` on another day. */
export function toLocalTime(iso: string, now: number): string {
  const day = toLocalDay(iso);
  return day === toLocalDay(now) ? toClock(iso) : `${day} ${toClock(iso)}`;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** When something was, as lists say it: `today 14:31`, `yesterday`, `14 Nov`, `14 Nov 2025`. */
export function toDay(iso: string, now: number): string {
  const day = toLocalDay(iso);
  if (day === toLocalDay(now)) return `today ${toClock(iso)}`;
  if (day === toLocalDay(now - dayMs)) return "yesterday";
  const date = new Date(iso);
  const year = date.getFullYear();
  return `${date.getDate()} ${months[date.getMonth()]}${year === new Date(now).getFullYear() ? "" : ` ${year}`}`;
}

/** Day and time by the person's own clock: `2026-01-31 14:31`. */
export function toLocalDate(iso: string): string {
  return `${toLocalDay(iso)} ${toClock(iso)}`;
}

/** A time that reads the same on every machine: `2026-01-31 14:31 UTC`. */
export function toUniversalTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** The day by the person's own clock: `2026-01-31`. */
export function toLocalDay(time: string | number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `14:31` by the person's own clock, whichever day. */
export function toClock(time: string): string {
  const date = new Date(time);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
