/** What the hint says of a deadline: the time left, or that a key has just put it off. */
export function toCountdown(
  expiresAt: number | undefined,
  now: number,
  extendedAt: number | undefined,
): { words: string; urgent: boolean } | undefined {
  if (expiresAt === undefined) return undefined;
  const left = Math.max(0, expiresAt - now);
  if (extendedAt !== undefined && now - extendedAt < pausedMs) return { words: "paused", urgent: false };
  return { words: `expires in ${toMinutes(left)}`, urgent: left < urgentMs };
}

const pausedMs = 5000;
const urgentMs = 30_000;

function toMinutes(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const two = (value: number) => String(value).padStart(2, "0");
  if (hours > 0) return `${hours}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
