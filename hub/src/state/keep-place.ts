import { statSync } from "node:fs";
import type { Clock } from "../clock.ts";
import { type HubFile, readHubFile, writeHubFile } from "./hub-file.ts";
import type { Lock } from "./lock.ts";

const lookMs = 2000;

export interface PlaceOptions {
  directory: string;
  file: HubFile;
  lock: () => Lock;
  /** Takes the lock anew; false where another process has it. */
  lockAgain: () => boolean;
  /** The store's file, where it has one. */
  store?: string;
  clock: Clock;
  /** The place is no longer this hub's: what it keeps from now on nobody would find. */
  lost: () => void;
}

/**
 * Looks after the hub's place while it runs. Where somebody cleaned `hub.json` away, nobody would find the hub, and no other
 * could start beside it; without `hub.lock` another could. The function it returns ends that.
 */
export function keepPlace({ directory, file, lock, lockAgain, store, clock, lost }: PlaceOptions): () => void {
  // What was committed last is in the log beside the database, until it is taken over.
  const kept = store === undefined ? [] : [store, `${store}-wal`].map((path) => ({ path, number: fileNumber(path) }));
  let cancel = clock.after(lookMs, look);

  function look(): void {
    if (isStillOurs()) cancel = clock.after(lookMs, look);
    else lost();
  }

  function isStillOurs(): boolean {
    try {
      if (kept.some(({ path, number }) => number !== undefined && fileNumber(path) !== number)) return false;
      const named = readHubFile(directory)?.pid === file.pid;
      const locked = fileNumber(lock().file);
      // Nothing of the hub's is left there. And some file systems number files anew, so a number alone says nothing.
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

/** What the file system calls this file; undefined where there is none. */
export function fileNumber(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
