import { maxDurationMs } from "@yourcall/core/internal";
import { UsageError } from "./run-command.ts";

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90s`, `5m`, `1.5h`, `2d`; a bare number means seconds. */
export function parseDuration(text: string, flag: string): number {
  const ms = toMs(text);
  if (ms > maxDurationMs) throw new UsageError(`${flag} can be at most 366 days, got "${text}".`);
  if (!(ms > 0)) throw new UsageError(`${flag} must be a time like 90s, 5m or 2h, got "${text}".`);
  return ms;
}

/** The same for a value from a file; undefined if it is not such a time. */
export function readDuration(value: unknown): number | undefined {
  const ms = typeof value === "string" ? toMs(value) : Number.NaN;
  return ms > 0 && ms <= maxDurationMs ? ms : undefined;
}

function toMs(text: string): number {
  const [, count, unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim()) ?? [];
  return Math.round(Number(count) * (units[unit] ?? Number.NaN));
}

/** `90d`, `36h`: what `parseDuration` reads as this many milliseconds. */
export function toDuration(ms: number): string {
  const [unit, size] = Object.entries(units).findLast(([, size]) => ms % size === 0) ?? ["ms", 1];
  return `${ms / size}${unit}`;
}
