import type { AskRecord } from "./store/store.ts";

/** Those who wait for outcomes right now, and when somebody last did. */
export interface Waiters {
  /** Resolves with the record when the ask has ended, with null when the time is over, the caller has gone, or the hub stops. */
  wait(id: string, ms: number, signal?: AbortSignal): Promise<AskRecord | null>;
  ended(record: AskRecord): void;
  count(id: string): number;
  total(): number;
  /** Who has been seen since the last call, for the store to keep. */
  takeSightings(): { id: string; lastSeenAt: number }[];
  lastSeenAt(id: string): number | undefined;
  /** Lets everybody go; from now on nobody waits. */
  release(): void;
}

export function createWaiters(now: () => number): Waiters {
  const waiting = new Map<string, Set<(record: AskRecord | null) => void>>();
  const seen = new Map<string, number>();
  let total = 0;
  let released = false;

  return {
    wait(id, ms, signal) {
      seen.set(id, now());
      if (released || ms <= 0 || signal?.aborted === true) return Promise.resolve(null);
      return new Promise((resolve) => {
        const group = waiting.get(id) ?? new Set();
        waiting.set(id, group);
        const settle = (record: AskRecord | null) => {
          if (!group.delete(settle)) return;
          total -= 1;
          clearTimeout(timer);
          signal?.removeEventListener("abort", leave);
          if (group.size === 0) waiting.delete(id);
          if (record === null) seen.set(id, now());
          else seen.delete(id);
          resolve(record);
        };
        const leave = () => settle(null);
        const timer = setTimeout(leave, Math.min(ms, 2 ** 31 - 1));
        group.add(settle);
        total += 1;
        signal?.addEventListener("abort", leave, { once: true });
      });
    },
    ended(record) {
      for (const settle of [...(waiting.get(record.id) ?? [])]) settle(record);
      seen.delete(record.id);
    },
    count: (id) => waiting.get(id)?.size ?? 0,
    total: () => total,
    takeSightings() {
      for (const id of waiting.keys()) seen.set(id, now());
      const sightings = Array.from(seen, ([id, lastSeenAt]) => ({ id, lastSeenAt }));
      for (const { id } of sightings) if (!waiting.has(id)) seen.delete(id);
      return sightings;
    },
    lastSeenAt: (id) => (waiting.has(id) ? now() : seen.get(id)),
    release() {
      released = true;
      for (const group of [...waiting.values()]) for (const settle of [...group]) settle(null);
    },
  };
}
