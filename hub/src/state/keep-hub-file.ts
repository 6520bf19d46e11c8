import { statSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../clock.ts";
import { type HubFile, readHubFile, writeHubFile } from "./hub-file.ts";

const lookMs = 2000;

export interface KeepOptions {
  directory: string;
  file: HubFile;
  clock: Clock;
  /** The directory is no longer this hub's: what it keeps from now on nobody would find. */
  lost: () => void;
}

/**
 * Looks after `hub.json` while the hub runs: where somebody cleaned it away, nobody would find the hub, and no other could
 * start beside it. The function it returns ends that.
 */
export function keepHubFile({ directory, file, clock, lost }: KeepOptions): () => void {
  const lock = join(directory, "hub.lock");
  const own = statSync(lock).ino;
  let cancel = clock.after(lookMs, look);

  function look(): void {
    if (isStillOurs()) cancel = clock.after(lookMs, look);
    else lost();
  }

  function isStillOurs(): boolean {
    try {
      const there = statSync(lock, { throwIfNoEntry: false });
      const named = readHubFile(directory)?.pid === file.pid;
      // Some file systems number files anew, so a number alone says nothing.
      if (there === undefined || (there.ino !== own && !named)) return false;
      if (!named) writeHubFile(directory, file);
    } catch {
      // A directory that cannot be read or written now may be later.
    }
    return true;
  }

  return () => cancel();
}
