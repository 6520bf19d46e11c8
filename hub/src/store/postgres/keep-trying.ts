import { setTimeout as pause } from "node:timers/promises";
import { LostConnection } from "./store-failure.ts";

// Longer than a restart of PostgreSQL takes, shorter than clients wait for a reply.
const patienceMs = 8000;

/** Does it again while the database is away: a restart or a fail-over then costs time, and no call fails. */
export async function keepTrying<Result>(act: () => Promise<Result>, isOver = () => false): Promise<Result> {
  const until = performance.now() + patienceMs;
  for (let wait = 25; ; wait = Math.min(wait * 2, 500)) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof LostConnection) || performance.now() + wait > until || isOver()) throw error;
      await pause(wait);
    }
  }
}
