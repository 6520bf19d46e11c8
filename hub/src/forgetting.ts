import { type Clock, every } from "./clock.ts";
import type { Store } from "./store/store.ts";

const hour = 3_600_000;
const day = 24 * hour;
const forgetMs = hour;
// Outcomes that no agent has taken may be all that is left of a decision.
const undeliveredTimes = 10;
const longestMs = 365 * day;
// A machine that was off this long is believed to have been off.
const offMs = 30 * day;
const toleranceMs = hour;
// A clock that runs as it should for this long is believed, whatever it says.
const proofMs = day;

/** The last time that was believed, and how long a later one has been in doubt. */
interface TrustedTime {
  at: number;
  /** How long the machine had been running then. */
  uptimeMs: number;
  doubtedMs: number;
}

/** Deletes ended asks that are old enough. */
interface Forgetting {
  keepMs(): number | null;
  keep(ms: number | null): void;
  stop(): void;
}

export function createForgetting(store: Store, clock: Clock, initialMs: number | null): Forgetting {
  let keepMs = initialMs;
  let trusted: TrustedTime | undefined;
  const stop = every(clock, forgetMs, forget);
  void forget().catch(() => {});

  async function forget(): Promise<void> {
    const now = { at: clock.now(), uptimeMs: clock.uptimeMs?.() ?? performance.now() };
    trusted ??= await recall(store);
    const next = judgeTime(trusted, now);
    trusted = next.time;
    await store.remember("trusted-time", JSON.stringify(trusted));
    if (keepMs === null || !next.isPlausible) return;
    const undeliveredMs = Math.max(keepMs, Math.min(keepMs * undeliveredTimes, longestMs));
    await store.forget(now.at - keepMs, now.at - undeliveredMs);
  }

  return {
    keepMs: () => keepMs,
    keep(ms) {
      keepMs = ms;
      // What cannot be deleted now is deleted within the hour.
      void forget().catch(() => {});
    },
    stop,
  };
}

/**
 * Whether a clock that shows this may decide what is old. A step back deletes nothing that a right clock would have kept. A step
 * forward has to be explained: by the time the machine ran, or, over a restart of the machine, by its having been off.
 */
export function judgeTime(
  trusted: TrustedTime | undefined,
  now: { at: number; uptimeMs: number },
): { time: TrustedTime; isPlausible: boolean } {
  const believed = { time: { ...now, doubtedMs: 0 }, isPlausible: true };
  if (trusted === undefined) return believed;
  const isSameRun = now.uptimeMs >= trusted.uptimeMs;
  const ranMs = isSameRun ? now.uptimeMs - trusted.uptimeMs : now.uptimeMs;
  const explainedMs = trusted.doubtedMs + ranMs + (isSameRun ? toleranceMs : offMs);
  if (now.at - trusted.at <= explainedMs) return believed;
  const doubtedMs = trusted.doubtedMs + ranMs;
  if (doubtedMs >= proofMs) return believed;
  return { time: { at: trusted.at, uptimeMs: now.uptimeMs, doubtedMs }, isPlausible: false };
}

async function recall(store: Store): Promise<TrustedTime | undefined> {
  const noted = await store.recall("trusted-time");
  if (noted !== null) return JSON.parse(noted) as TrustedTime;
  // A store of an older version has the times of its last writes.
  const [asked] = (await store.list({ status: "all", order: "newest", limit: 1 })).records;
  const [ended] = (await store.list({ status: "ended", order: "newest", limit: 1 })).records;
  if (asked === undefined) return undefined;
  // The run it belonged to is not known, so the machine may have been off since.
  return {
    at: Math.max(asked.createdAt, ended?.endedAt ?? 0),
    uptimeMs: Number.MAX_SAFE_INTEGER,
    doubtedMs: 0,
  };
}
