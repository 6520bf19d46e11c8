import type { Statements } from "./statements.ts";

/** Notices what other connections have written. Nobody else should; where somebody did, nothing that is remembered holds. */
export interface Others {
  /** Looks, unless the last look was just now: it costs more than a read out of memory. For reads. */
  glance(): void;
  /** Looks under the lock, and tells whether anything was forgotten since the last time it was asked. For writes. */
  begin(): boolean;
  /** What is remembered may be wrong for another reason, and is forgotten at the next look. */
  distrust(): void;
}

const glanceMs = 100;

export function createOthers(sql: Statements, forget: () => void): Others {
  let version: unknown;
  let glancedAt = Number.NEGATIVE_INFINITY;
  let forgot = true;

  function look(): void {
    const current = sql("PRAGMA data_version").get()?.data_version;
    if (current === version) return;
    forgot = true;
    forget();
    version = current;
  }

  return {
    glance() {
      const now = performance.now();
      if (now - glancedAt <= glanceMs) return;
      look();
      glancedAt = now;
    },
    begin() {
      look();
      const didForget = forgot;
      forgot = false;
      return didForget;
    },
    distrust() {
      version = undefined;
      glancedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
