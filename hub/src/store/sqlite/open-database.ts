import { randomUUID } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { storeUnavailable } from "../../hub-errors.ts";
import { createStatements, inTransaction } from "./connection.ts";
import { migrations } from "./migrations.ts";
import { toStoreFailure } from "./store-failure.ts";
import { applicationId, identifyStore, refuseForeign } from "./store-identity.ts";

interface DatabaseOptions {
  /** How long to wait for another process's lock. The whole hub is blocked while it waits. */
  busyTimeoutMs: number;
  /** What to throw if the file is an empty database; by default it becomes a new store. */
  ifEmpty?: () => Error;
  /** The most pages of 4 KiB that the file may have; beyond that, writes fail as on a full disk. */
  maxPages?: number;
  /** The steps of the schema; by default those of this version. */
  steps?: readonly string[];
}

interface OpenedDatabase {
  database: DatabaseSync;
  /** The store's name, given at its creation. */
  id: string;
  /** The name of its history since creation or restore. */
  epoch: string;
}

/** Instead of a file: a database that ends with the process. */
export const inMemory = ":memory:";

/**
 * Opens or creates the file and brings its schema up to date. Throws `store-unavailable` and leaves the file as it is if it is
 * damaged, of an earlier or newer version, or of another program.
 */
export function openDatabase(file: string, options: DatabaseOptions): OpenedDatabase {
  let database: DatabaseSync | undefined;
  try {
    const isFile = file !== inMemory;
    if (isFile) refuseUnusable(file, options.ifEmpty);
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
    migrate(database, options.steps ?? migrations);
    const meta = database.prepare("SELECT value FROM meta WHERE name = ?");
    return { database, id: String(meta.get("id")?.value), epoch: String(meta.get("epoch")?.value) };
  } catch (error) {
    database?.close();
    throw toStoreFailure(error, file);
  }
}

function refuseUnusable(file: string, ifEmpty: DatabaseOptions["ifEmpty"]): void {
  const found = identifyStore(file);
  if (found === "empty" && ifEmpty !== undefined) throw ifEmpty();
  if (found !== undefined && found !== "empty") refuseForeign(file, found);
}

/** Creates a new file that only its owner can read; the files that SQLite puts next to it get the same mode. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, "ax", 0o600));
  } catch {
    // It already exists or cannot be created; SQLite will report the latter.
  }
}

function migrate(database: DatabaseSync, steps: readonly string[]): void {
  if (readVersion(database) >= steps.length) return;
  inTransaction(createStatements(database), () => {
    // Read again under the lock: another process may have been faster.
    const version = readVersion(database);
    for (const step of steps.slice(version)) database.exec(step);
    for (const name of ["id", "epoch"])
      database.prepare("INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)").run(name, randomUUID());
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}`);
  });
}

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version);
}
