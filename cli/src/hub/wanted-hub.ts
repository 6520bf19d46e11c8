import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A hub that ran and that no person stopped: the next command that needs it starts it again. */
export interface WantedHub {
  /** The file it kept asks in, if that is not the one of the state directory. */
  store?: string;
}

const name = "hub.wanted";

export function readWantedHub(directory: string): WantedHub | null {
  try {
    const { store }: { store?: unknown } = JSON.parse(readFileSync(join(directory, name), "utf8"));
    return typeof store === "string" ? { store } : {};
  } catch {
    return null;
  }
}

/** Records that this hub should be restarted unless a person stops it (after a crash, a power cut, a shutdown). */
export function writeWantedHub(directory: string, hub: WantedHub): void {
  try {
    writeFileSync(join(directory, name), `${JSON.stringify(hub)}\n`, { mode: 0o600 });
  } catch {
    // A full disk must not end the hub.
  }
}

/** A person stopped it. */
export function removeWantedHub(directory: string): void {
  const file = join(directory, name);
  // Without a state directory there is nothing to remove.
  if (existsSync(file)) rmSync(file, { force: true });
}
