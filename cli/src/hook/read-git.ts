import { stat } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { openFile } from "./open-file.ts";

const statAt = promisify(stat);
const longest = 4096;

/**
 * The branch of a directory, and the name of its linked worktree, read from git's own files: starting git would cost more than the
 * rest of a hook. Empty if it is in no repository, and without a branch if none is checked out. It never rejects.
 */
export async function readGit(directory: string): Promise<{ branch?: string; worktree?: string }> {
  try {
    const git = await findGit(directory);
    if (git === undefined) return {};
    const [, branch] = /^ref: refs\/heads\/(\S+)\s*$/.exec(await readSmall(join(git, "HEAD"))) ?? [];
    // A submodule's directory is linked, too, below `modules`.
    const isLinked = basename(dirname(git)) === "worktrees";
    return { branch, worktree: isLinked ? basename(git) : undefined };
  } catch {
    return {};
  }
}

/** The directory with HEAD: `.git` here or further up, or where a file of that name points. */
async function findGit(directory: string): Promise<string | undefined> {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const git = join(at, ".git");
    const stats = await statAt(git).catch(() => null);
    if (stats?.isDirectory()) return git;
    if (stats?.isFile()) {
      const [, target] = /^gitdir: (.+?)\s*$/.exec(await readSmall(git)) ?? [];
      return target === undefined ? undefined : resolve(at, target);
    }
    if (dirname(at) === at) return undefined;
  }
}

async function readSmall(path: string): Promise<string> {
  const file = await openFile(path);
  try {
    return (await file?.read(0, longest)) ?? "";
  } finally {
    file?.close();
  }
}
