import { type Clock, type Delivery, machineClock, type Outcome } from "@yourcall/core";
import { pause } from "@yourcall/core/internal";
import type { HubEvent, WireAsk } from "@yourcall/core/internal/wire";
import { createKey } from "./create-ask-id.ts";
import type { HubClient } from "./create-hub-client.ts";

/** An ask that has ended. */
export type EndedAsk = WireAsk & { outcome: Outcome };

export interface FollowAnsweredOptions {
  /** A client of the hub with a named agent token, or one of scope `app`. With the shared agent token, name a `session`. */
  hub: Pick<HubClient, "events" | "get" | "listAll" | "claim" | "delivery">;
  /**
   * Called for each ended ask that was not delivered, also for those that ended before the start, until its promise resolves: then the
   * outcome is `taken`, or what is returned. At least once: it may be called again after a crash. Of all followers, on any number of
   * servers, only one at a time is called for the asks of one session. The signal is aborted if another follower has taken over,
   * because this one could not reach the hub in time.
   */
  onAnswered: (ask: EndedAsk, signal: AbortSignal) => Answered | Promise<Answered>;
  /** Only asks of this session. */
  session?: string;
  /** Only asks for which this is true. */
  filter?: (ask: WireAsk) => boolean;
  /** How long to leave an ended ask to a run that waits for it by itself, in milliseconds. Not at all by default. */
  graceMs?: (ask: WireAsk) => number;
  /** The name under which outcomes are claimed. Random by default. */
  holder?: string;
  /** How long after a crash another follower takes over. One minute by default. */
  leaseMs?: number;
  /** Called with failures, which are tried again. `console.error` by default. */
  onError?: (error: unknown) => void;
  clock?: Clock;
}

/** What became of the outcome: nothing for "taken". */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing is the common case.
export type Answered = void | undefined | Pick<Delivery, "state" | "note">;

/** What a source of events calls. */
export interface EventListener {
  receive(event: HubEvent): void;
  /** The hub is away; the events that follow may have a gap. */
  lost(): void;
}

/** Resolves with a function that stops, once events arrive. Rejects if the hub is away. */
export type ListenToEvents = (listener: EventListener) => Promise<() => void>;

const longestPauseMs = 60_000;

/**
 * Continues paused runs with what people decided:
 *
 *     start, and whenever the hub is back ──▶ what ended meanwhile ──┐
 *     "ask-ended" ───────────────────────────────────────────────────┴──▶ claim ──▶ onAnswered ──▶ taken
 *                                                       another has it: later ◀─┘      │ fails       │ fails
 *                                                                                      └─ again ◀────┘
 *
 * @example
 * const following = followAnswered({ hub, onAnswered: ({ agent, outcome }) => console.log(agent.session, outcome.status) });
 * await following.close();
 */
export function followAnswered(
  options: FollowAnsweredOptions,
  listen: ListenToEvents = (listener) => listenToHub(options, listener),
): { close(): Promise<void> } {
  const { hub, onAnswered, session, filter = () => true, graceMs = () => 0, leaseMs = 60_000 } = options;
  const { onError = logError, clock = machineClock, holder = createKey(crypto.randomUUID()) } = options;
  const stop = new AbortController();
  const { signal } = stop;
  const busy = new Map<string, Promise<void>>();
  const queues = new Map<string, Promise<void>>();

  const sleep = (ms: number) => pause(clock, ms, signal);
  const backOff = (tries: number) => sleep(Math.min(longestPauseMs, 1000 * 2 ** Math.min(tries, 6)));

  function settle(ask: WireAsk): void {
    if (busy.has(ask.id) || ask.delivery?.state !== "waiting" || !filter(ask)) return;
    const settling = wait(ask)
      .then(() => inTurn(ask, () => deliver(ask)))
      .catch((error) => {
        if (!signal.aborted) onError(error);
      })
      .finally(() => busy.delete(ask.id));
    busy.set(ask.id, settling);
  }

  async function wait(ask: WireAsk): Promise<void> {
    const ms = graceMs(ask);
    if (ms > 0) await sleep(ms);
  }

  /** One after the other within a session, because a claim covers the session. */
  function inTurn({ id, agent }: WireAsk, act: () => Promise<void>): Promise<void> {
    const name = agent.session ?? id;
    const turn = (queues.get(name) ?? Promise.resolve()).then(act, act);
    queues.set(name, turn);
    const leave = () => queues.get(name) === turn && queues.delete(name);
    turn.then(leave, leave);
    return turn;
  }

  async function deliver({ id, agent: { session } }: WireAsk): Promise<void> {
    const claim = () => hub.claim(id, { holder, leaseMs, session });
    for (;;) {
      const { claimed, ask } = await again(claim);
      const { outcome, delivery } = ask;
      if (outcome === undefined || delivery?.state !== "waiting") return;
      if (!claimed) {
        await sleep(leaseMs);
        continue;
      }
      const held = keep(claim);
      try {
        const result = await again(async () => onAnswered({ ...ask, outcome }, held.signal), held.signal);
        await again(() => hub.delivery(id, { state: "taken", ...result, session, holder }), held.signal);
        return;
      } catch (error) {
        if (signal.aborted || !held.signal.aborted) throw error;
        // Another follower has it now; the next claim tells what became of it.
        onError(error);
      } finally {
        held.drop();
      }
    }
  }

  /** Renews a claim until it is dropped. Its signal says that it was lost, or that following has ended. */
  function keep(claim: () => ReturnType<HubClient["claim"]>) {
    const lost = new AbortController();
    let cancel = () => {};
    const renewLater = () => {
      cancel = clock.after(leaseMs / 3, async () => {
        // A renewal that does not get through is tried again; the hub itself decides who has the claim.
        const renewed = await claim().catch(() => null);
        if (renewed !== null && !renewed.claimed && renewed.ask.delivery?.state === "waiting")
          lost.abort(new Error(`Another follower has taken over ${renewed.ask.id}.`));
        else if (!lost.signal.aborted) renewLater();
      });
    };
    renewLater();
    return {
      signal: AbortSignal.any([signal, lost.signal]),
      drop() {
        cancel();
        lost.abort();
      },
    };
  }

  /** Tries until `act` succeeds or the signal is aborted. */
  async function again<Value>(act: () => Promise<Value>, until: AbortSignal = signal): Promise<Value> {
    for (let tries = 0; ; tries += 1) {
      until.throwIfAborted();
      try {
        return await act();
      } catch (error) {
        until.throwIfAborted();
        onError(error);
        await backOff(tries);
      }
    }
  }

  async function follow(): Promise<void> {
    for (let tries = 0; !signal.aborted; ) {
      try {
        const { promise: lost, resolve } = Promise.withResolvers<void>();
        const leave = await listen({
          receive: (event) => event.type === "ask-ended" && settle(event.ask),
          lost: resolve,
        });
        signal.addEventListener("abort", () => resolve(), { once: true });
        try {
          // Only after the stream has started, so that no ask ends unnoticed in between.
          for await (const ask of hub.listAll({ delivery: "waiting", order: "oldest", session })) settle(ask);
          tries = 0;
          if (!signal.aborted) await lost;
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

async function listenToHub(
  { hub, session }: FollowAnsweredOptions,
  { receive, lost }: EventListener,
): Promise<() => void> {
  const stop = new AbortController();
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  void (async () => {
    let away: unknown = new Error("The hub is away.");
    const onState = (state: "live" | "reconnecting") => state === "reconnecting" && stop.abort();
    try {
      for await (const event of hub.events({ signal: stop.signal, onState, session })) {
        resolve();
        receive(event);
      }
    } catch (error) {
      away = error;
    }
    reject(away);
    lost();
  })();
  await opened;
  return () => stop.abort();
}

function logError(error: unknown): void {
  console.error(error);
}
