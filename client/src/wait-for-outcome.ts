import type { Outcome } from "@yourcall/core";
import { pause } from "./clock.ts";
import type { Connection } from "./connection.ts";
import { toWireAsk } from "./to-wire-ask.ts";
import type { WireAsk } from "./wire.ts";

export interface WaitOptions {
  /** Ends the waiting with the signal's reason. The ask stays. */
  signal?: AbortSignal;
  /**
   * How long to wait, to the second; without it, until the ask ends. A hub that is away or silent by then is an error, and
   * soon: what it did not say, "still pending" included, is not said for it.
   */
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

// The hub holds for whole seconds, and what it says then takes a moment to arrive.
const replyMs = 2000;

/** Asks the hub again and again, each time held, until the ask has ended. Null: it was still pending when time was up. */
export async function waitForOutcome(
  connection: Connection,
  id: string,
  longestHoldSeconds: number,
  { signal, timeoutMs }: WaitOptions = {},
): Promise<Outcome | null> {
  const { clock } = connection;
  const until = timeoutMs === undefined ? Number.POSITIVE_INFINITY : clock.now() + timeoutMs;
  const leftMs = () => Math.max(0, until - clock.now());
  let hurried = 0;
  for (;;) {
    const startedAt = clock.now();
    const ask = await connection.keepTrying(
      (signal) => {
        const holdSeconds = Math.min(longestHoldSeconds, Math.ceil(leftMs() / 1000));
        return getAsk(connection, id, { holdSeconds, signal });
      },
      { signal, ...(timeoutMs === undefined ? {} : { giveUpAfterMs: leftMs(), withinMs: leftMs() + replyMs }) },
    );
    if (ask.outcome !== undefined) return ask.outcome;
    if (leftMs() === 0) return null;
    // Something that does not hold responses must not be asked a thousand times a second.
    if (clock.now() - startedAt >= 500) hurried = 0;
    else await pause(clock, Math.min(5_000, 250 * 2 ** hurried++, leftMs()), signal);
  }
}
