import { appendFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";

const maxBytes = 1024 * 1024;

/** The log of a hub in the background: `hub.log`, and `hub.log.1` with what came before it once it has grown to 1 MB. The directory is there. */
export function createHubLog(directory: string): (message: string) => void {
  const file = join(directory, "hub.log");
  return (message) => {
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`);
      appendFileSync(file, `${new Date().toISOString()} ${message}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not end the hub over its log.
    }
  };
}
