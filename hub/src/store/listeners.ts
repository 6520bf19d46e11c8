import type { StoredEvent } from "./store.ts";

export type Listener = (events: readonly StoredEvent[]) => void;

/** The listeners of a store. One that throws affects neither the others nor the writer. */
export function createListeners(log: (message: string) => void) {
  const listeners = new Set<Listener>();
  return {
    add(listener: Listener): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(events: readonly StoredEvent[]): void {
      if (events.length === 0) return;
      for (const listener of [...listeners])
        try {
          listener(events);
        } catch (error) {
          log(`A listener of the store failed: ${error instanceof Error ? error.stack : String(error)}`);
        }
    },
  };
}
