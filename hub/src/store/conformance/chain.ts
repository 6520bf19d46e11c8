import { describe, expect, it } from "vitest";
import { chainStart, toChainHash, toDigest, toRecordText } from "../record-chain.ts";
import type { Store } from "../store.ts";
import { create, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

/** Ends this many new asks, one after another, and returns their ids. */
async function endSome(store: Store, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const { id } = await create(store);
    await store.end(id, outcomes.answered(at));
    ids.push(id);
  }
  return ids;
}

export function describeChain({ open, join }: StoreUnderTest): void {
  describe("the chain of records", () => {
    it("has every ended ask in the order of their ends, each with a hash of what came before", async () => {
      const store = await open();
      await create(store);
      const ids = await endSome(store, 120);
      expect(await store.countUnsealed()).toBe(120);
      await store.sealRecords();
      expect(await store.countUnsealed()).toBe(0);
      const entries = [...(await store.chainAfter(0, 100))];
      entries.push(...(await store.chainAfter(entries.at(-1)?.sequence ?? 0, 100)));
      expect(entries.map(({ ask }) => ask)).toEqual(ids);
      let before = chainStart;
      for (const entry of entries) {
        const record = await store.get(entry.ask);
        expect(entry.digest).toBe(record === null ? "" : toDigest(toRecordText(record)));
        before = toChainHash(before, entry);
        expect(entry.hash).toBe(before);
      }
    });

    it("is the same whichever hub adds to it, also at the same time", async () => {
      const store = await open();
      const other = await join(store);
      for (let round = 0; round < 5; round++) {
        await endSome(round % 2 === 0 ? store : other, 7);
        await Promise.all([store.sealRecords(), other.sealRecords(), store.sealRecords()]);
      }
      const entries = await other.chainAfter(0, 100);
      expect(entries).toHaveLength(35);
      let before = chainStart;
      for (const entry of entries) {
        before = toChainHash(before, entry);
        expect(entry.hash).toBe(before);
      }
    });

    it("keeps the place of an ask that was deleted because it is old", async () => {
      const store = await open();
      const ids = await endSome(store, 3);
      const sealed = async () => (await store.chainAfter(0, 10)).map(({ ask, isForgotten }) => [ask, isForgotten]);
      // Deleting adds what is not in the chain yet.
      await store.forget(noon + 2);
      await store.sealRecords();
      expect(await sealed()).toEqual([
        [ids[0], true],
        [ids[1], true],
        [ids[2], false],
      ]);
      expect(await store.countUnsealed()).toBe(0);
    });
  });
}
