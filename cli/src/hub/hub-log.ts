import { appendFileSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";

const maxBytes = 1024 * 1024;

/** The log of a background hub: `hub.log`, rotated to `hub.log.1` at 1 MB. The directory must exist. */
export function createHubLog(directory: string): (message: string) => void {
  const file = join(directory, "hub.log");
  return (message) => {
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`);
      appendFileSync(file, `${new Date().toISOString()} ${message}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not end the hub.
    }
  };
}

// In the form that `createHubLog` writes.
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z `;
const entry = new RegExp(`^${time}.`);
// On a full disk an entry may be cut off, and the next one then continues the same line.
const torn = new RegExp(`^.*(?=${time})`);

/**
 * The entries of a hub's log: complete lines that begin with a time. The lines of a stack trace below an entry, and truncated
 * lines, are omitted.
 */
export function toLogEntries(text: string): string[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => line.replace(torn, ""))
    .filter((line) => entry.test(line));
}

/** The entry without its time. */
export function toLogMessage(line: string): string {
  return line.replace(new RegExp(`^${time}`), "");
}

const advice = "Run `yourcall serve` to see the error, or `yourcall doctor` to find the cause.";

/**
 * Call this before starting a background hub. The returned function says why the hub did not start: the last log entry since.
 * On a full disk there may be none, and an earlier hub's entry is not the reason.
 */
export function followStart(directory: string): () => string {
  const file = join(directory, "hub.log");
  const before = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return () => {
    const last = toLogEntries(readFrom(file, before)).at(-1);
    return last === undefined
      ? `The hub did not start. ${advice}`
      : `The hub did not start: ${toLogMessage(last)}\n${advice}`;
  };
}

function readFrom(file: string, start: number): string {
  try {
    const bytes = readFileSync(file);
    // A smaller file is a new one: the old one was rotated.
    return bytes.toString("utf8", bytes.length < start ? 0 : start);
  } catch {
    return "";
  }
}
