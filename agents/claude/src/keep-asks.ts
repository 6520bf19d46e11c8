import { type Asker, type AskRequest, type HubAsker, isHubAsker, type Outcome } from "@yourcall/core";
import type { DeferStore } from "./defer-store.ts";

/**
 * An asker that finds the ask of a deferred call again, or its outcome, and keeps every other ask in the store while it waits:
 * Claude forgets a call that waits in a process which is killed, and can then be told what became of it.
 */
export function toKeeping(asker: Asker, store: DeferStore, hasDied?: HasDied): Asker {
  if (isHubAsker(asker)) return toKeepingHub(asker, store, hasDied);
  return {
    async ask(request, options) {
      const known = request.key === undefined ? undefined : (await store.load(request.key))?.outcome;
      if (known !== undefined) return known;
      const forget = await keep(store, request);
      try {
        return await asker.ask(request, options);
      } finally {
        await forget();
      }
    },
  };
}

/** Whether Claude ended by itself: its asks are then not withdrawn, since it can be told their outcome later. */
export type HasDied = () => Promise<boolean>;

function toKeepingHub(asker: HubAsker, store: DeferStore, hasDied?: HasDied): HubAsker {
  const kept = new Map<string, () => Promise<void>>();
  async function ended<Result extends Outcome | null>(id: string, outcome: Result): Promise<Result> {
    if (outcome !== null) await kept.get(id)?.();
    return outcome;
  }
  return {
    ...asker,
    ask: (request, options) => asker.ask(request, options),
    async create(request, options) {
      const known = request.key === undefined ? undefined : await store.load(request.key);
      if (known?.askId !== undefined) return { id: known.askId };
      const created = await asker.create(request, options);
      kept.set(created.id, await keep(store, request, created.id));
      await ended(created.id, created.outcome ?? null);
      return created;
    },
    wait: async (id, options) => ended(id, await asker.wait(id, options)),
    async cancel(id, reason, options) {
      if (kept.has(id) && (await hasDied?.())) throw new Error("It stays");
      await kept.get(id)?.();
      return await asker.cancel(id, reason, options);
    },
  };
}

/** Keeps an ask that waits in the process; the result forgets it. */
async function keep(store: DeferStore, request: AskRequest, askId?: string): Promise<() => Promise<void>> {
  const { key, agent, questions } = request;
  const session = agent?.session;
  if (key === undefined || session === undefined) return async () => {};
  await store.save({ session, toolUseId: key, askId, questions, cwd: agent?.cwd, request, inProcess: true });
  return () => store.remove(key);
}
