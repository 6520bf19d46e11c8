import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat, open, readlink } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "@yourcall/core";
import type { ChangedFile, SessionChanges } from "@yourcall/core/internal/wire";
import { hasBranch, readLine, refused, type Worktree } from "./add-worktree.ts";
import { git, ownSettings } from "./git.ts";
import { parseFileList, parsePatches } from "./parse-diff.ts";

// What a page can show without getting slow.
const mostNewFiles = 300;
const mostLinesPerFile = 3000;
const mostLines = 20_000;
const largestNewFile = 256 * 1024;
const largestPatch = 8 * 1024 * 1024;

const diffOptions = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-relative", "--find-renames"];
const submodules = ["--submodule=short", "--ignore-submodules=dirty"];

/** Everything that a worktree has changed since it began, committed or not. Throws with the reason if nothing is left of it. */
export async function readChanges(worktree: Worktree): Promise<SessionChanges> {
  const { branch, path, root } = worktree;
  const isGone = !existsSync(join(path, ".git"));
  if (worktree.discardedAt !== undefined) throw refused("The worktree of this session was discarded.");
  if (isGone && !(await hasBranch(root, branch)))
    throw refused(`The worktree ${path} and its branch ${branch} are gone.`);
  const [tracked, fresh] = await Promise.all([readTracked(worktree, isGone), isGone ? [] : readNewFiles(path)]);
  const files = withoutTooMuch([...tracked, ...fresh].sort((one, other) => (one.path < other.path ? -1 : 1)));
  const tip = await readTip(worktree, isGone);
  const uncommitted = isGone ? 0 : (await readStatus(path)).length;
  const [commits, ownCommits] = [await countCommits(root, [`${worktree.base}..${tip}`]), await countOwn(worktree, tip)];
  const seen = {
    ...{ branch, path, isGone, files, commits, uncommitted, ownCommits },
    added: files.reduce((sum, file) => sum + file.added, 0),
    removed: files.reduce((sum, file) => sum + file.removed, 0),
    mergesInto: await findMerge(worktree, { isGone, tip, isEmpty: commits === 0 && uncommitted === 0 }),
  };
  return { ...seen, revision: hash("sha256", JSON.stringify([tip, seen])).slice(0, 24) };
}

/** The commit that the worktree has checked out, or its branch if the worktree is gone. */
export function readTip({ path, root, branch }: Worktree, isGone: boolean): Promise<string> {
  return isGone
    ? readLine(root, ["rev-parse", `refs/heads/${branch}`], [0])
    : readLine(path, ["rev-parse", "HEAD"], [0]);
}

async function readStatus(path: string): Promise<string[]> {
  const args = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules=dirty"];
  return (await git(path, args)).text.split("\0").slice(0, -1);
}

async function readTracked(worktree: Worktree, isGone: boolean): Promise<ChangedFile[]> {
  const { path, root, base, branch } = worktree;
  const cwd = isGone ? root : path;
  const ends = isGone ? [base, `refs/heads/${branch}`, "--"] : [base, "--"];
  const list = await git(cwd, ["diff", "--raw", "--numstat", "-z", ...diffOptions, ...submodules, ...ends]);
  const heads = parseFileList(list.text);
  const patch = await git(cwd, ["diff", "--unified=3", ...diffOptions, ...submodules, ...ends], {
    maxBytes: largestPatch,
  }).catch(() => undefined);
  const patches = parsePatches(patch?.text ?? "");
  const drawn = heads.filter(({ kind }) => kind !== "conflict");
  // A file that changed between the two calls would shift the others.
  const isWhole = patches.length === drawn.length;
  return heads.map((head) => {
    if (head.kind === "conflict") return { ...head, hunks: [], note: "It has conflicts." };
    const { isBinary = false, hunks = [] } = (isWhole && patches[drawn.indexOf(head)]) || {};
    const note = isBinary ? "It is not text." : isWhole ? undefined : "The whole diff is too long to show.";
    return { ...head, hunks, note };
  });
}

async function readNewFiles(path: string): Promise<ChangedFile[]> {
  const { text } = await git(path, ["ls-files", "--others", "--exclude-standard", "-z"]);
  const names = text.split("\0").slice(0, -1);
  return Promise.all(
    names.map(async (name, at): Promise<ChangedFile> => {
      const file = { path: name, kind: "new" as const, added: 0, removed: 0, hunks: [] };
      if (at >= mostNewFiles)
        return { ...file, note: `There are ${names.length} new files; the first ${mostNewFiles} are shown.` };
      try {
        const content = await readNewFile(join(path, name));
        if ("note" in content) return { ...file, ...content };
        const lines = content.text.replace(/\n$/, "").split("\n");
        if (content.text === "") return file;
        return {
          ...file,
          added: lines.length,
          hunks: [{ before: 0, after: 1, lines: lines.map((line) => `+${line}`) }],
        };
      } catch (error) {
        return { ...file, note: messageOf(error) };
      }
    }),
  );
}

/** The content of a file that git does not know. A link is its target, never what is there. */
async function readNewFile(path: string): Promise<{ text: string } | { note: string }> {
  const stats = await lstat(path);
  if (stats.isSymbolicLink()) return { text: `${await readlink(path)}\n` };
  if (stats.isDirectory()) return { note: "It is a repository of its own." };
  if (!stats.isFile()) return { note: "It is not a file." };
  if (stats.size > largestNewFile) return { note: "It is too long to show." };
  const file = await open(path, "r");
  try {
    const content = await file.readFile();
    return content.includes(0) ? { note: "It is not text." } : { text: content.toString("utf8") };
  } finally {
    await file.close();
  }
}

function withoutTooMuch(files: ChangedFile[]): ChangedFile[] {
  let left = mostLines;
  return files.map((file) => {
    const lines = file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    if (lines > mostLinesPerFile || lines > left) return { ...file, hunks: [], note: "Its diff is too long to show." };
    left -= lines;
    return file;
  });
}

async function countCommits(cwd: string, args: readonly string[]): Promise<number> {
  return Number(await readLine(cwd, ["rev-list", "--count", ...args], [0]));
}

/** Commits that would be on no branch and on no tag if the session's branch went away. */
async function countOwn({ root, branch }: Worktree, tip: string): Promise<number> {
  const own = (await hasBranch(root, branch)) ? [`refs/heads/${branch}`] : [];
  const others = ["--not", `--exclude=refs/heads/${branch}`, "--glob=refs/heads", "--remotes", "--tags"];
  return countCommits(root, [tip, ...own, ...others]);
}

interface MergeFacts {
  isGone: boolean;
  tip: string;
  isEmpty: boolean;
}

async function findMerge(worktree: Worktree, facts: MergeFacts): Promise<SessionChanges["mergesInto"]> {
  const { root, baseBranch } = worktree;
  const refusal = await findRefusal(worktree, facts).catch(messageOf);
  return { root, branch: baseBranch, refusal };
}

async function findRefusal(worktree: Worktree, { isGone, tip, isEmpty }: MergeFacts): Promise<string | undefined> {
  const { root, branch, baseBranch, path } = worktree;
  if (isEmpty) return "There is nothing to merge.";
  if (baseBranch === undefined)
    return `It began without a branch (detached HEAD). Merge ${branch} yourself where you want it.`;
  if (!existsSync(root)) return `${root} is gone.`;
  const current = await readLine(root, ["symbolic-ref", "--quiet", "--short", "HEAD"]);
  if (current !== baseBranch)
    return `${root} has ${current === "" ? "no branch" : current} checked out, and this began from ${baseBranch}. Check that out there first.`;
  const own = isGone ? branch : await readLine(path, ["symbolic-ref", "--quiet", "--short", "HEAD"]);
  if (own !== branch) return `The worktree does not have its branch ${branch} checked out. Do that there first.`;
  const [driver] = await ownSettings(root, String.raw`^merge\..*\.driver$`);
  if (driver !== undefined)
    return `The repository's settings run a program to merge (${driver}). Merge ${branch} yourself.`;
  return findConflicts(root, tip);
}

/** Tries the merge without touching any file; says where it conflicts. */
export async function findConflicts(root: string, tip: string): Promise<string | undefined> {
  const args = ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", "HEAD", tip];
  const { code, text } = await git(root, args, { accept: [0, 1] });
  if (code === 0) return undefined;
  const names = text.split("\0").slice(1).filter(Boolean);
  return `It conflicts with the branch in ${[...new Set(names)].join(", ")}. Ask the agent to merge that branch first.`;
}
