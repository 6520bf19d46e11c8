import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { toLogEntries, toLogMessage } from "./log-entries.ts";

const advice = "`yourcall serve` shows it, and `yourcall doctor` looks further.";

/**
 * To be called before a hub is started in the background; what it returns says why that one did not come up: the last that the
 * log says since. On a full disk a hub cannot say anything, and what an earlier one said is not the reason.
 */
export function followStart(directory: string): () => string {
  const file = join(directory, "hub.log");
  const before = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return () => {
    const last = toLogEntries(readFrom(file, before)).at(-1);
    return last === undefined
      ? `No hub could be started. ${advice}`
      : `No hub could be started: ${toLogMessage(last)}\n${advice}`;
  };
}

function readFrom(file: string, start: number): string {
  try {
    const bytes = readFileSync(file);
    // A smaller one is new: the old one was moved aside.
    return bytes.toString("utf8", bytes.length < start ? 0 : start);
  } catch {
    return "";
  }
}
