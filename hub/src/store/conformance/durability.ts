import { describe, expect, it } from "vitest";
import type { Store, TokenRecord } from "../store.ts";
import { create, createOrFind, newAsk, newDraft, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

export function describeDurability({ open, reopen }: StoreUnderTest): void {
  describe("durability", () => {
    it("keeps everything acknowledged, and its own name", async () => {
      const store = await open();
      const token: TokenRecord = {
        ...{ id: "t", hash: "h", scope: "human", name: "n", ask: null, createdAt: noon },
        ...{ lastUsedAt: noon + 1, madeFrom: "human", device: "Firefox on Linux", port: 2255 },
      };
      const pending = await create(store, { key: "k", session: "s1", expiresAt: noon + 5 });
      await store.saveDraft(pending.id, {
        ...{ draft: newDraft("half"), surface: "nvim", at: noon, baseRevision: 0, expiresAt: noon + 9 },
      });
      const ended = await create(store);
      await store.end(ended.id, outcomes.answered(3));
      await store.recordSightings([{ id: ended.id, lastSeenAt: noon + 50, takenAt: noon + 40 }]);
      await store.setDelivery(ended.id, { state: "refused", at: noon + 60, note: "too late" });
      await store.addToken(token);
      await store.addNotices([{ ask: ended.id, event: "ask-ended", target: "hook", dueAt: noon + 70 }]);
      const tell = async (of: Store) => ({
        id: of.id,
        epoch: of.epoch,
        asks: await of.list({ status: "all", order: "oldest", limit: 10 }),
        found: await of.list({ status: "ended", order: "newest", limit: 10, search: "sqlite" }),
        key: await createOrFind(of, newAsk({ key: "k", session: "s1" })),
        events: await of.eventsAfter(0, 10),
        deadline: await of.nextDeadline(),
        tokens: await of.listTokens(),
        notices: await of.noticesOf(ended.id),
      });
      const before = await tell(store);
      expect(before.asks.records).toHaveLength(2);
      expect(before.found.records).toHaveLength(1);
      expect(before.events).toHaveLength(6);
      expect(before.tokens).toEqual([token]);
      expect(await tell(await reopen(store))).toEqual(before);
    });

    it("has a name that no other store has", async () => {
      const [one, two] = [await open(), await open()];
      expect(one.id).not.toBe("");
      expect(one.id).not.toBe(two.id);
    });

    it("shows a write to every read as soon as it is acknowledged", async () => {
      const store = await open();
      const asks = Array.from({ length: 200 }, () => newAsk());
      await Promise.all(
        asks.map(async (ask) => {
          const { record } = await createOrFind(store, ask);
          expect(await store.get(ask.id)).toEqual(record);
          const ended = await store.end(ask.id, outcomes.answered());
          expect(await store.get(ask.id)).toEqual(ended?.record);
        }),
      );
      expect(await store.countPending()).toBe(0);
    });

    it("commits pending writes when it is closed", async () => {
      const store = await open();
      const ask = newAsk();
      const creating = createOrFind(store, ask);
      const again = await reopen(store);
      expect(await again.get(ask.id)).toEqual((await creating).record);
    });

    it("passes its check while open, and is unavailable once closed", async () => {
      const store = await open();
      await store.check();
      expect(await store.lastSequence()).toBe(0);
      await store.close();
      await store.close();
      const unavailable = { code: "store-unavailable" };
      await expect(store.check()).rejects.toMatchObject(unavailable);
      await expect(store.create(newAsk())).rejects.toMatchObject(unavailable);
      await expect(store.get("ask_1")).rejects.toMatchObject(unavailable);
      await expect(store.forget(noon)).rejects.toMatchObject(unavailable);
    });
  });
}
