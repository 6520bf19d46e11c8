import type { YourcallError } from "@yourcall/core";
import { storeUnavailable } from "../hub-errors.ts";
import { isFull } from "../store/sqlite/store-failure.ts";

/** The failure to report if an error of the file system or of SQLite means that the disk is full; otherwise undefined. */
export function toNoRoom(error: unknown, directory: string): YourcallError | undefined {
  const { code } = error as { code?: unknown };
  if (code !== "ENOSPC" && code !== "EDQUOT" && !isFull(error)) return undefined;
  return storeUnavailable(
    `There is no room left for the state directory ${directory}. Make room on the disk and try again.`,
    error,
  );
}
