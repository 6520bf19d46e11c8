import type { DatabaseSync } from "node:sqlite";
import { createStatements, type Statements } from "./connection.ts";
import { storeUnavailable, toStoreFailure, UnknownCommit } from "./store-failure.ts";

/** The connection to the file, which is replaced after a commit whose effect is unknown. */
export interface LiveDatabase {
  readonly sql: Statements;
  /** The error for the caller. After an `UnknownCommit` nothing is read or written until the file has been reopened. */
  toFailure(error: unknown): unknown;
  /** Moves the log into the file and empties it, if no other process is reading it. */
  checkpoint(): void;
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

  /** Closing writes what is known to be committed into the file itself; only what is read there afterwards is the truth. */
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
    options.log(`${file} was reopened after a failed sync; what it holds now counts.`);
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
    checkpoint() {
      if (!isInDoubt) emptyLog(database);
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}

function emptyLog(database: DatabaseSync): void {
  const wait = Number(database.prepare("PRAGMA busy_timeout").get()?.timeout);
  // Nobody is held up for a reader in another process; the log is emptied another time.
  database.exec("PRAGMA busy_timeout = 0");
  try {
    database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  } finally {
    database.exec(`PRAGMA busy_timeout = ${wait}`);
  }
}
