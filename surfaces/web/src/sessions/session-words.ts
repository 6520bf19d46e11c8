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

/** An agent's name as a person would write it. */
export function toAgentName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Whether a session fits what was typed into the filter. */
export function fitsFilter({ title, agent, project, branch = "", state }: Session, text: string): boolean {
  const all = [title, agent, project, branch, state].join(" ").toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
