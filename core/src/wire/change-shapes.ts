import * as z from "zod/mini";

// What a session with a worktree of its own has changed.

const text = z.string();
const count = z.int();

const changedHunk = z.object({
  /** The number of its first line before and after the change. */
  before: count,
  after: count,
  /** Each begins with a space, `+` or `-`. */
  lines: z.array(text),
});
export interface ChangedHunk extends z.output<typeof changedHunk> {}

const changedFile = z.object({
  path: text,
  /** Its earlier path, if it was renamed. */
  from: z.optional(text),
  kind: z.enum(["changed", "new", "deleted", "renamed", "conflict"]),
  added: count,
  removed: count,
  /** Why its lines are not shown, or not all of them. */
  note: z.optional(text),
  hunks: z.array(changedHunk),
});
export interface ChangedFile extends z.output<typeof changedFile> {}

export const sessionChanges = z.object({
  branch: text,
  /** The worktree's directory; `isGone` if it no longer exists, in which case only commits are shown. */
  path: text,
  isGone: z.boolean(),
  /** Changes whenever anything else here does; `merge` and `discard` take it, so that they do only what was seen. */
  revision: text,
  files: z.array(changedFile),
  added: count,
  removed: count,
  /** Commits since it began, and files with changes that are not committed. */
  commits: count,
  uncommitted: count,
  /** Commits that are on no other branch. */
  ownCommits: count,
  /** The checkout and the branch that it can be merged into, or why it cannot be merged now. */
  mergesInto: z.object({ root: text, branch: z.optional(text), refusal: z.optional(text) }),
});
/** A session's whole diff against the commit where it began, and what merging or discarding it would do. */
export interface SessionChanges extends z.output<typeof sessionChanges> {}

export const revisionBody = z.strictObject({ revision: text });
