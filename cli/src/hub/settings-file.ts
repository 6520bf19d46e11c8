import type { SettingsPort } from "@yourcall/hub";
import { writeConfig } from "./write-config.ts";

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1],
] as const;

/** Keeps what a person changes at the hub in `config.json`, in the words in which it is read there. */
export function createSettingsFile(directory: string): SettingsPort {
  return {
    save: ({ keepMs }) => writeConfig(directory, "keep", keepMs === null ? "forever" : toDuration(keepMs)),
  };
}

/** `90d`, `36h`: what `parseDuration` reads as this many milliseconds. */
export function toDuration(ms: number): string {
  const [unit, size] = units.find(([, size]) => ms % size === 0) ?? ["ms", 1];
  return `${ms / size}${unit}`;
}
