import type { WireAsk } from "@yourcall/client";
import { machineClock, type Outcome, toAskToolOutput } from "@yourcall/core";
import { pause, toApprovalKey } from "@yourcall/core/internal";
import { isDurable } from "../ask-form.ts";
import { type AskFeed, createAskFeed } from "./ask-feed.ts";
import type { AnsweredAsk, FollowOptions } from "./ask-routes.ts";

// By then, a run of this server that waits for the outcome itself has taken it.
const graceMs = 5000;
const longestPauseMs = 60_000;

/**
 * What `createAskRoutes` does with its `onAnswered`, for servers that create their routes only on demand, as Next.js does. Calls
 * `onAnswered` for each ended ask that was not delivered, until it succeeds, then marks the outcome as taken:
 *
 *     start, and whenever the hub is back ──▶ what ended meanwhile ──┐
 *     "ask-ended" ──▶ did its own run wait? then look again later ───┴──▶ onAnswered ──▶ taken
 *                                                                          │ fails       │ fails
 *                                                                          └─ again ◀────┘
 *
 * @example
 * const following = followAnswered({ hub, onAnswered: ({ session }) => console.log(`Continue ${session}.`) });
 * await following.close();
 */
export function followAnswered(
  { hub, onAnswered, onError = logError, clock = machineClock }: FollowOptions,
  feed: AskFeed = createAskFeed(hub),
): { close(): Promise<void> } {
  const stop = new AbortController();
  const { signal } = stop;
  const busy = new Map<string, Promise<void>>();

  const sleep = (ms: number) => pause(clock, ms, signal);
  const backOff = (tries: number) => sleep(Math.min(longestPauseMs, 1000 * 2 ** Math.min(tries, 6)));

  function settle(ask: WireAsk): void {
    if (busy.has(ask.id) || ask.delivery?.state !== "waiting") return;
    const settling = deliver(ask)
      .catch((error) => {
        if (!signal.aborted) onError(error);
      })
      .finally(() => busy.delete(ask.id));
    busy.set(ask.id, settling);
  }

  async function deliver(ended: WireAsk): Promise<void> {
    let ask = ended;
    if (!isDurable(ask)) {
      await sleep(graceMs);
      ask = await again(() => hub.get(ended.id));
      if (ask.delivery?.state !== "waiting") return;
    }
    const { outcome } = ask;
    if (outcome === undefined) return;
    await again(async () => onAnswered(toAnswered(ask, outcome)));
    await again(() => hub.delivery(ask.id, { state: "taken", session: ask.agent.session }));
  }

  /** Retries until `act` succeeds or the routes are closed. */
  async function again<Value>(act: () => Promise<Value>): Promise<Value> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await act();
      } catch (error) {
        signal.throwIfAborted();
        onError(error);
        await backOff(tries);
      }
    }
  }

  async function follow(): Promise<void> {
    for (let tries = 0; !signal.aborted; ) {
      try {
        const { promise: lost, resolve } = Promise.withResolvers<void>();
        const leave = await feed.listen({
          receive: ({ event }) => event.type === "ask-ended" && settle(event.ask),
          lost: resolve,
        });
        signal.addEventListener("abort", () => resolve(), { once: true });
        try {
          // Only after the stream has started, so that no ask ends unnoticed in between.
          for await (const ask of hub.listAll({ delivery: "waiting", order: "oldest" })) settle(ask);
          tries = 0;
          await lost;
        } finally {
          leave();
        }
      } catch (error) {
        if (!signal.aborted) onError(error);
      }
      if (!signal.aborted) await backOff(tries++).catch(() => {});
    }
  }

  const following = follow();
  return {
    async close() {
      stop.abort();
      await following;
      await Promise.all(busy.values());
    },
  };
}

export const logError = (error: unknown): void => console.error(error);

function toAnswered(ask: WireAsk, outcome: Outcome): AnsweredAsk {
  const { kind, key, agent } = ask;
  const toolCallId = kind === "approval" ? key?.slice(0, -toApprovalKey("").length) : key;
  const output = kind === "approval" ? undefined : toAskToolOutput(ask, outcome);
  return { ask, outcome, session: agent.session, toolCallId, output };
}
