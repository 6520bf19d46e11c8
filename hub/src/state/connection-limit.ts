import { readFileSync } from "node:fs";

// Files that the hub itself has open: the store, its log, the lock, the two listeners, and what Node needs.
const ownFiles = 48;

/**
 * How many connections TCP and the socket may each have. Together they stay within the limit of open files, so that connections
 * on TCP, which need no token, cannot block the socket.
 */
export function connectionLimit(most: number, openFiles = maxOpenFiles()): number {
  return Math.min(most, Math.max(4, Math.floor((openFiles - ownFiles) / 2)));
}

/** The limit of this process (`ulimit -n`); infinite if it cannot be read. */
function maxOpenFiles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
