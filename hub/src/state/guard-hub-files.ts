import { statSync } from "node:fs";
import type { Clock } from "../clock.ts";
import { type HubFile, readHubFile, writeHubFile } from "./hub-file.ts";
import type { Lock } from "./lock.ts";

const lookMs = 2000;

interface GuardOptions {
  directory: string;
  file: HubFile;
  lock: () => Lock;
  /** Takes the lock again; false if another process has it. */
  lockAgain: () => boolean;
  /** The store's file, if it has one. */
  store?: string;
  clock: Clock;
  /** Called if the state directory is no longer this hub's: nobody would find what it stores from now on. */
  lost: () => void;
}

/**
 * Restores the hub's files while it runs. Without `hub.json` nobody would find the hub, and no other could start; without
 * `hub.lock` a second one could start. Returns how to stop watching them.
 */
export function guardHubFiles({ directory, file, lock, lockAgain, store, clock, lost }: GuardOptions): () => void {
  // Until a checkpoint, the last commits are in the log next to the database.
  const kept = store === undefined ? [] : [store, `${store}-wal`].map((path) => ({ path, number: fileNumber(path) }));
  let cancel = clock.after(lookMs, check);

  function check(): void {
    if (isStillOurs()) cancel = clock.after(lookMs, check);
    else lost();
  }

  function isStillOurs(): boolean {
    try {
      if (kept.some(({ path, number }) => number !== undefined && fileNumber(path) !== number)) return false;
      const named = readHubFile(directory)?.pid === file.pid;
      const locked = fileNumber(lock().file);
      // Neither of the hub's files is left. Some file systems reuse inode numbers, so a number alone proves nothing.
      if (!named && locked !== lock().number) return false;
      if (locked === undefined && !lockAgain()) return false;
      if (!named) writeHubFile(directory, file);
    } catch {
      // A directory that cannot be read or written now may be later.
    }
    return true;
  }

  return () => cancel();
}

/** The inode number of this file; undefined if there is none. */
export function fileNumber(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
