import { existsSync } from "node:fs";
import { join } from "node:path";
import { cleanLine } from "@yourcall/core";
import { hasBranch, refused, type Worktree } from "./add-worktree.ts";
import { git } from "./git.ts";
import { findConflicts, readChanges, readTip } from "./read-changes.ts";

/**
 * Merges what a worktree changed into the branch that it began from, in the checkout that it was made from. What is not committed
 * there is committed first. Nothing is pushed, and the worktree and its branch stay. Throws, with nothing changed in the checkout,
 * if something has changed since `revision` was read.
 */
export async function mergeWorktree(worktree: Worktree, revision: string, title: string): Promise<{ into: string }> {
  const seen = await readChanges(worktree);
  checkRevision(seen.revision, revision);
  const { refusal, branch: into = "" } = seen.mergesInto;
  if (refusal !== undefined) throw refused(refusal);
  const { path, root, branch } = worktree;
  const message = cleanLine(title);
  if (seen.uncommitted > 0) {
    await git(path, ["add", "--all"]);
    await git(path, ["commit", "--quiet", "--no-verify", "--message", message]);
  }
  const tip = await readTip(worktree, seen.isGone);
  // Until now only commits were compared.
  const conflicts = await findConflicts(root, tip);
  if (conflicts !== undefined) throw refused(conflicts);
  await git(root, ["merge", "--quiet", "--no-ff", "--no-verify", "--message", `Merge ${branch}: ${message}`, tip]);
  return { into };
}

/** Removes a worktree, its files and its branch. Throws if something has changed since `revision` was read. */
export async function discardWorktree(worktree: Worktree, revision: string): Promise<void> {
  const { revision: now } = await readChanges(worktree);
  checkRevision(now, revision);
  const { root, path, branch } = worktree;
  if (existsSync(join(path, ".git"))) await git(root, ["worktree", "remove", "--force", "--force", path]);
  else await git(root, ["worktree", "prune"]);
  if (await hasBranch(root, branch)) await git(root, ["branch", "--quiet", "-D", "--", branch]);
}

function checkRevision(now: string, seen: string): void {
  if (now !== seen) throw refused("It has changed since you looked. Look again before you decide.");
}
