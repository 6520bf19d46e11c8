import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { YourcallError } from "@yourcall/core";

/**
 * Creates the state directory, private to this user, if it is missing. If it cannot be created or written, the error says why
 * and what to do.
 */
export function makeStateDirectory(directory: string): void {
  try {
    make(directory);
  } catch (error) {
    throw new YourcallError("store-unavailable", describe(directory, error as NodeJS.ErrnoException));
  }
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch {
    throw new YourcallError(
      "store-unavailable",
      `You cannot write to the state directory ${directory}. Fix its owner and mode (chown, chmod 700), or set YOURCALL_HOME to another directory.`,
    );
  }
}

// Step by step: in `/proc`, Node's recursive mkdir never returns.
function make(directory: string): void {
  if (isDirectory(directory)) return;
  const parent = dirname(directory);
  if (!existsSync(parent)) make(parent);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Another hub may have been first.
    if (!isDirectory(directory)) throw error;
  }
}

function describe(directory: string, { code, path = directory, message }: NodeJS.ErrnoException): string {
  const cannot = `Cannot create the state directory ${directory}`;
  const elsewhere = "Set YOURCALL_HOME to a directory you can write to.";
  switch (code) {
    case "EEXIST":
      return path === directory
        ? `The state directory ${directory} is not a directory. Move it, or set YOURCALL_HOME to another directory.`
        : `${cannot}: ${path} is not a directory. ${elsewhere}`;
    case "ENOTDIR":
      return `${cannot}: ${dirname(path)} is not a directory. ${elsewhere}`;
    case "ENOENT":
      return `${cannot}: nothing can be created in ${dirname(path)}. ${elsewhere}`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `${cannot}: you cannot write to ${dirname(path)}. ${elsewhere}`;
    case "ENOSPC":
    case "EDQUOT":
      return `${cannot}: the disk is full. Free some space, or set YOURCALL_HOME to another directory.`;
    default:
      return `${cannot}: ${message}. ${elsewhere}`;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
