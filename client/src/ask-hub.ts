import type { AskRequest, Outcome } from "@yourcall/core";
import type { Connection } from "./connection.ts";
import { AlreadyEndedError, HubUnreachableError, isRetryable } from "./errors.ts";
import { toWireAsk } from "./to-wire-ask.ts";
import { getAsk, toAskPath, waitForOutcome } from "./wait-for-outcome.ts";
import type { WireAsk } from "./wire.ts";

export interface AskingOptions {
  /** How long one request for the outcome is held. 60 seconds. */
  holdSeconds?: number;
  /**
   * How long the request that creates an ask is held. 1 second: long enough for a quick answer to come back in the same
   * response, short enough that the id is known before a connection is likely to break. (A lost response is made good by
   * the key, but the key of an ask that was cancelled or expired meanwhile would create a second one.)
   */
  firstHoldSeconds?: number;
  /** How long an aborted `ask` tries to reach the hub before it throws. 30 seconds. */
  withdrawWithinMs?: number;
}

/** A request under the key that lets every attempt find the same ask. */
export type KeyedRequest = AskRequest & { key: string };

export async function postAsk(
  connection: Connection,
  request: KeyedRequest,
  { holdSeconds = 0, signal }: { holdSeconds?: number; signal?: AbortSignal | undefined } = {},
): Promise<WireAsk> {
  return toWireAsk(await connection.call({ method: "POST", path: "/v1/asks", body: request, holdSeconds, signal }));
}

/**
 * One ask from its creation to its outcome:
 *
 *     create ──▶ wait ──▶ outcome        every arrow is tried again while the hub is away
 *       │ abort    │ abort
 *       ▼          ▼
 *     create ──▶ withdraw ──▶ the outcome that won
 *
 * An outcome is what the hub said; the only one made up here is `cancelled` for an ask that certainly never reached it.
 * A request that creates is never cut off by an abort: cut off, it might still be read and leave an ask nobody waits for.
 */
export async function askHub(
  connection: Connection,
  request: KeyedRequest,
  { holdSeconds = 60, firstHoldSeconds = 1, withdrawWithinMs = 30_000 }: AskingOptions,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  let mayExist = false;
  let ask: WireAsk | undefined;

  async function create(): Promise<WireAsk> {
    try {
      return await postAsk(connection, request, { holdSeconds: signal?.aborted ? 0 : firstHoldSeconds });
    } catch (error) {
      if (isRetryable(error) && (error as Partial<HubUnreachableError>).mayHaveArrived !== false) mayExist = true;
      throw error;
    }
  }

  try {
    signal?.throwIfAborted();
    ask = await connection.keepTrying(create, { signal });
    if (ask.outcome !== undefined) return ask.outcome;
    const outcome = await waitForOutcome(connection, ask.id, holdSeconds, signal === undefined ? {} : { signal });
    if (outcome !== null) return outcome;
    throw new Error("unreachable: waiting without a time limit ended without an outcome");
  } catch (error) {
    if (!signal?.aborted || error !== signal.reason) throw error;
    if (ask === undefined && !mayExist)
      return { status: "cancelled", at: new Date(connection.clock.now()).toISOString() };
  }

  const limits = { giveUpAfterMs: withdrawWithinMs };
  try {
    const { id, outcome } = ask ?? (await connection.keepTrying(create, limits));
    return outcome ?? (await connection.keepTrying(() => withdraw(connection, id, signal.reason), limits));
  } catch (error) {
    if (!isRetryable(error)) throw error;
    throw new HubUnreachableError(
      `The ask could not be withdrawn and may still wait: ${ask === undefined ? "see `yourcall list`" : `\`yourcall cancel ${ask.id}\``} once the hub is back. ${error.message}`,
      { cause: error, mayHaveArrived: true },
    );
  }
}

async function withdraw(connection: Connection, id: string, reason: unknown): Promise<Outcome> {
  try {
    const ended = await cancelAsk(connection, id, typeof reason === "string" ? reason : undefined);
    if (ended.outcome !== undefined) return ended.outcome;
  } catch (error) {
    if (AlreadyEndedError.isInstance(error)) return error.outcome;
    throw error;
  }
  const { outcome } = await getAsk(connection, id);
  if (outcome !== undefined) return outcome;
  throw new HubUnreachableError("The hub took the withdrawal but still shows the ask as pending.", {
    mayHaveArrived: true,
  });
}

export async function cancelAsk(connection: Connection, id: string, reason?: string): Promise<WireAsk> {
  const body = reason === undefined ? {} : { reason };
  return toWireAsk(await connection.call({ method: "POST", path: `${toAskPath(id)}/cancel`, body }));
}
