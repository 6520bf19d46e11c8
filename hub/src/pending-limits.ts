import {
  defaultMaxPendingBytesPerToken,
  defaultMaxPendingPerSession,
  defaultMaxPendingPerToken,
  YourcallError,
} from "@yourcall/core";
import type { PendingLimits, Store } from "./store/store.ts";

/** The limits as config.json names them. */
export interface PendingOptions {
  /** How many asks of one session may be pending at once. */
  maxPendingPerSession?: number;
  /** How many asks of one token may be pending at once, in all its sessions. */
  maxPendingPerToken?: number;
  /** How many bytes they may take. */
  maxPendingBytesPerToken?: number;
}

export function toPendingLimits(options: PendingOptions): Required<PendingLimits> {
  const maxPending = options.maxPendingPerSession ?? defaultMaxPendingPerSession;
  return {
    maxPending,
    // What one session may have, its token may.
    maxPendingOfToken: options.maxPendingPerToken ?? Math.max(defaultMaxPendingPerToken, maxPending),
    maxBytesOfToken: options.maxPendingBytesPerToken ?? defaultMaxPendingBytesPerToken,
  };
}

/** Says which limit a new ask would exceed. */
export async function tooMany(
  store: Store,
  { maxPending, maxPendingOfToken, maxBytesOfToken }: Required<PendingLimits>,
  scope: { token: string; session: string | null },
): Promise<YourcallError> {
  const [which, setting] =
    (await store.countPending(scope)) >= maxPending
      ? [`This session already has ${maxPending} pending asks`, "maxPendingPerSession"]
      : (await store.loadOf(scope.token)).pending >= maxPendingOfToken
        ? [`This token already has ${maxPendingOfToken} pending asks`, "maxPendingPerToken"]
        : [`The pending asks of this token would take more than ${maxBytesOfToken} bytes`, "maxPendingBytesPerToken"];
  return new YourcallError(
    "too-many",
    `${which}, the limit (${setting} in config.json). Wait for an answer before asking again.`,
  );
}
