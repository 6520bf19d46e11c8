import type { StoredEvent } from "./store.ts";

export type Listener = (events: readonly StoredEvent[]) => void;

/** The listeners of a store. One that throws affects neither the others nor the writer. */
export function createListeners(log: (message: string) => void) {
  const listeners = new Map<Listener, () => void>();

  function call(act: () => void): void {
    try {
      act();
    } catch (error) {
      log(`A listener of the store failed: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

  return {
    add(listener: Listener, onRewound: () => void = () => {}): () => void {
      listeners.set(listener, onRewound);
      return () => void listeners.delete(listener);
    },
    notify(events: readonly StoredEvent[]): void {
      if (events.length === 0) return;
      for (const listener of [...listeners.keys()]) call(() => listener(events));
    },
    rewound(): void {
      for (const onRewound of [...listeners.values()]) call(onRewound);
    },
  };
}
