import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findUnsafeFile } from "@yourcall/client/internal/node";

/** Where a desk is, while one runs. Only this user can read the file, and so only this user knows the key. */
interface DeskFile {
  pid: number;
  socket: string;
  /** Sent with every request. */
  key: string;
}

export function deskFilePath(directory: string): string {
  return join(directory, "desk.json");
}

/** The desk of a state directory; null if there is none, or if others control the directory of its socket. It may no longer be running. */
export function readDeskFile(directory: string): DeskFile | null {
  try {
    const { pid, socket, key } = JSON.parse(readFileSync(deskFilePath(directory), "utf8"));
    const isWhole = Number.isInteger(pid) && typeof socket === "string" && typeof key === "string";
    return isWhole && findUnsafeFile([dirname(socket)]) === undefined ? { pid, socket, key } : null;
  } catch {
    return null;
  }
}
