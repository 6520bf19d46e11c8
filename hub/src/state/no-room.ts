import { YourcallError } from "@yourcall/core";

const sqliteFull = 13;

/** The failure to report if an error of the file system or of SQLite means that the disk is full; otherwise undefined. */
export function toNoRoom(error: unknown, directory: string): YourcallError | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  const full =
    code === "ENOSPC" || code === "EDQUOT" || (typeof errcode === "number" && (errcode & 0xff) === sqliteFull);
  if (!full) return undefined;
  return new YourcallError(
    "store-unavailable",
    `There is no room left for the state directory ${directory}. Make room on the disk and try again.`,
    { cause: error },
  );
}
