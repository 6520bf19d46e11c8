import { join, resolve } from "node:path";
import { stateDirectory } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import { readKnownStores, takeLock } from "@yourcall/hub/internal";
import { UsageError } from "../run-command.ts";
import { hubElsewhere, readLocalHub, readWantedHub } from "./hub-process.ts";
import { makeStateDirectory } from "./state-directory.ts";

/** Where the hub of this state directory keeps its asks, or would if it ran: a file, or the address of a database. */
export function findStore(directory: string): string {
  const named = process.env.YOURCALL_STORE || readLocalHub(directory)?.store || readWantedHub(directory)?.store;
  if (named !== undefined && isDatabaseUrl(named)) return named;
  return resolve(named ?? onlyKnown(directory) ?? join(directory, "yourcall.db"));
}

/** Like `findStore`, for a command that works on the file itself. */
export function storeFile(directory: string): string {
  const elsewhere = hubElsewhere();
  if (elsewhere !== undefined)
    throw new UsageError(
      `YOURCALL_URL points to ${elsewhere}; run this on the hub's own machine, without YOURCALL_URL.`,
    );
  const store = findStore(directory);
  if (isDatabaseUrl(store))
    throw new UsageError("The hub's store is PostgreSQL. Use PostgreSQL's own tools, such as pg_dump.");
  return store;
}

/** The store that earlier hubs of this directory used; undefined if there were several. */
function onlyKnown(directory: string): string | undefined {
  const files = Object.keys(readKnownStores(directory));
  return files.length === 1 ? files[0] : undefined;
}

export const databaseUrl = /^postgres(ql)?:\/\//;

/** Whether this is the address of a PostgreSQL store, not the path of a file. */
export function isDatabaseUrl(store: string): boolean {
  if (databaseUrl.test(store)) return true;
  // Not repeated, since it may contain a password.
  if (store.includes("://"))
    throw new UsageError(
      "The store must be a file, or an address that begins with postgres://. Check --store and YOURCALL_STORE.",
    );
  return false;
}

/** Calls `act` while no hub is running and none can start: anything it accepted meanwhile would be lost. */
export async function withoutHub<Result>(name: string, act: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = stateDirectory();
  makeStateDirectory(directory);
  const lock = takeLock(directory);
  if (lock === null)
    throw new YourcallError(
      "store-unavailable",
      `A hub is running for ${directory}. Run \`yourcall stop\`, then ${name} again.`,
    );
  try {
    return await act(directory);
  } finally {
    lock.release();
  }
}
