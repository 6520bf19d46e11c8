import { existsSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { isSameDirectory } from "@yourcall/client/internal/node";
import type { YourcallError } from "@yourcall/core";
import { isRecord } from "@yourcall/core/internal";
import { storeUnavailable } from "../hub-errors.ts";
import { writePrivate } from "./write-private.ts";

const name = "store.json";

/**
 * Which store was last used at each path: an empty or different file there means a loss, not a first start. The file has paths
 * relative to the state directory for what is inside it, so that a copy of the directory means its own files, and says to which
 * directory the other paths belong.
 */
export function readKnownStores(directory: string): Record<string, string> {
  let file: unknown;
  try {
    file = JSON.parse(readFileSync(join(directory, name), "utf8"));
  } catch {
    return {};
  }
  if (!isRecord(file)) return {};
  const { directory: at, stores } = file;
  const isHere = typeof at === "string" && isSameDirectory(at, directory);
  const known = Object.entries(isRecord(stores) ? stores : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(
    known
      .map(([path, id]) => [resolve(directory, path), id] as const)
      .filter(([path]) => isHere || isInside(directory, path)),
  );
}

/**
 * Throws if a store was used at this path before and the file is missing or has no bytes. Returns the error to throw if the
 * database turns out to be empty; undefined if no store was used there before.
 */
export function refuseEmpty(directory: string, file: string): (() => Error) | undefined {
  if (readKnownStores(directory)[file] === undefined) return undefined;
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw refusal(file, "is missing");
  if (size === 0) throw refusal(file, "is empty");
  return () => refusal(file, "is empty");
}

/** Throws if another store was used at this path before. */
export function refuseOther(directory: string, file: string, id: string): void {
  const known = readKnownStores(directory)[file];
  if (known !== undefined && known !== id) throw refusal(file, "is not the store this hub used there");
}

/** Records that from now on this store is expected at this path. */
export function knowStore(directory: string, file: string, id: string): void {
  const known = { ...readKnownStores(directory), [file]: id };
  const stores = Object.fromEntries(
    Object.entries(known).map(([path, each]) => [isInside(directory, path) ? relative(directory, path) : path, each]),
  );
  const path = join(directory, name);
  const text = `${JSON.stringify({ directory: resolve(directory), stores }, null, 2)}\n`;
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writePrivate(path, text);
}

function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return !isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`);
}

function refusal(file: string, what: string): YourcallError {
  return storeUnavailable(
    `${file} ${what}, so asks and answers that were accepted would be missing. Nothing was changed. Put the file back, or restore ` +
      `a backup with \`yourcall restore FILE\`. To continue with what is there now, run \`yourcall serve --store ${file}\` once.`,
  );
}
