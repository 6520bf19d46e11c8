import type { Outcome } from "@yourcall/core";
import { pause } from "./clock.ts";
import type { Connection } from "./connection.ts";
import { toWireAsk } from "./to-wire-ask.ts";
import type { WireAsk } from "./wire.ts";

export interface WaitOptions {
  /** Ends the waiting with the signal's reason. The ask stays. */
  signal?: AbortSignal;
  /** How long to wait, to the second; without it, until the ask ends. */
  timeoutMs?: number;
}

export function toAskPath(id: string): string {
  return `/v1/asks/${encodeURIComponent(id)}`;
}

export async function getAsk(
  connection: Connection,
  id: string,
  { holdSeconds = 0, signal }: { holdSeconds?: number; signal?: AbortSignal | undefined } = {},
): Promise<WireAsk> {
  const path = holdSeconds > 0 ? `${toAskPath(id)}?wait=${holdSeconds}` : toAskPath(id);
  return toWireAsk(await connection.call({ method: "GET", path, holdSeconds, signal }));
}

/** Asks the hub again and again, each time held, until the ask has ended. Null: it was still pending when time was up. */
export async function waitForOutcome(
  connection: Connection,
  id: string,
  longestHoldSeconds: number,
  { signal, timeoutMs }: WaitOptions = {},
): Promise<Outcome | null> {
  const { clock } = connection;
  const until = timeoutMs === undefined ? undefined : clock.now() + timeoutMs;
  let hurried = 0;
  for (;;) {
    const startedAt = clock.now();
    const leftMs = until === undefined ? undefined : Math.max(0, until - startedAt);
    const holdSeconds =
      leftMs === undefined ? longestHoldSeconds : Math.min(longestHoldSeconds, Math.ceil(leftMs / 1000));
    const ask = await connection.keepTrying(() => getAsk(connection, id, { holdSeconds, signal }), {
      signal,
      ...(leftMs === undefined ? {} : { giveUpAfterMs: leftMs }),
    });
    if (ask.outcome !== undefined) return ask.outcome;
    if (until !== undefined && clock.now() >= until) return null;
    // Something that does not hold responses must not be asked a thousand times a second.
    if (clock.now() - startedAt >= 500) hurried = 0;
    else await pause(clock, Math.min(5_000, 250 * 2 ** hurried++), signal);
  }
}
