import type { Session, SessionMode } from "@yourcall/client";
import { toAge, toLocalTime } from "@yourcall/core/internal";

/** What a session may do without asking, in a few words. */
export const modeWords: Record<SessionMode, string> = {
  default: "asks before edits",
  acceptEdits: "edits without asking",
  plan: "plans only",
};

/** The state of a session and for how long: `waiting for you 3 min`. */
export function toStateWords(session: Session, now: number): string {
  const age = (since: string) => {
    const ms = now - Date.parse(since);
    return ms < 60_000 ? "" : toAge(ms);
  };
  switch (session.state) {
    case "waiting":
      return `waiting for you ${age(session.waitingSince ?? session.since)}`.trim();
    case "working":
      return session.silentSince === undefined
        ? "working"
        : `silent for ${toAge(now - Date.parse(session.silentSince))}`;
    case "failed":
      return `failed ${toLocalTime(session.since, now)}`;
    case "idle":
      return `${session.stoppedAt === undefined ? "idle" : "stopped"} ${age(session.since)}`.trim();
  }
}

/** The time at the end of a row, and the state where its group does not say it: `3 min`, `failed`. */
export function toRowTime(session: Session, now: number): string {
  const { state, waitingSince, since, silentSince, stoppedAt, worktree } = session;
  switch (state) {
    case "waiting":
      return toAge(now - Date.parse(waitingSince ?? since));
    case "working":
      return silentSince === undefined
        ? toAge(now - Date.parse(since))
        : `silent for ${toAge(now - Date.parse(silentSince))}`;
    case "failed":
      return "failed";
    case "idle":
      if (worktree?.discardedAt !== undefined) return "discarded";
      if (worktree?.mergedAt !== undefined) return "merged";
      return stoppedAt === undefined ? toLocalTime(since, now) : "stopped";
  }
}

/** What a session has used: `$0.42 · 128k tokens`. */
export function toUsageWords({ inputTokens, outputTokens, costUsd }: NonNullable<Session["usage"]>): string {
  const tokens = inputTokens + outputTokens;
  const words = tokens < 1000 ? `${tokens} tokens` : `${Math.round(tokens / 1000)}k tokens`;
  const cost = costUsd === undefined || costUsd === 0 ? [] : [`$${costUsd.toFixed(2)}`];
  return [...cost, ...(tokens === 0 && cost.length > 0 ? [] : [words])].join(" · ");
}

/** An agent's name as a person would write it. */
export function toAgentName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Whether a session fits what was typed into the filter. */
export function fitsFilter(session: Session, text: string): boolean {
  const { title, agent, project, branch, state, question, lastLine } = session;
  const all = [title, agent, project, branch, state, question, lastLine].join(" ").toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
