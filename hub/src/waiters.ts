import type { Clock } from "./clock.ts";
import type { AskRecord, Messages } from "./store/store.ts";
import { createWaitingElsewhere } from "./waiting-elsewhere.ts";

export interface WaitOptions {
  ms: number;
  /** Ends the wait. */
  signal?: AbortSignal;
  /** The token of an asker, which is counted and recorded as seen. Undefined for a person who watches. */
  asker?: string;
  /** The asker says itself what became of the outcome: reading it does not count as taking it. */
  reportsDelivery?: boolean;
}

interface Wait {
  /** The ask once it has ended; null if the time is up, the caller has left, or the hub stops first. */
  readonly ended: Promise<AskRecord | null>;
  leave(): void;
}

/** Who is waiting for outcomes right now, and when an asker was last seen. */
export interface Waiters {
  /** Waits for an ask to end. */
  wait(id: string, options: WaitOptions): Wait;
  /** Counts a reader of the event stream as an asker that waits for every ask of its token. Returns how to end that. */
  follow(token: string): () => void;
  ended(record: AskRecord): void;
  /** Whether an asker with the ask's own token waits for it here, and takes its outcome with the end of the ask. */
  hasTaker(ask: Pick<AskRecord, "id" | "token">): boolean;
  /** Records that an asker was here. */
  recordSighting(id: string): void;
  /** How many askers wait for this ask, and when one was last seen; 0 if this hub has seen none. */
  of(ask: Pick<AskRecord, "id" | "token" | "outcome" | "callback">): { count: number; lastSeenAt: number };
  /** How many callers wait, for any ask. */
  total(): number;
  /** The asks whose askers were seen since the last call, for the store. */
  takeSightings(): { id: string; lastSeenAt: number }[];
  /** Ends every wait; from now on new waits end immediately. */
  release(): void;
}

interface Asking {
  token: string;
  takes: boolean;
}

interface Group {
  /** Ends each wait. */
  settles: Set<(record: AskRecord | null) => void>;
  askers: Asking[];
}

/** With `messages`, askers that wait at other hubs are counted too. */
export function createWaiters(clock: Clock, messages?: Messages): Waiters {
  const waiting = new Map<string, Group>();
  const seen = new Map<string, number>();
  const readers = new Map<string, number>();
  const leftAt = new Map<string, number>();
  let total = 0;
  let released = false;

  function recordSighting(id: string): void {
    seen.set(id, clock.now());
  }

  function countHere(id: string): number {
    return waiting.get(id)?.askers.length ?? 0;
  }

  const elsewhere =
    messages &&
    createWaitingElsewhere(messages, clock, {
      count: countHere,
      ids: () => Array.from(waiting.keys()).filter((id) => countHere(id) > 0),
    });

  return {
    wait(id, { ms, signal, asker: token, reportsDelivery = false }) {
      const asker: Asking | undefined = token === undefined ? undefined : { token, takes: !reportsDelivery };
      if (asker !== undefined) recordSighting(id);
      if (released || ms <= 0 || signal?.aborted === true) return { ended: Promise.resolve(null), leave() {} };
      const { promise: ended, resolve } = Promise.withResolvers<AskRecord | null>();
      const group = waiting.get(id) ?? { settles: new Set(), askers: [] };
      waiting.set(id, group);
      const settle = (record: AskRecord | null) => {
        if (!group.settles.delete(settle)) return;
        total -= 1;
        if (asker !== undefined) {
          group.askers.splice(group.askers.indexOf(asker), 1);
          elsewhere?.changed(id);
        }
        cancel();
        signal?.removeEventListener("abort", leave);
        if (group.settles.size === 0) waiting.delete(id);
        if (record === null && asker !== undefined) recordSighting(id);
        resolve(record);
      };
      const leave = () => settle(null);
      const cancel = clock.after(ms, leave);
      group.settles.add(settle);
      total += 1;
      if (asker !== undefined) {
        group.askers.push(asker);
        elsewhere?.changed(id);
      }
      signal?.addEventListener("abort", leave, { once: true });
      return { ended, leave };
    },
    follow(token) {
      readers.set(token, (readers.get(token) ?? 0) + 1);
      return () => {
        const left = (readers.get(token) ?? 1) - 1;
        if (left > 0) return void readers.set(token, left);
        readers.delete(token);
        leftAt.set(token, clock.now());
      };
    },
    ended(record) {
      const group = waiting.get(record.id);
      if (group !== undefined) for (const settle of [...group.settles]) settle(record);
      seen.delete(record.id);
    },
    hasTaker: ({ id, token }) => waiting.get(id)?.askers.some((asker) => asker.takes && asker.token === token) === true,
    recordSighting,
    of({ id, token, outcome, callback }) {
      const isPending = outcome === undefined;
      const isFollowed = isPending && (readers.has(token) || callback !== undefined);
      const count = countHere(id) + (elsewhere?.count(id) ?? 0) + (isFollowed ? 1 : 0);
      const left = isPending ? leftAt.get(token) : undefined;
      return { count, lastSeenAt: count > 0 ? clock.now() : Math.max(seen.get(id) ?? 0, left ?? 0) };
    },
    total: () => total,
    takeSightings() {
      for (const [id, { askers }] of waiting) if (askers.length > 0) recordSighting(id);
      const sightings = Array.from(seen, ([id, lastSeenAt]) => ({ id, lastSeenAt }));
      for (const { id } of sightings) if (countHere(id) === 0) seen.delete(id);
      return sightings;
    },
    release() {
      released = true;
      elsewhere?.stop();
      for (const { settles } of [...waiting.values()]) for (const settle of [...settles]) settle(null);
    },
  };
}
