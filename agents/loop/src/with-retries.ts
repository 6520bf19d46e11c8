import { type Clock, pause } from "./clock.ts";
import { isOverload, retryAfterMs } from "./provider-error.ts";

const attempts = 6;
const firstPauseMs = 1000;
const longestPauseMs = 60_000;

/**
 * Makes the attempt again while the provider is overloaded: after 1, 2, 4, 8, 16 seconds, or when the provider says, if that
 * is within a minute. `mayRepeat` is false once something came of the attempt that a second one would repeat.
 */
export async function withRetries<Value>(
  attempt: () => Promise<Value>,
  { clock, signal, mayRepeat }: { clock: Clock; signal: AbortSignal; mayRepeat: () => boolean },
): Promise<Value> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || !isOverload(error) || !mayRepeat() || count === attempts) throw error;
      const wanted = retryAfterMs(error, clock.now()) ?? firstPauseMs * 2 ** (count - 1);
      if (wanted > longestPauseMs) throw error;
      await pause(clock, wanted, signal);
    }
  }
}
