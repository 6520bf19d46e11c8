import { type Clock, every } from "./clock.ts";
import type { Store } from "./store/store.ts";

const sealMs = 2000;

/** Adds what has ended to the chain of records soon afterwards, so that it cannot be changed unnoticed. */
interface Sealing {
  /** An ask has ended. */
  ended(): void;
  /** Adds the rest, and stops. */
  stop(): Promise<void>;
}

export function createSealing(store: Store, clock: Clock): Sealing {
  let isUnsealed = true;
  const stop = every(clock, sealMs, seal);

  async function seal(): Promise<void> {
    if (!isUnsealed) return;
    isUnsealed = false;
    try {
      await store.sealRecords();
    } catch (error) {
      isUnsealed = true;
      throw error;
    }
  }

  return {
    ended() {
      isUnsealed = true;
    },
    async stop() {
      stop();
      // If this fails, the next hub adds them.
      await seal().catch(() => {});
    },
  };
}
