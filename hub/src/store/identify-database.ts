import { closeSync, openSync, readSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

export interface Identity {
  application: number;
  version: number;
}

/**
 * Says whose database a file is and which version, without changing a byte of it or beside it. Undefined where there is
 * nothing in it yet, or nothing that can be read: opening it will tell why.
 */
export function identify(file: string): Identity | undefined {
  // What a process that was killed left in its log counts, and only SQLite can read that.
  return hasLog(file) ? fromConnection(file) : fromHeader(file);
}

function fromConnection(file: string): Identity | undefined {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const read = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
    if (read("SELECT count(*) FROM sqlite_schema") === 0) return undefined;
    return { application: read("PRAGMA application_id"), version: read("PRAGMA user_version") };
  } finally {
    database.close();
  }
}

// The places of these numbers are part of SQLite's file format. A file of one page has no tables yet.
function fromHeader(file: string): Identity | undefined {
  const header = Buffer.alloc(100);
  try {
    const descriptor = openSync(file, "r");
    try {
      readSync(descriptor, header);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0" || header.readUInt32BE(28) <= 1) return undefined;
  return { application: header.readUInt32BE(68), version: header.readUInt32BE(60) };
}

function hasLog(file: string): boolean {
  try {
    return statSync(`${file}-wal`).size > 0;
  } catch {
    return false;
  }
}
