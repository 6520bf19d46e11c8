import { unwatchFile, watchFile } from "node:fs";

const lookEveryMs = 2000;

/** Calls back when `config.json` has changed, appeared or gone. Returns how to stop. */
export function watchConfig(file: string, onChange: () => void): () => void {
  watchFile(file, { interval: lookEveryMs, persistent: false }, onChange);
  return () => unwatchFile(file, onChange);
}
