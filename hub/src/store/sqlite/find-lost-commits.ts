import { closeSync, openSync, readSync, statSync } from "node:fs";
import { endianness } from "node:os";

const headerBytes = 32;
const frameHeaderBytes = 24;
type Checksum = readonly [number, number];

/**
 * How many commits in the write-ahead log of this database can no longer be read because the log is damaged before them. SQLite
 * reads up to the first frame that does not verify and takes that for the end. That is right after a crash in the middle of a write,
 * which leaves no complete commit after the break, and wrong if a byte was damaged.
 */
export function findLostCommits(file: string): number {
  const lost = readLog(file);
  // Another hub may have restarted the log while it was read; reading it again then finds it intact.
  return lost === 0 ? 0 : Math.min(lost, readLog(file));
}

// The layout is part of SQLite's file format.
function readLog(file: string): number {
  let log: number;
  try {
    log = openSync(`${file}-wal`, "r");
  } catch {
    return 0;
  }
  try {
    const header = Buffer.alloc(headerBytes);
    if (readSync(log, header, 0, headerBytes, 0) < headerBytes) return 0;
    const start = toStart(header) ?? { pageBytes: readPageSize(file), littleEndian: true };
    const lost = countLost(log, start);
    // If the header is damaged, the byte order is not known either, so try both.
    return lost === 0 && !("sum" in start) ? countLost(log, { ...start, littleEndian: false }) : lost;
  } finally {
    closeSync(log);
  }
}

interface Start {
  pageBytes: number;
  littleEndian: boolean;
  /** From the header, if it verifies: what its frames must match. */
  salts?: string;
  sum?: Checksum;
}

function toStart(header: Buffer): Start | null {
  const magic = header.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return null;
  const littleEndian = magic === 0x377f0682;
  const sum: Checksum = [header.readUInt32BE(24), header.readUInt32BE(28)];
  if (!isSameChecksum(addTo([0, 0], header.subarray(0, 24), littleEndian), sum)) return null;
  return { pageBytes: header.readUInt32BE(8), littleEndian, salts: header.toString("hex", 16, 24), sum };
}

function countLost(log: number, { pageBytes, littleEndian, salts, sum }: Start): number {
  const frame = Buffer.alloc(frameHeaderBytes + pageBytes);
  let isBroken = sum === undefined;
  let [current, before] = [salts, sum];
  let lost = 0;
  for (let at = headerBytes; readSync(log, frame, 0, frame.length, at) === frame.length; at += frame.length) {
    const stored: Checksum = [frame.readUInt32BE(16), frame.readUInt32BE(20)];
    const own = frame.toString("hex", 8, 16);
    current ??= own;
    // Frames of an older log that have not been overwritten yet have other salts.
    const follows =
      own === current &&
      before !== undefined &&
      isSameChecksum(
        addTo(addTo(before, frame.subarray(0, 8), littleEndian), frame.subarray(frameHeaderBytes), littleEndian),
        stored,
      );
    const isCommit = frame.readUInt32BE(4) !== 0;
    if (follows && isBroken && isCommit) lost += 1;
    if (!follows) isBroken = true;
    before = stored;
  }
  return lost;
}

function addTo([first, second]: Checksum, bytes: Buffer, littleEndian: boolean): Checksum {
  let [one, two] = [first, second];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + view.getUint32(at, littleEndian) + two) >>> 0;
    two = (two + view.getUint32(at + 4, littleEndian) + one) >>> 0;
  }
  return [one, two];
}

function isSameChecksum(one: Checksum, other: Checksum): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

function readPageSize(file: string): number {
  const size = Buffer.alloc(2);
  try {
    const database = openSync(file, "r");
    try {
      readSync(database, size, 0, 2, 16);
    } finally {
      closeSync(database);
    }
  } catch {
    // Without the database, the log is useless too.
  }
  const value = size.readUInt16BE();
  return value === 1 ? 65_536 : value >= 512 && (value & (value - 1)) === 0 ? value : 4096;
}

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
