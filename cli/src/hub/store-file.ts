import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../run-command.ts";
import { hubElsewhere, readLocalHub, readWantedHub } from "./hub-process.ts";

/** The file in which the hub of this state directory keeps its asks, or would if it ran. */
export function storeFile(directory: string): string {
  const elsewhere = hubElsewhere();
  if (elsewhere !== undefined)
    throw new UsageError(
      `YOURCALL_URL points to ${elsewhere}; run this on the hub's own machine, without YOURCALL_URL.`,
    );
  const named = process.env.YOURCALL_STORE || readLocalHub(directory)?.store || readWantedHub(directory)?.store;
  if (named !== undefined && isDatabaseUrl(named))
    throw new UsageError("The hub's store is PostgreSQL. Use the tools of PostgreSQL, such as pg_dump.");
  return resolve(named ?? onlyKnown(directory) ?? join(directory, "yourcall.db"));
}

/** The store that hubs of this directory used before, if it was only one. */
function onlyKnown(directory: string): string | undefined {
  try {
    const files = Object.keys(JSON.parse(readFileSync(join(directory, "store.json"), "utf8")));
    return files.length === 1 ? files[0] : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a store is named by its address in PostgreSQL, not by its file. */
export function isDatabaseUrl(store: string): boolean {
  return /^postgres(ql)?:\/\//.test(store);
}
