import { randomUUID } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { storeUnavailable } from "../../hub-errors.ts";
import { createStatements, inTransaction } from "./connection.ts";
import { migrations } from "./migrations.ts";
import { toStoreFailure } from "./store-failure.ts";

interface DatabaseOptions {
  /** How long to wait for another process's lock. The whole hub is blocked while it waits. */
  busyTimeoutMs: number;
  /** What to throw if the file is an empty database; by default it becomes a new store. */
  ifEmpty?: () => Error;
  /** The most pages of 4 KiB that the file may have; beyond that, writes fail as on a full disk. */
  maxPages?: number;
}

interface OpenedDatabase {
  database: DatabaseSync;
  /** The store's name, given at its creation. */
  id: string;
  /** The name of its history since creation or restore. */
  epoch: string;
}

// "YCAL", kept in the file's header so that another program's database is never taken for ours.
export const applicationId = 0x5943414c;

/** Instead of a file: a database that ends with the process. */
export const inMemory = ":memory:";

/**
 * Opens or creates the file and brings its schema up to date. Throws `store-unavailable` and leaves the file as it is if it is
 * damaged, of a newer version, or of another program.
 */
export function openDatabase(file: string, options: DatabaseOptions): OpenedDatabase {
  let database: DatabaseSync | undefined;
  try {
    const isFile = file !== inMemory;
    if (isFile) refuseForeign(file, options.ifEmpty);
    if (isFile) makePrivate(file);
    database = new DatabaseSync(file);
    database.exec(`PRAGMA busy_timeout = ${Math.trunc(options.busyTimeoutMs)}`);
    // Before the first page is written; afterwards only rewriting the file can change it.
    database.exec("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA secure_delete = ON");
    const mode = database.prepare("PRAGMA journal_mode = WAL").get()?.journal_mode;
    if (isFile && mode !== "wal") throw storeUnavailable(`${file} is on a disk that cannot keep a write-ahead log.`);
    database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384");
    // Moving the log into the file costs two syncs and writes every page again: every 16 MB of log rather than every 4.
    database.exec("PRAGMA wal_autocheckpoint = 4000");
    if (options.maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${Math.trunc(options.maxPages)}`);
    migrate(database);
    letItShrink(database);
    const meta = database.prepare("SELECT value FROM meta WHERE name = ?");
    return { database, id: String(meta.get("id")?.value), epoch: String(meta.get("epoch")?.value) };
  } catch (error) {
    database?.close();
    throw toStoreFailure(error, file);
  }
}

function refuseForeign(file: string, ifEmpty: DatabaseOptions["ifEmpty"]): void {
  const found = identify(file);
  if (found === "empty" && ifEmpty !== undefined) throw ifEmpty();
  if (found === undefined || found === "empty") return;
  if (found.application !== applicationId)
    throw storeUnavailable(`${file} is a database of another program. It was left as it is; name another file.`);
  if (found.version > migrations.length)
    throw storeUnavailable(
      `${file} has schema version ${found.version}, and this yourcall knows versions up to ${migrations.length}. ` +
        "A newer yourcall is needed to open it; it was left as it is.",
    );
}

/** Creates a new file that only its owner can read; the files that SQLite puts next to it get the same mode. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, "ax", 0o600));
  } catch {
    // It already exists or cannot be created; SQLite will report the latter.
  }
}

function migrate(database: DatabaseSync): void {
  if (readVersion(database) >= migrations.length) return;
  inTransaction(createStatements(database), () => {
    // Read again under the lock: another process may have been faster.
    const version = readVersion(database);
    for (const step of migrations.slice(version)) database.exec(step);
    database.prepare("INSERT OR IGNORE INTO meta (name, value) VALUES ('id', ?)").run(randomUUID());
    // Cursors from before epochs were introduced contain the store's id.
    database.exec("INSERT OR IGNORE INTO meta SELECT 'epoch', value FROM meta WHERE name = 'id'");
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`);
  });
}

// About 64 MB, which takes a second. A larger file of an older version can be rewritten by a backup and restore.
const rewritePages = 16_384;

/** Rewrites a file from before space was given back, once, without what was deleted from it. */
function letItShrink(database: DatabaseSync): void {
  const read = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  if (read("auto_vacuum") === 2 || read("page_count") > rewritePages) return;
  try {
    database.exec("VACUUM");
  } catch {
    // There is no room for a second copy, or another hub is writing. The file can be used as it is.
  }
}

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version);
}

interface Identity {
  application: number;
  version: number;
}

/**
 * Which program's database a file is, and which version, without changing it or the files next to it. Undefined if it cannot be
 * read: opening it will show why.
 */
function identify(file: string): Identity | "empty" | undefined {
  // A log that a killed process left behind is part of the database, and only SQLite can read it.
  return hasLog(file) ? fromConnection(file) : fromHeader(file);
}

function fromConnection(file: string): Identity | "empty" {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const read = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
    if (read("SELECT count(*) FROM sqlite_schema") === 0) return "empty";
    return { application: read("PRAGMA application_id"), version: read("PRAGMA user_version") };
  } finally {
    database.close();
  }
}

// The offsets are part of SQLite's file format. A file of one page has no tables yet.
function fromHeader(file: string): Identity | "empty" | undefined {
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
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0") return undefined;
  if (header.readUInt32BE(28) <= 1) return "empty";
  return { application: header.readUInt32BE(68), version: header.readUInt32BE(60) };
}

function hasLog(file: string): boolean {
  try {
    return statSync(`${file}-wal`).size > 0;
  } catch {
    return false;
  }
}
