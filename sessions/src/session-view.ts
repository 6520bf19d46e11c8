import type { Session, WireAsk } from "@yourcall/client";
import { agentTable } from "./agents/agent-table.ts";
import type { SessionPlace } from "./live-session.ts";
import type { Transcript } from "./open-transcript.ts";
import type { SessionRecord } from "./session-record.ts";
import { openLine, toWaitingLine } from "./take-event.ts";

interface Viewed {
  record: SessionRecord;
  place: SessionPlace;
  transcript: Transcript;
  state: Session["state"];
  /** The asks that a person can answer now. */
  open: readonly WireAsk[];
  /** The messages that are not in the transcript yet. */
  queue: string[];
  silentSince: string | undefined;
}

/** A session as clients see it. */
export function toSessionView({ record, place, transcript, state, open, queue, silentSince }: Viewed): Session {
  const { id, title, agent, cwd, mode, model, usage, createdAt, since, stoppedAt, archivedAt, worktree } = record;
  return {
    ...{ id, title, agent, cwd, ...place, mode, model, usage, createdAt, since, state, stoppedAt, archivedAt },
    ...{
      models: record.models?.map((model) => ({ ...model })),
      modes: record.modes,
      takesPictures: takesPictures(record),
    },
    worktree: worktree && {
      ...{ branch: worktree.branch, root: worktree.root, baseBranch: worktree.baseBranch },
      ...{ mergedAt: worktree.mergedAt, discardedAt: worktree.discardedAt },
    },
    asks: open.map((ask) => ask.id),
    question: open[0] && toWaitingLine(open[0]),
    waitingSince: open[0]?.createdAt,
    lastLine: openLine(transcript) ?? record.lastLine,
    failure: state === "failed" ? record.failure : undefined,
    silentSince: state === "working" ? silentSince : undefined,
    queued: record.queue.length,
    queue,
    continues: toContinues(record, state),
  };
}

/** Whether its agent takes pictures in messages. An agent that is a separate program says so itself. */
export function takesPictures({ kind, takesPictures }: SessionRecord): boolean {
  return takesPictures ?? agentTable[kind].takesPictures === true;
}

/** How a session that does not run can be continued. */
function toContinues({ hasBegun, cannotResume, stoppedAt, worktree }: SessionRecord, state: Session["state"]) {
  const isOver = state === "failed" || (state === "idle" && stoppedAt !== undefined);
  if (!isOver || worktree?.discardedAt !== undefined) return undefined;
  return hasBegun && cannotResume !== true ? "resume" : "restart";
}
