import type { Store, StoredEvent } from "../store.ts";

/** Collects events from now on; `until` waits for this many. */
export function collectEvents(store: Store) {
  const heard: StoredEvent[] = [];
  let arrived = () => {};
  const stop = store.subscribe((events) => {
    heard.push(...events);
    arrived();
  });
  const until = async (count: number) => {
    while (heard.length < count)
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    return heard;
  };
  return { heard, stop, until };
}
