import { lstat, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, sep } from "node:path";
import { YourcallError } from "@yourcall/core";

/** The real path of a directory in which a session may run. Throws if it is not one of the allowed ones or below. */
export async function toAllowedDirectory(directory: string, allowed: readonly string[]): Promise<string> {
  if (!isAbsolute(directory))
    throw new YourcallError("invalid-ask", `The directory must be an absolute path, got "${directory}".`);
  const real = await realpath(directory).catch(() => undefined);
  const isIn = real !== undefined && allowed.some((root) => contains(root, real));
  // Do not reveal whether anything exists outside the allowed directories.
  if (!isIn)
    throw new YourcallError(
      "forbidden",
      (await isMissing(directory, allowed))
        ? `There is no directory "${directory}".`
        : `"${directory}" is not a directory this desk was started for. Name it when you start the desk: yourcall desk DIRECTORY…`,
    );
  const isDirectory = (await stat(real).catch(() => undefined))?.isDirectory();
  if (!isDirectory) throw new YourcallError("forbidden", `"${directory}" is not a directory.`);
  return real;
}

/** Whether there is nothing by this name, in a directory that is allowed. */
async function isMissing(path: string, allowed: readonly string[]): Promise<boolean> {
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  if (isThere) return false;
  const above = dirname(path);
  const real = await realpath(above).catch(() => undefined);
  return real === undefined ? isMissing(above, allowed) : allowed.some((root) => contains(root, real));
}

/** Throws unless the checkout that a worktree is made from, and merged into, is one of the allowed directories or below. */
export function checkAllowedRoot(root: string, allowed: readonly string[]): void {
  if (allowed.some((each) => contains(each, root))) return;
  throw new YourcallError(
    "forbidden",
    `A worktree has the whole repository, ${root}, and this desk was started for a part of it. Name the repository when you start the desk, or work without a worktree.`,
  );
}

function contains(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
