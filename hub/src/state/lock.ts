import { accessSync, closeSync, constants, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { YourcallError } from "@yourcall/core";

/**
 * Takes the state directory for this process, or returns null where another one has it. The lock is the operating system's
 * own, held through an open SQLite transaction: it ends with its owner, however that one ends, so a dead owner never blocks.
 */
export function takeLock(directory: string): { release(): void } | null {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // A lock can be had on a file that cannot be written, and a hub could do nothing with it.
    accessSync(directory, constants.W_OK);
    const file = join(directory, "hub.lock");
    makePrivate(file);
    database = new DatabaseSync(file);
    database.exec("PRAGMA busy_timeout = 0");
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database?.close();
    const { errcode } = error as { errcode?: number };
    // SQLITE_BUSY in all its forms.
    if (errcode !== undefined && (errcode & 0xff) === 5) return null;
    throw new YourcallError(
      "store-unavailable",
      `The state directory ${directory} cannot be used: ${(error as Error).message}. Check that you may write there, or set YOURCALL_HOME.`,
    );
  }
  const held = database;
  return { release: () => held.close() };
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
