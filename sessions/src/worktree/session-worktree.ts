import { existsSync } from "node:fs";
import type { SessionChanges } from "@yourcall/core/internal/wire";
import type { LiveSession } from "../live-session.ts";
import { refused, type Worktree } from "./add-worktree.ts";
import { discardWorktree, mergeWorktree } from "./end-worktree.ts";
import { readChanges } from "./read-changes.ts";

/** What a session with a worktree has changed. Throws if it has none. */
export function readSessionChanges(session: LiveSession): Promise<SessionChanges> {
  return readChanges(worktreeOf(session));
}

/** Merges a session's worktree, if its agent is not at work there. */
export async function mergeSession(session: LiveSession, revision: string): Promise<void> {
  const worktree = worktreeOf(session);
  refuseWhileRunning(session, "merge");
  const { into } = await mergeWorktree(worktree, revision, session.record.title);
  session.amend({ worktree: { ...worktree, mergedAt: now() } }, `Merged into ${into}.`);
}

/** Ends a session's agent, and removes its worktree and branch. The conversation stays. */
export async function discardSession(session: LiveSession, revision: string): Promise<void> {
  const worktree = worktreeOf(session);
  refuseWhileRunning(session, "discard");
  await session.stop();
  await discardWorktree(worktree, revision);
  session.amend({ worktree: { ...worktree, discardedAt: now() } }, `Discarded ${worktree.branch} and its worktree.`);
}

/** Throws if the directory of a session with a worktree cannot be used any more. */
export function checkWorktree({ discardedAt, path, root, branch, cwd }: Worktree): void {
  if (discardedAt !== undefined)
    throw refused("The worktree of this session was discarded. Start another session to continue the work.");
  if (!existsSync(cwd))
    throw refused(`The worktree is gone. To bring it back, run in ${root}: git worktree add -f "${path}" ${branch}`);
}

/** Whether files of the session are still in a worktree. */
export function hasFiles({ record: { worktree } }: LiveSession): boolean {
  return worktree !== undefined && worktree.discardedAt === undefined && existsSync(worktree.path);
}

function worktreeOf({ record: { worktree } }: LiveSession): NonNullable<LiveSession["record"]["worktree"]> {
  if (worktree === undefined) throw refused("This session has no worktree of its own.");
  return worktree;
}

function refuseWhileRunning(session: LiveSession, what: string): void {
  const { state } = session.view();
  if (state === "working" || state === "waiting")
    throw refused(`The agent is at work. Wait for the end of its turn or interrupt it, then ${what}.`);
}

function now(): string {
  return new Date().toISOString();
}
