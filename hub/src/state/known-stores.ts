import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { YourcallError } from "@yourcall/core";
import { storeUnavailable } from "../hub-errors.ts";

const name = "store.json";

/** Which store was last used at each absolute path: an empty or different file there means a loss, not a first start. */
function readKnown(directory: string): Record<string, string> {
  try {
    const known: unknown = JSON.parse(readFileSync(join(directory, name), "utf8"));
    if (typeof known !== "object" || known === null) return {};
    return Object.fromEntries(Object.entries(known).filter(([, id]) => typeof id === "string"));
  } catch {
    return {};
  }
}

/**
 * Throws if a store was used at this path before and the file is missing or has no bytes. Returns the error to throw if the
 * database turns out to be empty; undefined if no store was used there before.
 */
export function refuseEmpty(directory: string, file: string): (() => Error) | undefined {
  if (readKnown(directory)[file] === undefined) return undefined;
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw refusal(file, "is missing");
  if (size === 0) throw refusal(file, "is empty");
  return () => refusal(file, "is empty");
}

/** Throws if another store was used at this path before. */
export function refuseOther(directory: string, file: string, id: string): void {
  const known = readKnown(directory)[file];
  if (known !== undefined && known !== id) throw refusal(file, "is not the store this hub used there");
}

/** Records that from now on this store is expected at this path. */
export function knowStore(directory: string, file: string, id: string): void {
  const known = readKnown(directory);
  if (known[file] === id) return;
  const path = join(directory, name);
  writeFileSync(`${path}.new`, `${JSON.stringify({ ...known, [file]: id }, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

function refusal(file: string, what: string): YourcallError {
  return storeUnavailable(
    `${file} ${what}, so asks and answers that were accepted would be missing. Nothing was changed. Put the file back, or restore ` +
      `a backup with \`yourcall restore FILE\`. To continue with what is there now, run \`yourcall serve --store ${file}\` once.`,
  );
}
