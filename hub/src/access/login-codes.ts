import type { Clock } from "../clock.ts";
import { createToken, hashToken } from "./token.ts";

/** Codes for one login each, kept in memory. */
export interface LoginCodes {
  create(madeFrom: string): string;
  /** The token that the code was made with; null if it is wrong, used, or older than a minute. */
  take(code: string): string | null;
  /** Drops the codes that these tokens made. */
  forget(tokens: readonly string[]): void;
}

const loginMs = 60_000;
const maxCodes = 100;

export function createLoginCodes(clock: Clock): LoginCodes {
  const codes = new Map<string, { madeFrom: string; until: number; stop: () => void }>();

  function drop(hash: string): void {
    codes.get(hash)?.stop();
    codes.delete(hash);
  }

  return {
    create(madeFrom) {
      const code = createToken("link").slice("yc_link_".length);
      const hash = hashToken(code);
      // The timer ends it even if the clock is set back; the time, even if the machine slept and the timer with it.
      const stop = clock.after(loginMs + 1, () => drop(hash));
      codes.set(hash, { madeFrom, until: clock.now() + loginMs, stop });
      const oldest = codes.keys().next().value;
      if (codes.size > maxCodes && oldest !== undefined) drop(oldest);
      return code;
    },
    take(code) {
      const hash = hashToken(code);
      const found = codes.get(hash);
      drop(hash);
      return found === undefined || clock.now() > found.until ? null : found.madeFrom;
    },
    forget(tokens) {
      for (const [hash, { madeFrom }] of codes) if (tokens.includes(madeFrom)) drop(hash);
    },
  };
}
