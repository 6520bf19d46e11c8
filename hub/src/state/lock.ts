import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { YourcallError } from "@yourcall/core";
import { storeUnavailable } from "../hub-errors.ts";
import { isBusy, isFull } from "../store/sqlite/store-failure.ts";

export interface Lock {
  readonly file: string;
  /** The number of the locked file, which may no longer be the one at that path. */
  readonly number: number;
  release(): void;
}

/**
 * Makes this process the only hub, or desk, of the state directory, or returns null if there is another one. The lock is the operating system's,
 * held by an open SQLite transaction: it ends with its process, however that ends, so a dead owner never blocks.
 */
export function takeLock(directory: string, name: "hub" | "desk" = "hub"): Lock | null {
  const file = join(directory, `${name}.lock`);
  let database: DatabaseSync | undefined;
  let number: number;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // A file in a read-only directory can be locked too, but a hub could not use the directory.
    accessSync(directory, constants.W_OK);
    makePrivate(file);
    database = new DatabaseSync(file);
    database.exec("PRAGMA busy_timeout = 0");
    database.exec("BEGIN EXCLUSIVE");
    number = statSync(file).ino;
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    throw (
      toNoRoom(error, directory) ??
      storeUnavailable(
        `The state directory ${directory} cannot be used: ${(error as Error).message}. Check that you may write there, or set YOURCALL_HOME.`,
      )
    );
  }
  const held = database;
  return { file, number, release: () => held.close() };
}

/**
 * Creates the file if it is missing, unreadable for others, who could otherwise lock it. An existing file is not opened, because
 * closing it would release a lock that this process may hold.
 */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, "ax", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** The failure to report if an error of the file system or of SQLite means that the disk is full; otherwise undefined. */
export function toNoRoom(error: unknown, directory: string): YourcallError | undefined {
  const { code } = error as { code?: unknown };
  if (code !== "ENOSPC" && code !== "EDQUOT" && !isFull(error)) return undefined;
  return storeUnavailable(
    `There is no room left for the state directory ${directory}. Make room on the disk and try again.`,
    error,
  );
}
