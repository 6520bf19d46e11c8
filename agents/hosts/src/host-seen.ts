import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord } from "@yourcall/core/internal";

/** When a host was last connected, and which version it was. */
export interface HostSeen {
  at: string;
  version?: string;
}

const seenFile = (directory: string, host: string) => join(directory, "hosts", `${host}.json`);

/** Records, for `doctor`, that a host is connected. It never fails. */
export function recordSeen(directory: string, host: string, seen: HostSeen): void {
  const file = seenFile(directory, host);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(seen)}\n`, { mode: 0o600 });
  } catch {
    // Only `doctor` misses it.
  }
}

export function readSeen(directory: string, host: string): HostSeen | null {
  try {
    const seen: unknown = JSON.parse(readFileSync(seenFile(directory, host), "utf8"));
    if (!isRecord(seen) || typeof seen.at !== "string" || Number.isNaN(Date.parse(seen.at))) return null;
    return { at: seen.at, version: typeof seen.version === "string" ? seen.version : undefined };
  } catch {
    return null;
  }
}
