import { stat } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { HookContext, HookEvent } from "@yourcall/claude/internal";
import { panePattern } from "@yourcall/core/internal";
import { withTimeout } from "../with-timeout.ts";
import { openFile, readTranscriptContext } from "./transcript-file.ts";

const statAt = promisify(stat);
const longest = 4096;
const gitMs = 500;

/** What a person needs to know about the event: what was said, what the session is about, which branch. It never fails. */
export async function readHookContext(event: HookEvent): Promise<HookContext> {
  const git = readGit(event.cwd);
  return { ...(await readTranscriptContext(event)), ...(await git) };
}

/** The tmux pane in which this process runs. */
export function toPane({ TMUX, TMUX_PANE = "" }: NodeJS.ProcessEnv): string | undefined {
  return TMUX !== undefined && panePattern.test(TMUX_PANE) ? TMUX_PANE : undefined;
}

/**
 * The branch of a directory, and the name of its linked worktree, read from git's own files: starting git would cost more than
 * the rest of a hook. Empty outside a repository, and without a branch if none is checked out. It never rejects, and it gives
 * up on a file system that hangs, so that the question is still asked.
 */
export async function readGit(directory: string | undefined): Promise<{ branch?: string; worktree?: string }> {
  if (directory === undefined || !isAbsolute(directory)) return {};
  return (await withTimeout(gitMs, readHead(directory)).catch(() => undefined)) ?? {};
}

async function readHead(directory: string): Promise<{ branch?: string; worktree?: string }> {
  const git = await findGit(directory);
  if (git === undefined) return {};
  const [, branch] = /^ref: refs\/heads\/(\S+)\s*$/.exec(await readSmall(join(git, "HEAD"))) ?? [];
  // A submodule is linked too, but below `modules`.
  const isLinked = basename(dirname(git)) === "worktrees";
  return { branch, worktree: isLinked ? basename(git) : undefined };
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
