import { YourcallError } from "@yourcall/core";
import type { Store } from "./store/store.ts";

/** Whose asks are counted together. */
export interface Scope {
  token: string;
  session: string | null;
}

/** Keeps one session from having more asks pending than a person could look through. */
export interface PendingLimit {
  /**
   * Lets an ask be created where there is room for one more, else fails with `too-many`. A key that has its ask always gets
   * through. Returns what is to be called once it is created or has failed. Where it is plain that there is room, there is no
   * promise: nearly every ask comes this way.
   */
  enter(scope: Scope, key: string | null): (() => void) | Promise<() => void>;
}

const maxScopes = 1000;

/** What is being created of one scope: how many asks, and how many calls under each key, which make one ask. */
interface Creating {
  count: number;
  keys: Map<string, number>;
}

export function createPendingLimit(store: Store, most: number): PendingLimit {
  // What is being created is not in the store yet, and must count: many calls may come at once. Calls under one key are one.
  const creating = new Map<string, Creating>();
  // How many more of a scope may come before the store is counted again: half of the room there was, since endings only make
  // more of it, and another hub may be filling the rest.
  const spare = new Map<string, number>();

  async function hasAsk({ token, session }: Scope, key: string): Promise<boolean> {
    const known = await store.findByKey(token, session, key);
    return known !== null && known.status !== "cancelled" && known.status !== "expired";
  }

  function add(name: string, key: string | null): () => void {
    let others = creating.get(name);
    if (others === undefined) {
      others = { count: 0, keys: new Map() };
      creating.set(name, others);
    }
    const { keys } = others;
    const sharing = key === null ? 0 : (keys.get(key) ?? 0);
    if (key !== null) keys.set(key, sharing + 1);
    if (sharing === 0) others.count += 1;
    return () => {
      const left = key === null ? 0 : (keys.get(key) ?? 1) - 1;
      if (key !== null && left > 0) keys.set(key, left);
      else if (key !== null) keys.delete(key);
      if (left > 0) return;
      others.count -= 1;
      if (others.count === 0) creating.delete(name);
    };
  }

  async function enterCounted(scope: Scope, name: string, key: string | null): Promise<() => void> {
    if (key !== null && (await hasAsk(scope, key))) return () => {};
    const stored = await store.countPending(scope);
    const others = creating.get(name);
    const count = stored + (others?.count ?? 0);
    if (count >= most && (key === null || others?.keys.has(key) !== true))
      throw new YourcallError(
        "too-many",
        `This session has ${most} pending, and may have no more. Wait for an answer before asking again.`,
      );
    const leave = add(name, key);
    if (spare.size >= maxScopes) spare.clear();
    spare.set(name, Math.max(0, Math.floor((most - count - 1) / 2)));
    return leave;
  }

  return {
    enter(scope, key) {
      // No token has a space in its name.
      const name = scope.session === null ? scope.token : `${scope.token} ${scope.session}`;
      const left = spare.get(name) ?? 0;
      if (key !== null || left <= 0) return enterCounted(scope, name, key);
      spare.set(name, left - 1);
      return add(name, null);
    },
  };
}
