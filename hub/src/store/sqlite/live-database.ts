import type { DatabaseSync } from "node:sqlite";
import { storeUnavailable } from "../../hub-errors.ts";
import { createStatements, type Statements } from "./connection.ts";
import { toStoreFailure, UnknownCommit } from "./store-failure.ts";

/** The connection to the file, which is replaced after a commit whose effect is unknown. */
interface LiveDatabase {
  readonly sql: Statements;
  /** The error for the caller. After an `UnknownCommit` nothing is read or written until the file has been reopened. */
  toFailure(error: unknown): unknown;
  /**
   * Moves the log into the file and restarts it, if no other process is reading it. `erase` also empties it, so that no deleted data
   * is left in it; if that is not possible now, the next checkpoint does it.
   */
  checkpoint(options?: { erase: boolean }): void;
  close(): void;
}

const retryMs = 500;

export function createLiveDatabase(
  file: string,
  opened: DatabaseSync,
  options: { reopen: () => DatabaseSync; onReopened: () => void; log: (message: string) => void },
): LiveDatabase {
  let database = opened;
  let statements = createStatements(database);
  let isInDoubt = false;
  let nextTryAt = 0;
  let mustErase = false;

  /** Finds out what was committed: closing writes known commits into the file, and what is read from it afterwards is what counts. */
  function findTruth(): void {
    if (performance.now() < nextTryAt) throw notYet();
    nextTryAt = performance.now() + retryMs;
    if (database.isOpen) database.close();
    try {
      database = options.reopen();
      statements = createStatements(database);
      emptyLog(database);
    } catch (error) {
      throw notYet(error);
    }
    isInDoubt = false;
    options.onReopened();
    options.log(`${file} was reopened after a failed sync. What it contains now is what was kept.`);
  }

  function notYet(cause?: unknown) {
    return storeUnavailable(
      `${file} could not be synced to the disk and cannot be reopened yet. What was sent before may have been kept. Check the disk.`,
      cause,
    );
  }

  return {
    sql(text) {
      if (isInDoubt) findTruth();
      return statements(text);
    },
    toFailure(error) {
      if (error instanceof UnknownCommit) isInDoubt = true;
      return toStoreFailure(error, file);
    },
    checkpoint({ erase } = { erase: false }) {
      mustErase ||= erase;
      if (isInDoubt) return;
      if (!mustErase) return beginLog(database);
      if (emptyLog(database)) mustErase = false;
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}

/** Whether the log is empty now. */
function emptyLog(database: DatabaseSync): boolean {
  return moveLog(database, "TRUNCATE");
}

/**
 * Lets new commits overwrite the old log, because syncing a growing file takes several times as long. Until the first of them, SQLite
 * keeps reading the old log, and damage there would undo what is already in the file. So a small commit comes first, on which nothing
 * depends.
 */
function beginLog(database: DatabaseSync): void {
  if (moveLog(database, "RESTART")) database.exec("UPDATE meta SET value = value + 1 WHERE name = 'logs'");
}

/** Moves the log into the file; false if that was not possible. Does not wait for readers in other processes. */
function moveLog(database: DatabaseSync, how: "TRUNCATE" | "RESTART"): boolean {
  const wait = Number(database.prepare("PRAGMA busy_timeout").get()?.timeout);
  database.exec("PRAGMA busy_timeout = 0");
  try {
    return database.prepare(`PRAGMA wal_checkpoint(${how})`).get()?.busy === 0;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${wait}`);
  }
}
