import { statSync } from "node:fs";
import { homedir } from "node:os";
import type { Session, WireAsk } from "@yourcall/client";
import { emptyPendingList, type PendingList, pendingOf } from "@yourcall/client/internal";
import { YourcallError } from "@yourcall/core";
import { dropOldest } from "@yourcall/core/internal";
import { type TranscriptPage, type TranscriptQuery, usualPageSize } from "@yourcall/core/internal/wire";
import { withAsk } from "../session-asks.ts";
import { toWaitingLine } from "../take-event.ts";
import { findClaudeTranscript, readClaudeTranscript } from "./read-claude-transcript.ts";

/** Claude Code sessions that a person runs in a terminal of their own, known by what our hooks asked for them. They can only be read. */
export interface SessionsElsewhere {
  /** Records an ask that was made or has ended; false if it belongs to no such session. */
  note(ask: WireAsk): boolean;
  has(id: string): boolean;
  views(): Session[];
  view(id: string): Session;
  page(id: string, query?: TranscriptQuery): TranscriptPage;
  /** When its conversation last changed. */
  changedAt(id: string): number;
}

interface Known {
  first: WireAsk;
  since: string;
  pending: PendingList;
}

const mostSessions = 50;

export function createSessionsElsewhere(env: NodeJS.ProcessEnv): SessionsElsewhere {
  const known = new Map<string, Known>();
  const home = env.HOME ?? homedir();

  function find(id: string): Known {
    const session = known.get(id);
    if (session === undefined) throw new YourcallError("not-found", `There is no session ${id}.`);
    return session;
  }

  function view(id: string): Session {
    const { first, since, pending } = find(id);
    const { cwd = "", title, branch } = first.agent;
    const asks = pendingOf(pending);
    const [oldest] = asks;
    return {
      ...{
        id,
        title: title ?? "Claude Code",
        agent: "claude",
        cwd,
        project: toShown(cwd, home),
        branch,
        mode: "default",
      },
      ...{ isElsewhere: true, state: oldest === undefined ? "idle" : "waiting", since, createdAt: first.createdAt },
      ...{ asks: asks.map((ask) => ask.id), queued: 0, queue: [] },
      question: oldest && toWaitingLine(oldest),
      waitingSince: oldest?.createdAt,
    };
  }

  function read(id: string) {
    const file = findClaudeTranscript(id, env);
    return file === undefined ? [] : readClaudeTranscript(file);
  }

  return {
    note(ask) {
      const { agent, token, metadata, createdAt } = ask;
      if (metadata?.source !== "claude-code" || token !== undefined || agent.session === undefined) return false;
      const session = known.get(agent.session) ?? { first: ask, since: createdAt, pending: emptyPendingList };
      session.pending = withAsk(session.pending, ask);
      session.since = ask.outcome?.at ?? createdAt;
      known.delete(agent.session);
      known.set(agent.session, session);
      dropOldest(known, mostSessions);
      return true;
    },
    has: (id) => known.has(id),
    views: () => [...known.keys()].map(view),
    view,
    page(id, { before = Number.POSITIVE_INFINITY, limit = usualPageSize } = {}) {
      find(id);
      const entries = read(id).filter(({ seq }) => seq < before);
      return { entries: entries.slice(-limit), more: entries.length > limit };
    },
    changedAt: (id) => statSync(findClaudeTranscript(id, env) ?? "", { throwIfNoEntry: false })?.mtimeMs ?? 0,
  };
}

/** The directory as a person would write it. */
function toShown(cwd: string, home: string): string {
  return cwd === home || cwd.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd;
}
