import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { YourcallError } from "@yourcall/core";

const name = "store.json";

/** Which store was last used at each place, by the absolute path of its file: an empty or another file there is a loss, not a start. */
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
 * Throws if a store was used at this place and there is no file, or one of no bytes. Returns what to throw if the file turns out
 * to hold nothing; undefined if none was used there.
 */
export function refuseEmpty(directory: string, file: string): (() => Error) | undefined {
  if (readKnown(directory)[file] === undefined) return undefined;
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw refusal(file, "is missing");
  if (size === 0) throw refusal(file, "is empty");
  return () => refusal(file, "is empty");
}

/** Throws if another store was used at this place. */
export function refuseOther(directory: string, file: string, id: string): void {
  const known = readKnown(directory)[file];
  if (known !== undefined && known !== id) throw refusal(file, "is not the store this hub used there");
}

/** From now on, this store is expected at this place. */
export function knowStore(directory: string, file: string, id: string): void {
  const known = readKnown(directory);
  if (known[file] === id) return;
  const path = join(directory, name);
  writeFileSync(`${path}.new`, `${JSON.stringify({ ...known, [file]: id }, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

function refusal(file: string, what: string): YourcallError {
  return new YourcallError(
    "store-unavailable",
    `${file} ${what}, so asks and answers that were accepted would be missing. Nothing was changed. Put the file back, or restore ` +
      `a backup with \`yourcall restore FILE\`. To go on with what is there now, run \`yourcall serve --store ${file}\` once.`,
  );
}
