import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord } from "@yourcall/core/internal";

/** When a host was last connected, and which version it was. */
interface Seen {
  at: string;
  version?: string;
  /** Why it could not be connected since. */
  error?: string;
}

interface HostSeen extends Seen {
  /** Whether a process of it is connected now. */
  isConnected: boolean;
}

interface Kept extends Seen {
  /** The processes in which the connections are. Each ends with its process. */
  pids: number[];
}

const seenFile = (directory: string, host: string) => join(directory, "hosts", `${host}.json`);

/** Records, for `doctor`, that a host is connected for as long as this process runs. It never fails. */
export function recordSeen(directory: string, host: string, seen: Seen, pid = process.pid): void {
  const others = (readKept(directory, host)?.pids ?? []).filter((one) => one !== pid && isRunning(one));
  keep(directory, host, { ...seen, pids: [...others, pid] });
}

/** Records why a host cannot be connected, until it is. It never fails. */
export function recordRefused(directory: string, host: string, error: string, at: string): void {
  keep(directory, host, { at, pids: [], ...readKept(directory, host), error });
}

/** Records that a host is no longer connected, though this process runs on. It never fails. */
export function recordLeft(directory: string, host: string, pid = process.pid): void {
  const kept = readKept(directory, host);
  if (kept !== null) keep(directory, host, { ...kept, pids: kept.pids.filter((one) => one !== pid) });
}

export function readSeen(directory: string, host: string): HostSeen | null {
  const kept = readKept(directory, host);
  if (kept === null) return null;
  const { pids, ...seen } = kept;
  return { ...seen, isConnected: pids.some(isRunning) };
}

function keep(directory: string, host: string, kept: Kept): void {
  const file = seenFile(directory, host);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  } catch {
    // Only `doctor` misses it.
  }
}

function readKept(directory: string, host: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(readFileSync(seenFile(directory, host), "utf8"));
    if (!isRecord(kept) || typeof kept.at !== "string" || Number.isNaN(Date.parse(kept.at))) return null;
    const pids = Array.isArray(kept.pids) ? kept.pids.filter((pid) => Number.isSafeInteger(pid) && pid > 0) : [];
    const { version, error } = kept;
    return {
      ...{ at: kept.at, pids },
      ...(typeof version === "string" ? { version } : {}),
      ...(typeof error === "string" ? { error } : {}),
    };
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
