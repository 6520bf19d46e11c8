import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { YourcallError } from "@yourcall/core";
import type { SettingsPort } from "@yourcall/hub";

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1],
] as const;

/** Writes settings that a person changes on the web page to `config.json`. */
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

/**
 * Changes one setting in `config.json` and leaves everything else as it is, even unknown settings. A file that cannot be read
 * as settings is not touched: `store-unavailable` says what is wrong with it. Written to a new file and renamed, so that a
 * reader finds the old file or the new one.
 */
export function writeConfig(directory: string, name: string, value: string): void {
  const file = realPath(`${directory}/config.json`);
  const text = read(file);
  const settings = { ...parse(text ?? "{}", file), [name]: value };
  const indent = /^[{]\s*\n([ \t]+)/.exec(text ?? "")?.[1] ?? 2;
  const beside = `${file}.${process.pid}.new`;
  try {
    writeFileSync(beside, `${JSON.stringify(settings, null, indent)}\n`, { mode: 0o600, flush: true });
    if (text !== null) chmodSync(beside, statSync(file).mode & 0o777);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw refusal(`${file} cannot be written: ${(error as Error).message}`);
  }
}

function parse(text: string, file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refusal(`${file} is not JSON and was not changed: ${(error as Error).message}. Fix it, then save again.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refusal(`${file} is not an object and was not changed. Fix it, then save again.`);
  return value as Record<string, unknown>;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw refusal(`${file} cannot be read and was not changed: ${(error as Error).message}`);
  }
}

// Write through a symbolic link, so that it stays one.
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function refusal(message: string): YourcallError {
  return new YourcallError("store-unavailable", message);
}
