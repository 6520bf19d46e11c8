import { closeSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";

const busy = 5;

/**
 * Locks this file for the process, until the returned function is called; null if it is locked already. The lock is the operating
 * system's, held by an open SQLite transaction: it ends with its process, however that ends. The file is removed with it.
 */
export function lockFile(file: string): (() => void) | null {
  // Loaded here, because hooks, which never lock anything, would load it too.
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  for (;;) {
    closeSync(openSync(file, "a", 0o600));
    const before = numberOf(file);
    const database = new DatabaseSync(file);
    try {
      database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    } catch (error) {
      database.close();
      if ((error as { errcode?: unknown }).errcode === busy) return null;
      throw error;
    }
    // Its last owner may have removed the file that was locked just now.
    if (before !== undefined && numberOf(file) === before)
      return () => {
        // Windows removes no file that is open.
        if (process.platform !== "win32") rmSync(file, { force: true });
        database.close();
      };
    database.close();
  }
}

function numberOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}
