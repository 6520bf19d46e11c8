import { closeSync, openSync, readSync, statSync } from "node:fs";
import { endianness } from "node:os";

/**
 * Whether the write-ahead log of this database is shorter than its index says. After a kill the index (`-shm`) still counts every
 * commit, so a log that was cut off or removed since then is noticed; without the index it looks like a crash in the middle of a write.
 * The index is written after the log is on disk, so a crash alone never makes it count too much.
 */
export function isLogCut(file: string): boolean {
  // Another hub may have restarted or removed the log in between; then the second look finds it intact.
  return isShort(file) && isShort(file);
}

// The layout is part of SQLite's file format.
function isShort(file: string): boolean {
  const index = readStart(`${file}-shm`, 100);
  if (index === null || !index.subarray(0, 48).equals(index.subarray(48, 96)) || index[12] !== 1) return false;
  const number = (at: number) => (endianness() === "LE" ? index.readUInt32LE(at) : index.readUInt32BE(at));
  const [frames, moved] = [number(16), number(96)];
  // What was moved into the database no longer depends on the log.
  if (number(0) !== 3_007_000 || frames <= moved) return false;
  const log = readStart(`${file}-wal`, 32);
  if (log === null) return true;
  const isSameLog = log.subarray(16, 24).equals(index.subarray(32, 40));
  const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return isSameLog && size < 32 + frames * (24 + log.readUInt32BE(8));
}

/** The first bytes of a file; null if it has fewer. */
function readStart(path: string, bytes: number): Buffer | null {
  try {
    const opened = openSync(path, "r");
    try {
      const start = Buffer.alloc(bytes);
      return readSync(opened, start, 0, bytes, 0) === bytes ? start : null;
    } finally {
      closeSync(opened);
    }
  } catch {
    return null;
  }
}
