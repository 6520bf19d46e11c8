import { type Ask, type AskRequest, type HubAsker, machineClock, type Outcome, YourcallError } from "@yourcall/core";
import { followAsk, isHubAway } from "@yourcall/core/internal";
import type { WireAsk } from "@yourcall/core/internal/wire";
import { createKey } from "./create-ask-id.ts";
import type { HubClient } from "./create-hub-client.ts";
import type { HubUnreachableError } from "./errors.ts";
import { holdAsk, type Kept, type LiveOptions, waitOn } from "./live-ask.ts";

/** A live ask that this process asked. */
export type OwnLiveAsk = ReturnType<typeof askLive>;

/** How an asking process reaches the hub. */
export interface AskingHub {
  /** A client of the hub, which is started if necessary. `revive` says whether to look for the hub again after a failure. */
  open(scope: "agent" | "human", revive: (error: Error) => boolean): Promise<HubClient>;
  /** A hub in this process, because there is no other. */
  openHere(reason: Error): Promise<{ agent: HubClient; person: HubClient }>;
}

interface AskLiveOptions extends LiveOptions {
  hub: AskingHub;
  /** Called if the ask could not be withdrawn and may still be pending. */
  onLost: (message: string) => void;
  /** How long withdrawing may take. */
  withdrawWithinMs: number;
}

/**
 * Puts an ask that is on the screen into the hub too, and so on every other screen; if no hub can be started, into one in this
 * process. Only the hub ends it.
 */
export function askLive(ask: Ask, request: AskRequest, options: AskLiveOptions) {
  const { hub, onLost, withdrawWithinMs } = options;
  const key = request.key ?? createKey(crypto.randomUUID());
  const leaving = new AbortController();
  const closing = new AbortController();
  const kept = Promise.withResolvers<Kept>();
  let known: WireAsk | undefined;
  // A hub that has read the ask may have stored it. Then only the hub decides, so the ask is sent again under the same key.
  let mayExist = false;
  let attempted = false;

  function revive(error: Error): boolean {
    mayExist ||= (error as Partial<HubUnreachableError>).mayHaveArrived === true;
    return known !== undefined || mayExist;
  }

  async function follow(): Promise<Outcome> {
    try {
      return await followAt({ agent: await hub.open("agent", revive), person: await hub.open("human", revive) });
    } catch (error) {
      if (known !== undefined || mayExist || !takesNoAsks(error)) throw error;
      return followAt(await hub.openHere(error));
    }
  }

  async function followAt({ agent, person }: { agent: HubClient; person: HubClient }): Promise<Outcome> {
    for (const client of [agent, person]) closing.signal.addEventListener("abort", client.close);
    const asker: HubAsker = {
      ...agent,
      async create(request, options) {
        attempted = true;
        known = await agent.create(request, options);
        return known;
      },
      wait: (id, { signal } = {}) => waitOn(agent, id, AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])),
    };
    const { signal } = leaving;
    const keyed = { ...request, key };
    return followAsk(asker, keyed, { clock: machineClock, signal, onCreated, withdrawWithinMs, onLost });

    async function onCreated({ id }: { id: string }): Promise<void> {
      // The ask may be an earlier one, with a draft, which only a person may read.
      if (request.key !== undefined) known = await person.get(id).catch(() => known);
      if (known !== undefined) kept.resolve({ ask: known, person });
    }
  }

  const following = follow();
  following.catch(kept.reject);

  return {
    ...holdAsk(ask, kept.promise, following, closing, options),
    /** Withdraws the ask; resolves with the outcome that won, null if it never reached a hub. */
    async withdraw(reason: string): Promise<Outcome | null> {
      leaving.abort(reason);
      // Still looking for a hub. Once one is found, the aborted ask is not sent.
      if (!attempted) return null;
      return following.catch((error) => {
        if (known !== undefined) throw error;
        return null;
      });
    },
  };
}

/** Whether there is no hub that accepts asks from here. Any other refusal is about the ask itself. */
function takesNoAsks(error: unknown): error is YourcallError {
  return isHubAway(error) || (YourcallError.isInstance(error) && error.code === "unauthorized");
}
