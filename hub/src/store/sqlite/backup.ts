import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { YourcallError } from "@yourcall/core";
import { storeUnavailable } from "../../hub-errors.ts";
import { freeName, toFileTime } from "./damaged-copies.ts";
import { copyEarlierStore, isEarlierStore } from "./earlier-store.ts";
import { findLostCommits } from "./find-lost-commits.ts";
import { isBusy } from "./store-failure.ts";
import { refuseForeign } from "./store-identity.ts";

interface BackupInfo {
  /** The name of the store that was copied. */
  id: string;
  pending: number;
  ended: number;
}

/** Copies the current state of a store, which may be in use. The copy is one file, and either complete or not created at all. */
export function backupStore(file: string, target: string): BackupInfo {
  if (!existsSync(file)) throw new YourcallError("not-found", `There is no store at ${file}.`);
  // SQLite takes files with these ends for a part of the database.
  for (const end of ["", "-journal", "-wal", "-shm"])
    if (lstatSync(`${target}${end}`, { throwIfNoEntry: false }) !== undefined) throw alreadyThere(`${target}${end}`);
  // A name that nobody can have used for a file or a link.
  const partial = `${target}.${randomUUID()}.partial`;
  copyInto(file, partial);
  try {
    const info = verifyStore(partial);
    // Unlike a rename, a link never replaces a file that has appeared in the meantime.
    linkSync(partial, target);
    syncDirectory(target);
    return info;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EEXIST" ? alreadyThere(target) : error;
  } finally {
    rmSync(partial, { force: true });
  }
}

interface RestoredStore extends BackupInfo {
  /** Where the files of the previous store are now. */
  before?: string;
}

/**
 * Puts a backup in the place of a store that no hub has open. The files of the previous store are kept next to it. The restored
 * store gets a new epoch, so that its sequences are not mistaken for those of the previous one. Tokens that were revoked since the
 * backup stay revoked.
 */
export function restoreStore(backup: string, file: string): RestoredStore {
  const info = verifyStore(backup);
  const partial = `${file}.restoring`;
  copyInto(backup, partial);
  try {
    refuseOpen(file);
    const database = new DatabaseSync(partial);
    try {
      database.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('epoch', ?)").run(randomUUID());
      const tokens = tokensOf(file, info.id);
      if (tokens !== undefined)
        database.prepare("DELETE FROM tokens WHERE id NOT IN (SELECT value FROM json_each(?))").run(tokens);
    } finally {
      database.close();
    }
    sync(partial);
    const before = moveAway(file);
    renameSync(partial, file);
    syncDirectory(file);
    return { ...info, before };
  } finally {
    rmSync(partial, { force: true });
  }
}

/**
 * Puts the content of a store from before the first release, which no hub has open, in the place of a store: of itself, or of one that
 * does not exist yet. What was there is kept next to it.
 */
export function importEarlierStore(earlier: string, file: string): RestoredStore {
  if (!isEarlierStore(earlier))
    throw storeUnavailable(
      `${earlier} is not a store of an earlier version. To put it into PostgreSQL, add --to postgres://USER@HOST/DATABASE; to use it as it is, start the hub with --store.`,
    );
  if (existsSync(file) && realpathSync(file) !== realpathSync(earlier)) throw alreadyThere(file);
  refuseOpen(earlier);
  const copy = `${file}.${randomUUID()}.partial`;
  try {
    copyEarlierStore(earlier, copy);
    return restoreStore(copy, file);
  } finally {
    rmSync(copy, { force: true });
  }
}

/** The ids of the store's tokens, as JSON: others were revoked. Undefined if it is another store or cannot be read. */
function tokensOf(file: string, id: string): string | undefined {
  if (!existsSync(file)) return undefined;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    if (database.prepare("SELECT value FROM meta WHERE name = 'id'").get()?.value !== id) return undefined;
    return String(database.prepare("SELECT json_group_array(id) AS ids FROM tokens").get()?.ids);
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}

/**
 * Throws if another process has the store open, such as the hub of another state directory: what it accepts from now on would be lost.
 * Any other fault of the store is ignored.
 */
export function refuseOpen(file: string): void {
  // Opening a damaged log would drop what follows the damage.
  if (!existsSync(file) || findLostCommits(file) > 0) return;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec("PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK");
  } catch (error) {
    if (isBusy(error))
      throw storeUnavailable(`${file} is open in another process. Stop the hub that uses it, then try again.`);
  } finally {
    database?.close();
  }
}

/** Throws unless this is an undamaged store that this version can open. */
function verifyStore(file: string): BackupInfo {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new YourcallError("not-found", `There is no file ${file}.`);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    const read = (sql: string) => Object.values(database?.prepare(sql).get() ?? {})[0];
    refuseForeign(file, {
      application: Number(read("PRAGMA application_id")),
      version: Number(read("PRAGMA user_version")),
    });
    const rows = database.prepare("PRAGMA integrity_check(3)").all();
    const faults = rows.map((row) => String(row.integrity_check)).join("; ");
    if (faults !== "ok") throw storeUnavailable(`${file} is damaged: ${faults}.`);
    const id = read("SELECT value FROM meta WHERE name = 'id'");
    if (typeof id !== "string") throw storeUnavailable(`${file} is not a store of yourcall.`);
    const pending = Number(read("SELECT count(*) FROM pending"));
    return { id, pending, ended: Number(read("SELECT count(*) FROM asks")) - pending };
  } catch (error) {
    if (YourcallError.isInstance(error)) throw error;
    throw storeUnavailable(`${file} is damaged or not a store of yourcall: ${(error as Error).message}.`, error);
  } finally {
    database?.close();
  }
}

/** Copies the committed state, whatever else is being written, into a new file that only its owner can read. */
function copyInto(file: string, target: string): void {
  rmSync(target, { force: true });
  try {
    closeSync(openSync(target, "wx", 0o600));
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      database.exec("PRAGMA busy_timeout = 5000");
      database.prepare("VACUUM INTO ?").run(target);
    } finally {
      database.close();
    }
    sync(target);
  } catch (error) {
    rmSync(target, { force: true });
    throw storeUnavailable(`${file} could not be copied to ${target}: ${(error as Error).message}.`, error);
  }
}

function moveAway(file: string): string | undefined {
  if (!existsSync(file) && !existsSync(`${file}-wal`)) return undefined;
  const before = freeName(`${file}.before-restore-${toFileTime(new Date())}`);
  for (const end of ["", "-wal"]) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${before}${end}`);
  rmSync(`${file}-shm`, { force: true });
  return before;
}

function sync(file: string): void {
  const descriptor = openSync(file, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function syncDirectory(file: string): void {
  if (process.platform !== "win32") sync(dirname(file));
}

function alreadyThere(target: string): YourcallError {
  return new YourcallError("forbidden", `${target} already exists and was not changed. Name another file.`);
}
