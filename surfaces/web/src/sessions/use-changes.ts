import type { HubClient, Session, SessionChanges } from "@yourcall/client";
import { useEffect, useEffectEvent, useState } from "react";
import { isTypingIn } from "../app/page-keys.ts";

interface Changes {
  changes?: SessionChanges;
  /** Why they cannot be read. */
  why?: string;
  read(): Promise<void>;
}

const pauseMs = 800;

/** What a session's worktree has changed, read again after everything that the agent does, but never under somebody who writes a comment. */
export function useChanges(client: HubClient, session: Session): Changes {
  const [state, setState] = useState<Omit<Changes, "read">>({});
  const { id, worktree, lastLine, state: is } = session;
  const hasFiles = worktree !== undefined && worktree.discardedAt === undefined;
  async function read(): Promise<void> {
    try {
      const changes = await client.sessions.changes(id);
      if (isTypingIn(".line-comment")) return;
      setState((before) => (before.changes?.revision === changes.revision ? { changes: before.changes } : { changes }));
    } catch (error) {
      setState(({ changes }) => ({ changes, why: (error as Error).message }));
    }
  }
  const readAgain = useEffectEvent(read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the agent did last may have changed a file
  useEffect(() => {
    if (!hasFiles) return;
    const timer = setTimeout(readAgain, pauseMs);
    return () => clearTimeout(timer);
  }, [hasFiles, lastLine, is, worktree?.mergedAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, without the pause
  useEffect(() => {
    if (hasFiles) void readAgain();
  }, []);
  return { ...state, read };
}
