import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { YourcallError } from "@yourcall/core";
import { git } from "./git.ts";

/** A git worktree that was made for one session. */
export interface Worktree {
  /** Its own directory, and the session's, which may be below it. */
  path: string;
  cwd: string;
  branch: string;
  /** The checkout from which it was made. */
  root: string;
  /** Where it began: a commit, and the branch that was checked out, if one was. */
  base: string;
  baseBranch?: string | undefined;
  /** A person removed it, with its branch. */
  discardedAt?: string;
}

interface AddedWorktree {
  worktree: Worktree;
  /** What differs from the checkout that it was made from, for the person to know. */
  notes: string[];
}

interface AddOptions {
  /** A directory in the repository. */
  cwd: string;
  /** What the branch is named after. */
  prompt: string;
  /** Where worktrees are kept. */
  folder: string;
  /** Throws if sessions may not work there. */
  checkRoot: (root: string) => void;
}

/** Makes a worktree with a branch of its own, beginning at the commit that is checked out. Throws with the reason if it cannot. */
export async function addWorktree({ cwd, prompt, folder, checkRoot }: AddOptions): Promise<AddedWorktree> {
  const root = await findRoot(cwd);
  checkRoot(root);
  const base = await readLine(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  if (base === "") throw refused(`The repository ${root} has no commits yet, so a worktree has nothing to begin with.`);
  const baseBranch = await readLine(root, ["symbolic-ref", "--quiet", "--short", "HEAD"]);
  const below = (await readLine(cwd, ["rev-parse", "--show-prefix"])).replace(/\/$/, "");
  const within = join(folder, basename(root));
  await mkdir(within, { recursive: true, mode: 0o700 });
  const { name, branch } = await findFreeName(root, within, toBranchName(prompt));
  const path = join(within, name);
  try {
    await git(root, ["worktree", "add", "--quiet", "--no-track", "-b", branch, path, base]);
    // The session's directory may exist only in the checkout, not in its commit.
    await mkdir(join(path, below), { recursive: true });
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    await git(root, ["worktree", "prune"]).catch(() => {});
    throw error;
  }
  return {
    worktree: { path, cwd: join(path, below), branch, root, base, baseBranch: baseBranch || undefined },
    notes: await findDifferences(root, path),
  };
}

async function findRoot(cwd: string): Promise<string> {
  try {
    return await readLine(cwd, ["rev-parse", "--show-toplevel"], [0]);
  } catch (error) {
    const isOutside = error instanceof Error && /not a git repository|must be run in a work tree/.test(error.message);
    throw isOutside ? refused(`${cwd} is not in a git repository, so it can have no worktree.`) : error;
  }
}

async function findDifferences(root: string, path: string): Promise<string[]> {
  const { text } = await git(root, ["status", "--porcelain", "-z", "--no-renames", "--ignore-submodules=dirty"]);
  const changed = text.split("\0").length - 1;
  const notes = [];
  if (changed > 0)
    notes.push(
      `${changed} ${changed === 1 ? "file" : "files"} in ${root} with uncommitted changes: not in this worktree.`,
    );
  if (existsSync(join(path, ".gitmodules")))
    notes.push("Submodules are empty in this worktree. To fill them, run there: git submodule update --init");
  return notes;
}

const longestName = 40;

/** A branch name from the beginning of a prompt: `Fix the login!` becomes `fix-the-login`. */
export function toBranchName(prompt: string): string {
  const words = prompt
    .slice(0, 400)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  let name = "";
  for (const word of words) {
    if (name !== "" && name.length + word.length >= longestName) break;
    name += `${name === "" ? "" : "-"}${word.slice(0, longestName)}`;
  }
  return name || "session";
}

async function findFreeName(root: string, within: string, wanted: string): Promise<{ name: string; branch: string }> {
  for (let count = 1; count < 1000; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    const branch = `yourcall/${name}`;
    const isTaken = existsSync(join(within, name)) || (await hasBranch(root, branch));
    if (!isTaken) return { name, branch };
  }
  throw refused(`There are too many branches named yourcall/${wanted}.`);
}

export async function hasBranch(root: string, branch: string): Promise<boolean> {
  const { code } = await git(root, ["show-ref", "--verify", "--quiet", `refs/heads/${branch}`], { accept: [0, 1] });
  return code === 0;
}

/** What git prints, without the newline; empty if it finds nothing. */
export async function readLine(cwd: string, args: readonly string[], accept = [0, 1]): Promise<string> {
  const { text } = await git(cwd, args, { accept });
  return text.replace(/\n$/, "");
}

export function refused(message: string): YourcallError {
  return new YourcallError("invalid-ask", message);
}
