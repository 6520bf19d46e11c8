import type { Statements } from "./connection.ts";

/**
 * How much tokens have pending, remembered from one transaction to the next: counting it would take longer the more a token has. A
 * transaction changes it as it goes.
 */
export interface TokenLoads {
  of(token: string): Load;
  change(token: string, by: Load): void;
  /** Forgets everything, after a failed transaction or one of another process. */
  clear(): void;
}

interface Load {
  pending: number;
  bytes: number;
}

const selectLoad = "SELECT count(*) AS pending, coalesce(sum(bytes), 0) AS bytes FROM pending WHERE token = ?";

export function createTokenLoads(sql: Statements): TokenLoads {
  const known = new Map<string, Load>();

  function of(token: string): Load {
    let load = known.get(token);
    if (load === undefined) {
      const row = sql(selectLoad).get(token);
      load = { pending: Number(row?.pending), bytes: Number(row?.bytes) };
      known.set(token, load);
    }
    return load;
  }

  return {
    of,
    change(token, by) {
      const { pending, bytes } = of(token);
      known.set(token, { pending: pending + by.pending, bytes: bytes + by.bytes });
    },
    clear: () => known.clear(),
  };
}
