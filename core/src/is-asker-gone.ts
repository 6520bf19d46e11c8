const goneMs = 10 * 60_000;

/** Nobody waits for the outcome, and nobody has for ten minutes. The ask stays answerable. */
export function isAskerGone(waiting: { count: number; lastSeenAt?: string | null }, now: number): boolean {
  return waiting.count === 0 && typeof waiting.lastSeenAt === "string" && now - Date.parse(waiting.lastSeenAt) > goneMs;
}
