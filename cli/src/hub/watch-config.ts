import { statSync } from "node:fs";

const lookEveryMs = 2000;

/** The state of a file, different after every write. Empty if there is no file. */
export function toFileStamp(file: string): string {
  const state = statSync(file, { throwIfNoEntry: false, bigint: true });
  return state === undefined ? "" : `${state.ino} ${state.size} ${state.mtimeNs}`;
}

/**
 * Calls back when `config.json` has changed, appeared or gone since `stamp`, which has to be taken before the file is first read:
 * otherwise a change made while the hub starts would never be noticed. Returns how to stop.
 */
export function watchConfig(file: string, stamp: string, onChange: () => void): () => void {
  let last = stamp;
  const timer = setInterval(() => {
    const now = toFileStamp(file);
    if (now === last) return;
    last = now;
    onChange();
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
