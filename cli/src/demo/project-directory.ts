import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { UsageError } from "../usage-error.ts";

/** Where the project goes. */
export interface ProjectDirectory {
  readonly path: string;
  isEmpty(): boolean;
  /** Leaves nothing behind of a project that nobody will use; a directory that the person named keeps what is in it. */
  abandon(): void;
  /** What `abandon` does to a project that is half written. */
  readonly abandonWords: string;
}

/** A new or empty directory for the project: the one that was named, or a fresh one. */
export function prepareProjectDirectory(named: string | undefined): ProjectDirectory {
  if (named === "") throw new UsageError("--dir needs a directory, new or empty.");
  const path = named === undefined ? mkdtempSync(join(tmpdir(), "notes-service-")) : resolve(named);
  const made = named === undefined || make(path);
  // One that somebody took away holds nothing either.
  const isEmpty = () => !existsSync(path) || readdirSync(path).length === 0;
  if (!isEmpty()) throw new UsageError(`${path} is not empty. Name a new or an empty directory: --dir DIR.`);
  return {
    path,
    isEmpty,
    abandonWords:
      named === undefined ? "The half-written project was removed." : `What was written so far is in ${path}.`,
    abandon() {
      if (named === undefined) rmSync(path, { recursive: true, force: true });
      else if (made && existsSync(path) && isEmpty()) rmdirSync(path);
    },
  };
}

/** Whether it was made here. */
function make(path: string): boolean {
  try {
    return mkdirSync(path, { recursive: true }) !== undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" || code === "ENOTDIR" ? "there is a file in its place" : message;
    throw new UsageError(`${path} cannot be used: ${why}. Name a new or an empty directory: --dir DIR.`);
  }
}
