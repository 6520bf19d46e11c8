import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isSameDirectory } from "@yourcall/client/internal/node";
import { writePrivate } from "./write-private.ts";

/** Which hub runs, and where. The file exists while one runs. */
export interface HubFile {
  pid: number;
  url: string;
  socket: string;
  version: string;
  /** The state directory it runs in. In a copy of that directory the file says nothing. */
  directory?: string;
  /** The file in which it stores asks, if not the one in the state directory. */
  store?: string;
}

const name = "hub.json";

export function readHubFile(directory: string): HubFile | null {
  try {
    const value = JSON.parse(readFileSync(join(directory, name), "utf8")) as Partial<HubFile>;
    const { pid, url, socket, version, directory: at, store } = value;
    return (at === undefined || isSameDirectory(at, directory)) &&
      typeof pid === "number" &&
      typeof url === "string" &&
      typeof socket === "string" &&
      typeof version === "string"
      ? { pid, url, socket, version, ...(typeof store === "string" ? { store } : {}) }
      : null;
  } catch {
    return null;
  }
}

export function writeHubFile(directory: string, file: HubFile): void {
  writePrivate(join(directory, name), `${JSON.stringify(file, null, 2)}\n`, { flush: false });
}

/** Removes the file, unless another hub has written it since. */
export function removeHubFile(directory: string): void {
  if (readHubFile(directory)?.pid === process.pid) rmSync(join(directory, name), { force: true });
}
