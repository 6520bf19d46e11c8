import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { YourcallError } from "@yourcall/core";
import { toNoRoom } from "./no-room.ts";

export interface Lock {
  readonly file: string;
  /** Of the file that is locked, which may no longer be the one at that path. */
  readonly number: number;
  release(): void;
}

/**
 * Takes the state directory for this process, or returns null where another one has it. The lock is the operating system's
 * own, held through an open SQLite transaction: it ends with its owner, however that one ends, so a dead owner never blocks.
 */
export function takeLock(directory: string): Lock | null {
  const file = join(directory, "hub.lock");
  let database: DatabaseSync | undefined;
  let number: number;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // A lock can be had on a file that cannot be written, and a hub could do nothing with it.
    accessSync(directory, constants.W_OK);
    makePrivate(file);
    database = new DatabaseSync(file);
    database.exec("PRAGMA busy_timeout = 0");
    database.exec("BEGIN EXCLUSIVE");
    number = statSync(file).ino;
  } catch (error) {
    database?.close();
    const { errcode } = error as { errcode?: number };
    // SQLITE_BUSY in all its forms.
    if (errcode !== undefined && (errcode & 0xff) === 5) return null;
    throw (
      toNoRoom(error, directory) ??
      new YourcallError(
        "store-unavailable",
        `The state directory ${directory} cannot be used: ${(error as Error).message}. Check that you may write there, or set YOURCALL_HOME.`,
      )
    );
  }
  const held = database;
  return { file, number, release: () => held.close() };
}

/**
 * Makes the file, if it is not there, so that nobody else can read it: whoever can might lock it too. One that is there is
 * not opened, since closing it would give up a lock that this process may hold.
 */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, "ax", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
