import { describe, expect, it } from "vitest";
import { create, createOrFind, listIds, newAsk, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

export function describeForgetting({ open, reopen }: StoreUnderTest): void {
  describe("forgetting", () => {
    it("deletes asks that ended before the time, returns how many, and keeps the rest", async () => {
      const store = await open();
      const old = await create(store, { key: "k" });
      const recent = await create(store);
      const pending = await create(store, { createdAt: 0 });
      await store.end(old.id, outcomes.answered(0));
      await store.end(recent.id, outcomes.answered(1000));
      expect(await store.forget(noon)).toBe(0);
      expect(await store.forget(noon + 1000)).toBe(1);
      expect(await store.get(old.id)).toBeNull();
      expect(await listIds(store, { status: "all", order: "oldest" })).toEqual([recent.id, pending.id]);
      expect(await listIds(store, { status: "all", order: "oldest", search: "database" })).toHaveLength(2);
      expect((await createOrFind(store, newAsk({ key: "k" }))).created).toBe(true);
    });

    it("handles any number of asks", async () => {
      const store = await open();
      const asks = await Promise.all(Array.from({ length: 1200 }, () => create(store)));
      await Promise.all(asks.slice(0, 1100).map(({ id }) => store.end(id, outcomes.declined())));
      expect(await store.forget(noon + 1)).toBe(1100);
      expect(await store.countPending()).toBe(100);
      expect(await listIds(store, { status: "all", order: "oldest" }, 1000)).toHaveLength(100);
    });

    it("never gives a position or a sequence twice, even after a restart", async () => {
      const store = await open({ keepEvents: 2 });
      const { id, position } = await create(store);
      await store.end(id, outcomes.answered(0));
      const sequence = await store.lastSequence();
      await store.forget(noon + 1);
      const again = await reopen(store);
      expect(await again.lastSequence()).toBe(sequence);
      expect((await create(again)).position).toBeGreaterThan(position);
      expect(await again.lastSequence()).toBeGreaterThan(sequence);
    });
  });
}
