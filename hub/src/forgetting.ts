import { type Clock, every } from "./clock.ts";
import type { Store } from "./store/store.ts";

const hour = 3_600_000;
const day = 24 * hour;
const forgetMs = hour;
// An outcome that no agent has taken may be the only record of a decision, so it is kept longer.
const undeliveredTimes = 10;
const longestMs = 365 * day;
// After a restart, a clock that is ahead by up to this much is explained by the machine having been off.
const offMs = 30 * day;
const toleranceMs = hour;
// A doubted clock is trusted once the machine has been running for this long with it.
const proofMs = day;

/** The last time that was trusted, and how long the clock has been in doubt since. */
interface TrustedTime {
  at: number;
  /** How long the machine had been running when the clock was last read. */
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
      // If this fails, the hourly run deletes them.
      void forget().catch(() => {});
    },
    stop,
  };
}

/**
 * Whether a clock that shows this time may decide what is old. A step back deletes nothing that a correct clock would have kept. A
 * step forward has to be explained: by how long the machine ran or, after a restart of the machine, by its having been off.
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
  return noted === null ? undefined : (JSON.parse(noted) as TrustedTime);
}
