import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { YourcallError } from "@yourcall/core";

/** The real path of a directory in which a session may run. Throws if it is not one of the allowed ones or below. */
export async function toAllowedDirectory(directory: string, allowed: readonly string[]): Promise<string> {
  if (!isAbsolute(directory))
    throw new YourcallError("invalid-ask", `The directory must be an absolute path, got "${directory}".`);
  const real = await realpath(directory).catch(() => undefined);
  const isDirectory = real !== undefined && (await stat(real).catch(() => undefined))?.isDirectory();
  // Do not reveal whether anything exists outside the allowed directories.
  if (real === undefined || !isDirectory || !allowed.some((root) => contains(root, real)))
    throw new YourcallError(
      "forbidden",
      `"${directory}" is not a directory this desk was started for. Name it when you start the desk: yourcall desk DIRECTORY…`,
    );
  return real;
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
