import { setTimeout as pause } from "node:timers/promises";
import { LostConnection } from "./store-failure.ts";

// Longer than a restart of PostgreSQL takes, shorter than clients wait for a reply.
const patienceMs = 8000;
// After a server that did not reply, there is still time for another.
const leastMs = 4000;

/**
 * Does it again while the database is away: a restart or a fail-over then costs time, and no call fails. What must not be done
 * twice is done again only if nothing can have been written.
 */
export async function keepTrying<Result>(
  act: () => Promise<Result>,
  { isOver = () => false, isOnce = false }: { isOver?: () => boolean; isOnce?: boolean } = {},
): Promise<Result> {
  let until = performance.now() + patienceMs;
  for (let wait = 25; ; wait = Math.min(wait * 2, 500)) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof LostConnection) || (isOnce && error.isUnknown)) throw error;
      if (wait === 25) until = Math.max(until, performance.now() + leastMs);
      if (performance.now() + wait > until || isOver()) throw error;
      await pause(wait);
    }
  }
}
