import { YourcallError } from "@yourcall/core";
import {
  defaultMaxPendingBytesPerToken,
  defaultMaxPendingPerSession,
  defaultMaxPendingPerToken,
} from "@yourcall/core/internal";
import type { PendingLimits, Store } from "./store/store.ts";

/** The limits as config.json names them. */
export interface PendingOptions {
  /** How many asks of one session may be pending at the same time. */
  maxPendingPerSession?: number;
  /** How many asks of one token may be pending at the same time, in all its sessions. */
  maxPendingPerToken?: number;
  /** How many bytes the pending asks of one token may take. */
  maxPendingBytesPerToken?: number;
  /** How many bytes of asks one token may have stored in a day, whatever became of them. */
  maxBytesPerTokenAndDay?: number;
}

export function toPendingLimits(options: PendingOptions): Required<PendingLimits> {
  const maxPending = options.maxPendingPerSession ?? defaultMaxPendingPerSession;
  return {
    maxPending,
    // A token may have at least as many as one of its sessions.
    maxPendingOfToken: options.maxPendingPerToken ?? Math.max(defaultMaxPendingPerToken, maxPending),
    maxBytesOfToken: options.maxPendingBytesPerToken ?? defaultMaxPendingBytesPerToken,
  };
}

/** The error that says which limit a new ask would exceed. */
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
