import type { Session } from "../wire/index.ts";

/** A session as the desk reports it, begun at this minute. */
export function wireSession(id: string, minute: number, more: Partial<Session> = {}): Session {
  const at = `2030-01-01T00:0${minute}:00Z`;
  return {
    ...{ id, title: id, agent: "loop", cwd: "/", project: "/", mode: "default", state: "idle" },
    ...{ asks: [], queued: 0, queue: [], since: at, createdAt: at },
    ...more,
  };
}
