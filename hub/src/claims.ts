import type { ClaimBody } from "@yourcall/core/internal/wire";
import type { AskRecord, Store } from "./store/store.ts";

const claimMs = 60_000;

/** Claims the outcome of an ask for a holder, and with it those of all asks of its session. */
export async function claimOutcome(
  store: Store,
  now: number,
  found: AskRecord,
  { holder, leaseMs = claimMs }: ClaimBody,
): Promise<{ claimed: boolean; record: AskRecord }> {
  if (found.delivery?.state !== "waiting") return { claimed: false, record: found };
  const hasLease = await store.takeLease(toClaimName(found), { holder, until: now + leaseMs, now });
  // Read again: a holder before this one may have delivered the outcome and ended its claim in between.
  const record = (await store.get(found.id)) ?? found;
  const claimed = hasLease && record.delivery?.state === "waiting";
  if (hasLease && !claimed) await dropClaim(store, now, record, holder);
  return { claimed, record };
}

export async function dropClaim(store: Store, now: number, record: AskRecord, holder: string): Promise<void> {
  await store.dropLease(toClaimName(record), { holder, now });
}

/** The lease by which outcomes are claimed: one for all asks of a session. */
function toClaimName({ id, token, agent: { session } }: AskRecord): string {
  return session === undefined ? `claim ${id}` : `claim ${token} ${JSON.stringify(session)}`;
}
