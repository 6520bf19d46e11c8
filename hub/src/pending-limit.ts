import { YourcallError } from "@yourcall/core";
import type { Store } from "./store/store.ts";

/** Whose asks are counted together. */
export interface Scope {
  token: string;
  session: string | null;
}

/** Keeps one session from having more asks pending than a person could look through. */
export interface PendingLimit {
  /** Creates an ask where there is room for one more; else throws `too-many`. A key that has its ask always gets through. */
  within<Result>(scope: Scope, key: string | null, create: () => Promise<Result>): Promise<Result>;
}

const maxScopes = 1000;

export function createPendingLimit(store: Store, most: number): PendingLimit {
  // What is being created is not in the store yet, and must count: many calls may come at once. Calls under one key are one.
  const creating = new Map<string, Set<string | symbol>>();
  // How many more of a scope may come before the store is counted again: half of the room there was, since endings only make
  // more of it, and another hub may be filling the rest.
  const spare = new Map<string, number>();

  async function hasAsk({ token, session }: Scope, key: string): Promise<boolean> {
    const known = await store.findByKey(token, session, key);
    return known !== null && known.status !== "cancelled" && known.status !== "expired";
  }

  return {
    async within(scope, key, create) {
      if (key !== null && (await hasAsk(scope, key))) return create();
      const name = JSON.stringify([scope.token, scope.session]);
      const call = key ?? Symbol();
      const left = spare.get(name) ?? 0;
      const stored = left > 0 ? null : await store.countPending(scope);
      const others = creating.get(name) ?? new Set();
      if (stored !== null && !others.has(call) && stored + others.size >= most)
        throw new YourcallError(
          "too-many",
          `${most} asks of this session are pending. Wait for answers before asking more.`,
        );
      creating.set(name, others.add(call));
      if (spare.size >= maxScopes) spare.clear();
      spare.set(name, stored === null ? left - 1 : Math.max(0, Math.floor((most - stored - others.size) / 2)));
      try {
        return await create();
      } finally {
        others.delete(call);
        if (others.size === 0 && creating.get(name) === others) creating.delete(name);
      }
    },
  };
}
