import { type AskRequest, type KeyedRequest, type Outcome, pause } from "@yourcall/core";
import type { Connection } from "./connection.ts";
import { type HubUnreachableError, isRetryable } from "./errors.ts";
import { toWireAsk } from "./to-wire-ask.ts";
import type { WireAsk } from "./wire.ts";

export interface AskingOptions {
  /** How long one request for the outcome is held. 60 seconds. */
  holdSeconds?: number;
  /** How long an aborted `ask` tries to reach the hub before it throws. 30 seconds. */
  withdrawWithinMs?: number;
  /** A new random key for each ask that names none. */
  createKey?: () => string;
}

export interface CreateOptions {
  /** Stops further attempts, but never cuts off one under way: the hub might still read it and keep an ask nobody waits for. */
  signal?: AbortSignal;
  /** How long the hub may hold the response for an answer that comes at once. Not at all by default. */
  holdSeconds?: number;
  /** When to give up if no hub takes the ask. The failure says whether it may have arrived all the same. */
  withinMs?: number;
}

export interface WaitOptions {
  /** Ends the waiting with the signal's reason. The ask stays. */
  signal?: AbortSignal;
  /**
   * How long to wait, to the second; by default until the ask ends. If the hub is away or silent by then, that is an error:
   * what it did not say, "still pending" included, is not said for it.
   */
  timeoutMs?: number;
}

/** The requests of an asker, made again for as long as that may help. */
export interface Asking {
  toKeyed(request: AskRequest): KeyedRequest;
  create(request: AskRequest, options?: CreateOptions): Promise<WireAsk>;
  get(id: string): Promise<WireAsk>;
  wait(id: string, options?: WaitOptions): Promise<Outcome | null>;
  cancel(id: string, reason?: string, options?: { withinMs?: number }): Promise<WireAsk>;
}

// The hub holds for whole seconds, and what it says then takes a moment to arrive.
const replyMs = 2000;

export function toAskPath(id: string): string {
  return `/v1/asks/${encodeURIComponent(id)}`;
}

export function createAsking(connection: Connection, options: AskingOptions): Asking {
  const { holdSeconds: longestHoldSeconds = 60, withdrawWithinMs = 30_000 } = options;
  const { createKey = () => crypto.randomUUID() } = options;
  const { clock } = connection;

  function toKeyed(request: AskRequest): KeyedRequest {
    return { ...request, key: request.key ?? createKey() };
  }

  async function get(id: string, holdSeconds = 0, signal?: AbortSignal): Promise<WireAsk> {
    const path = holdSeconds > 0 ? `${toAskPath(id)}?wait=${holdSeconds}` : toAskPath(id);
    return toWireAsk(await connection.call({ method: "GET", path, holdSeconds, signal }));
  }

  return {
    toKeyed,
    get: (id) => get(id),

    async create(request, { signal, holdSeconds, withinMs } = {}) {
      const body = toKeyed(request);
      let mayExist = false;
      async function post(limit: AbortSignal | undefined): Promise<WireAsk> {
        const hold = signal?.aborted ? 0 : holdSeconds;
        try {
          const call = { method: "POST", path: "/v1/asks", body, holdSeconds: hold, signal: limit } as const;
          return toWireAsk(await connection.call(call));
        } catch (error) {
          if (isRetryable(error) && (error as Partial<HubUnreachableError>).mayHaveArrived !== false) mayExist = true;
          throw error;
        }
      }
      try {
        signal?.throwIfAborted();
        return await connection.keepTrying((_, limit) => post(limit), { signal, withinMs });
      } catch (error) {
        if (!signal?.aborted || error !== signal.reason || !mayExist) throw error;
      }
      // Its response was lost: found by its key, it can be withdrawn.
      return connection.keepTrying((_, limit) => post(limit), { giveUpAfterMs: withdrawWithinMs });
    },

    async wait(id, { signal, timeoutMs } = {}) {
      const until = timeoutMs === undefined ? Number.POSITIVE_INFINITY : clock.now() + timeoutMs;
      const leftMs = () => Math.max(0, until - clock.now());
      let hurried = 0;
      for (;;) {
        const startedAt = clock.now();
        const limits = timeoutMs === undefined ? {} : { giveUpAfterMs: leftMs(), withinMs: leftMs() + replyMs };
        const ask = await connection.keepTrying(
          (signal) => get(id, Math.min(longestHoldSeconds, Math.ceil(leftMs() / 1000)), signal),
          { signal, ...limits },
        );
        if (ask.outcome !== undefined) return ask.outcome;
        if (leftMs() === 0) return null;
        // Something that does not hold responses must not be asked a thousand times a second.
        if (clock.now() - startedAt >= 500) hurried = 0;
        else await pause(clock, Math.min(5_000, 250 * 2 ** hurried++, leftMs()), signal);
      }
    },

    cancel(id, reason, { withinMs } = {}) {
      const body = reason === undefined ? {} : { reason };
      const post = async (signal?: AbortSignal) =>
        toWireAsk(await connection.call({ method: "POST", path: `${toAskPath(id)}/cancel`, body, signal }));
      return withinMs === undefined ? post() : connection.keepTrying(post, { giveUpAfterMs: withinMs });
    },
  };
}
