import { randomUUID } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { identify } from "./identify-database.ts";
import { migrations } from "./migrations.ts";
import { storeUnavailable, toStoreFailure } from "./store-failure.ts";
import { inTransaction } from "./transaction.ts";

export interface DatabaseOptions {
  /** How long to wait for a lock that another process holds. The hub is the only one that opens its file, so: not long. */
  busyTimeoutMs: number;
  /** The most pages (of 4 KiB) the file may have; beyond, writes fail as on a full disk. */
  maxPages?: number;
}

// "YCAL", kept in the file's header so that another program's database is never taken for ours.
const applicationId = 0x5943414c;

/**
 * Opens the file, or makes it, and brings its schema up to date. Throws `store-unavailable`, the file left as it is, where
 * it is damaged, of a newer version, or of another program. `id` is the name the store was given when it was made.
 */
export function openDatabase(file: string, options: DatabaseOptions): { database: DatabaseSync; id: string } {
  let database: DatabaseSync | undefined;
  try {
    refuseForeign(file);
    makePrivate(file);
    database = new DatabaseSync(file);
    database.exec(`PRAGMA busy_timeout = ${Math.trunc(options.busyTimeoutMs)}`);
    const mode = database.prepare("PRAGMA journal_mode = WAL").get()?.journal_mode;
    if (mode !== "wal") throw storeUnavailable(`${file} is on a disk that cannot keep a write-ahead log.`);
    database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384");
    // Moving the log into the file costs two syncs and writes every page again: every 16 MB of log rather than every 4.
    database.exec("PRAGMA wal_autocheckpoint = 4000");
    if (options.maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${Math.trunc(options.maxPages)}`);
    migrate(database);
    return { database, id: String(database.prepare("SELECT value FROM meta WHERE name = 'id'").get()?.value) };
  } catch (error) {
    database?.close();
    throw toStoreFailure(error, file);
  }
}

function refuseForeign(file: string): void {
  const found = identify(file);
  if (found === undefined) return;
  if (found.application !== applicationId)
    throw storeUnavailable(`${file} is a database of another program. It was left as it is; name another file.`);
  if (found.version > migrations.length)
    throw storeUnavailable(
      `${file} has schema version ${found.version}, and this yourcall knows versions up to ${migrations.length}. ` +
        "A newer yourcall is needed to open it; it was left as it is.",
    );
}

/** Makes a new file readable by its owner alone; what SQLite puts beside it gets the same mode. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, "ax", 0o600));
  } catch {
    // It exists, or it cannot be made; SQLite will say which.
  }
}

function migrate(database: DatabaseSync): void {
  if (readVersion(database) >= migrations.length) return;
  inTransaction(database, () => {
    // Read again under the lock: another process may have been faster.
    const version = readVersion(database);
    for (const step of migrations.slice(version)) database.exec(step);
    database.prepare("INSERT OR IGNORE INTO meta (name, value) VALUES ('id', ?)").run(randomUUID());
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`);
  });
}

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version);
}
