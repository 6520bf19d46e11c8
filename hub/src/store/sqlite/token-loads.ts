import type { Statements } from "./connection.ts";
import { loadOf } from "./read-asks.ts";

/** What tokens have waiting, within one transaction: read once, written once, however many asks change it. */
export interface TokenLoads {
  of(token: string): Load;
  change(token: string, by: Load): void;
  /** Writes what has changed. */
  write(): void;
}

interface Load {
  pending: number;
  bytes: number;
}

const setLoad = `INSERT INTO loads (token, pending, bytes) VALUES (?1, ?2, ?3)
  ON CONFLICT (token) DO UPDATE SET pending = ?2, bytes = ?3`;

export function createTokenLoads(sql: Statements): TokenLoads {
  const known = new Map<string, Load>();
  const changed = new Set<string>();

  function of(token: string): Load {
    const load = known.get(token) ?? loadOf(sql, token);
    known.set(token, load);
    return load;
  }

  return {
    of,
    change(token, by) {
      const load = of(token);
      known.set(token, { pending: load.pending + by.pending, bytes: load.bytes + by.bytes });
      changed.add(token);
    },
    write() {
      for (const token of changed) sql(setLoad).run(token, of(token).pending, of(token).bytes);
    },
  };
}
