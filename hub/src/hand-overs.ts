import type { Clock } from "./clock.ts";
import type { Store } from "./store/store.ts";

/** Notes which outcomes were handed to somebody who waited. */
export interface HandOvers {
  delivered(id: string): void;
  /** Writes down what has not been yet. */
  write(): Promise<void>;
}

const deliveredMs = 100;

/** A commit of its own for each would cost as much as the answer did. Lost with a crash, it is noted at the next hand-over. */
export function createHandOvers(store: Store, clock: Clock): HandOvers {
  const delivered = new Map<string, number>();

  async function write(): Promise<void> {
    const sightings = Array.from(delivered, ([id, at]) => ({ id, lastSeenAt: at, deliveredAt: at }));
    delivered.clear();
    if (sightings.length > 0) await store.saw(sightings).catch(() => {});
  }

  return {
    delivered(id) {
      if (delivered.size === 0) clock.after(deliveredMs, () => void write());
      delivered.set(id, clock.now());
    },
    write,
  };
}
