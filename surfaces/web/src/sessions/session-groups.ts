import type { Session } from "@yourcall/client";

/** A part of the list of sessions. */
export interface SessionGroup {
  name: "Needs you" | "Working" | "Done" | "Archived";
  sessions: readonly Session[];
}

const names = ["Needs you", "Working", "Done", "Archived"] as const;

/** Sessions by what they need: those that wait, the longest first; those at work and those that are done, the newest first. */
export function toGroups(sessions: readonly Session[]): SessionGroup[] {
  return names.map((name) => ({
    name,
    sessions: sessions.filter((session) => groupOf(session) === name).sort(orders[name]),
  }));
}

/** The same sessions in the places they had, while somebody points at the list. A new one comes last in its group. */
export function keepPlaces(before: readonly SessionGroup[], sessions: readonly Session[]): SessionGroup[] {
  const now = new Map(sessions.map((session) => [session.id, session]));
  const kept = before.map(({ name, sessions }) => ({
    name,
    sessions: sessions.flatMap(({ id }) => {
      const session = now.get(id);
      now.delete(id);
      return session ?? [];
    }),
  }));
  return kept.map(({ name, sessions }) => ({
    name,
    sessions: [...sessions, ...[...now.values()].filter((session) => groupOf(session) === name)],
  }));
}

function groupOf({ state, archivedAt }: Session): SessionGroup["name"] {
  if (state === "waiting") return "Needs you";
  if (archivedAt !== undefined) return "Archived";
  return state === "working" ? "Working" : "Done";
}

type Order = (one: Session, other: Session) => number;
const byId: Order = (one, other) => one.id.localeCompare(other.id);
const longestFirst: Order = (one, other) =>
  (one.waitingSince ?? one.since).localeCompare(other.waitingSince ?? other.since) || byId(one, other);
const newestFirst: Order = (one, other) => other.createdAt.localeCompare(one.createdAt) || byId(one, other);
const latestFirst: Order = (one, other) => other.since.localeCompare(one.since) || byId(one, other);
const orders = { "Needs you": longestFirst, Working: newestFirst, Done: latestFirst, Archived: latestFirst };

/** The session this many places further down the list, or up; undefined at its end. */
export function stepFrom(groups: readonly SessionGroup[], open: string | undefined, by: 1 | -1): Session | undefined {
  const all = groups.flatMap(({ sessions }) => sessions);
  const at = all.findIndex(({ id }) => id === open);
  return at === -1 ? all[0] : all[at + by];
}

/** The next session that needs the person, after the open one; the first if that is the last. */
export function nextThatNeeds([needs]: readonly SessionGroup[], open: string | undefined): Session | undefined {
  const waiting = needs?.sessions.filter(({ state }) => state === "waiting") ?? [];
  const at = waiting.findIndex(({ id }) => id === open);
  const next = waiting[at + 1] ?? waiting[0];
  return next?.id === open ? undefined : next;
}
