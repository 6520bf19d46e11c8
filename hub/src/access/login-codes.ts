import { randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Store } from "../store/store.ts";
import { hashToken } from "./token.ts";

/** Codes for one login each, kept in the store, because a login may reach a different hub than the one that made the code. */
interface LoginCodes {
  create(madeFrom: string): Promise<string>;
  /** The token that the code was made with; null if it is wrong, used, or older than a minute. */
  take(code: string): Promise<string | null>;
}

const loginMs = 60_000;
const maxCodes = 100;

export function createLoginCodes(store: Store, clock: Clock): LoginCodes {
  const own = new Map<string, () => void>();

  async function drop(hash: string): Promise<void> {
    own.get(hash)?.();
    own.delete(hash);
    // A code that cannot be removed now will have expired by its next use.
    await store.takeCode(hash).catch(() => {});
  }

  return {
    async create(madeFrom) {
      // Shorter than a token, since it lives for a minute and is part of an address that people copy.
      const code = randomBytes(16).toString("base64url");
      const hash = hashToken(code);
      await store.addCode({ hash, madeFrom, until: clock.now() + loginMs });
      // The timer ends the code even if the clock is set back; `until` ends it even if the machine, and so the timer, was asleep.
      own.set(
        hash,
        clock.after(loginMs + 1, () => void drop(hash)),
      );
      const oldest = own.keys().next().value;
      if (own.size > maxCodes && oldest !== undefined) await drop(oldest);
      return code;
    },
    async take(code) {
      const hash = hashToken(code);
      own.get(hash)?.();
      own.delete(hash);
      const found = await store.takeCode(hash);
      return found === null || clock.now() > found.until ? null : found.madeFrom;
    },
  };
}
