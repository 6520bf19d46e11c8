import type { Clock } from "./clock.ts";
import type { AskRecord } from "./store/store.ts";

/** Apps that follow their asks on the event stream. Each counts as an asker that waits for every ask of its token. */
export interface Followers {
  /** Counts one more reader of this token until it leaves. */
  follow(token: string): () => void;
  /** Whether an app waits for this ask in this way (0 or 1), and when one last did. */
  of(record: AskRecord): { count: number; lastSeenAt: number };
}

export function createFollowers(clock: Clock): Followers {
  const readers = new Map<string, number>();
  const leftAt = new Map<string, number>();
  return {
    follow(token) {
      readers.set(token, (readers.get(token) ?? 0) + 1);
      return () => {
        const left = (readers.get(token) ?? 1) - 1;
        if (left > 0) return void readers.set(token, left);
        readers.delete(token);
        leftAt.set(token, clock.now());
      };
    },
    of({ token, outcome }) {
      if (outcome !== null) return { count: 0, lastSeenAt: 0 };
      return readers.has(token)
        ? { count: 1, lastSeenAt: clock.now() }
        : { count: 0, lastSeenAt: leftAt.get(token) ?? 0 };
    },
  };
}
