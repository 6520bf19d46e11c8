import type { WireChainEntry, WireChecked } from "@yourcall/core/internal/wire";
import { chainStart, toChainHash, toDigest, toRecordText } from "./store/record-chain.ts";
import type { Store } from "./store/store.ts";

const atOnce = 200;

/** The entries of the chain after a sequence, each with its record, oldest first. */
export async function exportChain(store: Store, after: number, limit = atOnce): Promise<WireChainEntry[]> {
  await store.sealRecords();
  const entries = await store.chainAfter(after, limit);
  return Promise.all(
    entries.map(async ({ isForgotten, ...entry }) => {
      const record = await store.get(entry.ask);
      return {
        ...entry,
        ...(record === null ? {} : { record: toRecordText(record) }),
        ...(isForgotten && { forgotten: true }),
      };
    }),
  );
}

/** Checks the whole chain against the records, and says where it breaks. */
export async function verifyChain(store: Store): Promise<WireChecked> {
  const check = createChainCheck();
  for (let after = 0; ; ) {
    const entries = await exportChain(store, after);
    for (const entry of entries) if (!check.add(entry)) return check.result();
    if (entries.length < atOnce) break;
    after = entries.at(-1)?.sequence ?? after;
  }
  const beside = await store.countUnsealed();
  if (beside > 0)
    check.fail("", `${beside} ended asks are in the store but not in the chain. They were not written by a hub.`);
  return check.result();
}

/** Checks entries one after another. */
export function createChainCheck() {
  const checked: WireChecked = { records: 0, forgotten: 0, head: chainStart };

  function fail(ask: string, why: string): false {
    checked.fault = { ask, why };
    return false;
  }

  return {
    fail,
    /** False if the chain breaks here; then the result says why. */
    add({ sequence, ask, digest, hash, record, forgotten }: WireChainEntry): boolean {
      if (toChainHash(checked.head, { sequence, ask, digest }) !== hash)
        return fail(ask, "The entry does not continue the chain: it, or one before it, was changed, added or removed.");
      if (record === undefined && forgotten !== true) return fail(ask, "The record was removed, and not by the hub.");
      if (record !== undefined && toDigest(record) !== digest)
        return fail(ask, "The record was changed after it had ended.");
      checked.head = hash;
      if (record === undefined) checked.forgotten += 1;
      else checked.records += 1;
      return true;
    },
    result: () => checked,
  };
}
