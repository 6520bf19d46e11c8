import { setTimeout as pause } from "node:timers/promises";
import { LostConnection } from "./store-failure.ts";

// Longer than a restart of PostgreSQL takes, shorter than clients wait for a reply.
const patienceMs = 8000;
// If the first attempt took long because a server did not reply, there is still time to try another.
const leastMs = 4000;

interface TryOptions {
  isOver?: () => boolean;
  isOnce?: boolean;
  /** Called once, at the first failure that may pass by itself. While failures may pass, there is then no limit to how long this tries. */
  onAway?: (error: LostConnection) => void;
}

/**
 * Retries while the database is away, so that a restart or a fail-over costs time but no call fails. With `isOnce`, for what must
 * not be done twice, it retries only if nothing can have been written.
 */
export async function keepTrying<Result>(
  act: () => Promise<Result>,
  { isOver = () => false, isOnce = false, onAway }: TryOptions = {},
): Promise<Result> {
  let until = performance.now() + patienceMs;
  let isTold = false;
  for (let wait = 25; ; wait = Math.min(wait * 2, 500)) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof LostConnection) || (isOnce && error.isUnknown)) throw error;
      if (wait === 25) until = Math.max(until, performance.now() + leastMs);
      if (onAway !== undefined && error.isPassing) {
        if (!isTold) onAway(error);
        isTold = true;
        until = Math.max(until, performance.now() + patienceMs);
      }
      if (performance.now() + wait > until || isOver()) throw error;
      await pause(wait);
    }
  }
}
