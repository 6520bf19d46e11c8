import { pause } from "@yourcall/core/internal";
import type { Hub } from "@yourcall/hub";

interface ListenOptions {
  hub: Pick<Hub, "store" | "clock">;
  /** What is listened to, and the name under which the store keeps whose turn it is. */
  lease: string;
  /** The name of this hub. A hub that replaces a crashed one has the same name, and need not wait for its lease to run out. */
  holder: string;
  /** Called when listening fails, with the reason, and with undefined when it works. */
  onHealth(reason: string | undefined): void;
  signal: AbortSignal;
}

const leaseMs = 60_000;
const renewMs = 20_000;
export const retryMs = 2000;
const longestRetryMs = 60_000;

/**
 * Calls `listen` again and again until the signal ends it, in only one of the hubs that share a store. `listen` calls `onWorks` once
 * it hears; if it rejects, the next call waits longer each time, or as long as its error says (`retryAfterMs`).
 */
export async function listenAlone(
  { hub: { store, clock }, lease, holder, onHealth, signal }: ListenOptions,
  listen: (signal: AbortSignal, onWorks: () => void) => Promise<void>,
): Promise<void> {
  const take = (ms: number) => {
    const now = clock.now();
    return store.takeLease(lease, { holder, until: now + ms, now });
  };
  const rest = (ms: number) => pause(clock, ms, signal).catch(() => {});
  let failures = 0;
  while (!signal.aborted) {
    const lost = new AbortController();
    // Another hub has taken over if this one was asleep for longer than its lease.
    const renew = setInterval(
      () =>
        void take(leaseMs).then(
          (isOurs) => isOurs || lost.abort(),
          () => {},
        ),
      renewMs,
    );
    try {
      if (!(await take(leaseMs))) {
        await rest(retryMs);
        continue;
      }
      await listen(AbortSignal.any([signal, lost.signal]), () => {
        failures = 0;
        onHealth(undefined);
      });
    } catch (error) {
      if (signal.aborted || lost.signal.aborted) continue;
      const { message, retryAfterMs } = error as Error & { retryAfterMs?: number };
      onHealth(message);
      await rest(retryAfterMs ?? Math.min(retryMs * 2 ** failures, longestRetryMs));
      failures += 1;
    } finally {
      clearInterval(renew);
    }
  }
  // Another hub need not wait for the lease to run out.
  await take(0).catch(() => {});
}
