import type { Session, WireAsk } from "@yourcall/client";
import type { SessionPlace } from "./create-session.ts";
import type { Transcript } from "./open-transcript.ts";
import type { SessionRecord } from "./session-record.ts";
import { openLine, toShortLine } from "./take-event.ts";

interface Viewed {
  record: SessionRecord;
  place: SessionPlace;
  transcript: Transcript;
  state: Session["state"];
  /** The asks that a person can answer now. */
  open: readonly WireAsk[];
  silentSince: string | undefined;
}

/** A session as clients see it. */
export function toSessionView({ record, place, transcript, state, open, silentSince }: Viewed): Session {
  const { id, title, agent, cwd, mode, model, createdAt, since, stoppedAt, archivedAt, worktree, queue } = record;
  return {
    ...{ id, title, agent, cwd, ...place, mode, model, createdAt, since, state, stoppedAt, archivedAt },
    worktree: worktree && {
      ...{ branch: worktree.branch, root: worktree.root, baseBranch: worktree.baseBranch },
      ...{ mergedAt: worktree.mergedAt, discardedAt: worktree.discardedAt },
    },
    asks: open.map((ask) => ask.id),
    question: open[0] && toShortLine(open[0].questions[0]?.question ?? ""),
    waitingSince: open[0]?.createdAt,
    lastLine: openLine(transcript) ?? record.lastLine,
    failure: state === "failed" ? record.failure : undefined,
    silentSince: state === "working" ? silentSince : undefined,
    queued: queue.length,
  };
}
