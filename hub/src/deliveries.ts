import type { Clock } from "./clock.ts";
import type { Store } from "./store/store.ts";

const writeAfterMs = 100;

/**
 * Records which outcomes reached the agents that waited for them. Several records share a commit: one commit for each would cost as
 * much as that of the answer. A record lost in a crash is made up for at the next delivery.
 */
export function createDeliveries(store: Store, clock: Clock) {
  const noted = new Map<string, number>();

  async function write(): Promise<void> {
    const sightings = Array.from(noted, ([id, at]) => ({ id, lastSeenAt: at, takenAt: at }));
    noted.clear();
    if (sightings.length > 0) await store.saw(sightings).catch(() => {});
  }

  return {
    note(id: string) {
      if (noted.size === 0) clock.after(writeAfterMs, () => void write());
      noted.set(id, clock.now());
    },
    /** Stores the records that are not stored yet. */
    write,
  };
}
