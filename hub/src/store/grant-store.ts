import type { By } from "@yourcall/core";
import type { GrantCovers, grantPlaces } from "@yourcall/core/internal/wire";

/** A person's permission ahead of time, as it is stored. Times are milliseconds since the epoch. */
export interface GrantRecord {
  id: string;
  tool: string;
  covers: GrantCovers;
  /** The input of the approval it was made on, as canonical JSON. */
  input: string;
  where: { kind: (typeof grantPlaces)[number]; session?: string; cwd?: string };
  /** The token of the agent it was made for: another agent is never covered in the same session. */
  token: string;
  madeAt: number;
  /** Undefined: until the session ends. */
  until?: number;
  /** The ask that was allowed when it was made, and who did that. */
  ask: string;
  by: By;
  /** The hub at which it was made; it ends when that one starts again. */
  hub: string;
  uses: number;
  usedAt?: number;
}

export interface GrantStore {
  addGrant(grant: Omit<GrantRecord, "uses" | "usedAt">): Promise<void>;
  /** All grants, oldest first. Each use was counted in the commit that ended its ask. */
  listGrants(): Promise<GrantRecord[]>;
  /** Removes grants and returns the ids of those that existed. From then on no ask ends with any of them. */
  removeGrants(ids: readonly string[]): Promise<string[]>;
}
