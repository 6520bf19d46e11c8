import type { Clock } from "./clock.ts";
import type { Store } from "./store/store.ts";

const writeAfterMs = 100;

/**
 * Records which outcomes reached the agents that waited for them. Several records share a commit: one each would cost as much as
 * the answer did. One lost in a crash is made at the next delivery.
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
    /** Stores what is not stored yet. */
    write,
  };
}
