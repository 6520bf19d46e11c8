import type { Clock } from "./clock.ts";
import type { AskRecord, Messages } from "./store/store.ts";
import { createWaitingElsewhere } from "./waiting-elsewhere.ts";

/** Signals when a caller has left. An `AbortSignal` per wait would cost more than the wait itself. */
export interface Leaving {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface WaitOptions {
  /** Ends the wait. */
  signal?: Leaving;
  /** Whether this is an asker, which is counted and recorded as seen, unlike a person who watches. */
  asker: boolean;
}

export interface Wait {
  /** The ask once it has ended; null if the time is up, the caller has left, or the hub stops first. */
  readonly ended: Promise<AskRecord | null>;
  leave(): void;
}

/** Who is waiting for outcomes right now, and when an asker was last seen. */
export interface Waiters {
  /** Waits for an ask to end. */
  wait(id: string, ms: number, options: WaitOptions): Wait;
  ended(record: AskRecord): void;
  /** Records that an asker was here. */
  saw(id: string): void;
  /** How many askers wait for this ask. */
  count(id: string): number;
  /** How many callers wait, for any ask. */
  total(): number;
  /** The asks whose askers were seen since the last call, for the store. */
  takeSightings(): { id: string; lastSeenAt: number }[];
  lastSeenAt(id: string): number | undefined;
  /** Ends every wait; from now on new waits end immediately. */
  release(): void;
}

interface Group {
  /** Ends each wait. */
  settles: Set<(record: AskRecord | null) => void>;
  askers: number;
}

/** With `messages`, askers that wait at other hubs are counted too. */
export function createWaiters(clock: Clock, messages?: Messages): Waiters {
  const waiting = new Map<string, Group>();
  const seen = new Map<string, number>();
  let total = 0;
  let released = false;

  function saw(id: string): void {
    seen.set(id, clock.now());
  }

  function countHere(id: string): number {
    return waiting.get(id)?.askers ?? 0;
  }

  const elsewhere =
    messages &&
    createWaitingElsewhere(messages, clock, {
      count: countHere,
      ids: () => Array.from(waiting.keys()).filter((id) => countHere(id) > 0),
    });

  function count(id: string): number {
    return countHere(id) + (elsewhere?.count(id) ?? 0);
  }

  return {
    wait(id, ms, { signal, asker }) {
      if (asker) saw(id);
      if (released || ms <= 0 || signal?.aborted === true) return { ended: Promise.resolve(null), leave() {} };
      const { promise: ended, resolve } = Promise.withResolvers<AskRecord | null>();
      const group = waiting.get(id) ?? { settles: new Set(), askers: 0 };
      waiting.set(id, group);
      const settle = (record: AskRecord | null) => {
        if (!group.settles.delete(settle)) return;
        total -= 1;
        if (asker) {
          group.askers -= 1;
          elsewhere?.changed(id);
        }
        cancel();
        signal?.removeEventListener("abort", leave);
        if (group.settles.size === 0) waiting.delete(id);
        if (record === null && asker) saw(id);
        resolve(record);
      };
      const leave = () => settle(null);
      const cancel = clock.after(ms, leave);
      group.settles.add(settle);
      total += 1;
      if (asker) {
        group.askers += 1;
        elsewhere?.changed(id);
      }
      signal?.addEventListener("abort", leave, { once: true });
      return { ended, leave };
    },
    ended(record) {
      const group = waiting.get(record.id);
      if (group !== undefined) for (const settle of [...group.settles]) settle(record);
      seen.delete(record.id);
    },
    saw,
    count,
    total: () => total,
    takeSightings() {
      for (const [id, { askers }] of waiting) if (askers > 0) saw(id);
      const sightings = Array.from(seen, ([id, lastSeenAt]) => ({ id, lastSeenAt }));
      for (const { id } of sightings) if (countHere(id) === 0) seen.delete(id);
      return sightings;
    },
    lastSeenAt: (id) => (count(id) > 0 ? clock.now() : seen.get(id)),
    release() {
      released = true;
      elsewhere?.stop();
      for (const { settles } of [...waiting.values()]) for (const settle of [...settles]) settle(null);
    },
  };
}
