import type { Clock } from "./clock.ts";
import type { Store } from "./store/store.ts";

/** Records which outcomes reached the agents that waited for them. */
export interface Deliveries {
  note(id: string): void;
  /** Stores what is not stored yet. */
  write(): Promise<void>;
}

const writeAfterMs = 100;

/** Several records share a commit: one each would cost as much as the answer did. One lost in a crash is made at the next delivery. */
export function createDeliveries(store: Store, clock: Clock): Deliveries {
  const noted = new Map<string, number>();

  async function write(): Promise<void> {
    const sightings = Array.from(noted, ([id, at]) => ({ id, lastSeenAt: at, takenAt: at }));
    noted.clear();
    if (sightings.length > 0) await store.saw(sightings).catch(() => {});
  }

  return {
    note(id) {
      if (noted.size === 0) clock.after(writeAfterMs, () => void write());
      noted.set(id, clock.now());
    },
    write,
  };
}
