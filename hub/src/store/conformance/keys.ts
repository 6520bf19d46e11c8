import { describe, expect, it } from "vitest";
import { create, createOrFind, newAsk, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

export function describeKeys({ open }: StoreUnderTest): void {
  describe("keys", () => {
    it.each(["pending", "answered", "declined"] as const)("returns the ask that holds the key: %s", async (status) => {
      const store = await open();
      const { id } = await create(store, { key: "call-1", session: "s1" });
      if (status !== "pending") await store.end(id, outcomes[status]());
      const sequence = await store.lastSequence();
      const again = await createOrFind(store, newAsk({ key: "call-1", session: "s1", text: "Something else?" }));
      expect(again.created).toBe(false);
      expect(again.record).toEqual(await store.get(id));
      expect(again.record.status).toBe(status);
      expect(await store.lastSequence()).toBe(sequence);
    });

    it.each(["cancelled", "expired"] as const)("frees the key of an ask that is %s", async (status) => {
      const store = await open();
      const first = await create(store, { key: "call-1" });
      await store.end(first.id, outcomes[status]());
      const second = await createOrFind(store, newAsk({ key: "call-1" }));
      expect(second.created).toBe(true);
      expect(await createOrFind(store, newAsk({ key: "call-1" }))).toEqual({ ...second, created: false });
      await store.end(second.record.id, outcomes[status]());
      expect((await createOrFind(store, newAsk({ key: "call-1" }))).created).toBe(true);
      expect(await store.get(first.id)).toMatchObject({ status });
    });

    it("distinguishes scopes by token and session, and no session from an empty one", async () => {
      const store = await open();
      const asks = [
        newAsk({ key: "k" }),
        newAsk({ key: "k", session: "" }),
        newAsk({ key: "k", session: "null" }),
        newAsk({ key: "k", session: "s1" }),
        newAsk({ key: "k", session: "s2" }),
        newAsk({ key: "k", session: "s1", token: "other" }),
        newAsk({ key: "k", token: "other" }),
        newAsk({ key: "K" }),
        newAsk({ key: "" }),
      ];
      for (const ask of asks) expect((await createOrFind(store, ask)).created).toBe(true);
      for (const { id, token, agent, key } of asks)
        expect((await createOrFind(store, newAsk({ key, agent, token }))).record.id).toBe(id);
    });

    it("distinguishes keys that differ in one surrogate", async () => {
      const store = await open();
      await create(store, { key: "\ud800" });
      expect((await createOrFind(store, newAsk({ key: "\ud801" }))).created).toBe(true);
    });

    it("creates a new ask each time if there is no key", async () => {
      const store = await open();
      for (const ask of [newAsk(), newAsk()]) expect((await createOrFind(store, ask)).created).toBe(true);
    });

    it("creates one ask from a hundred concurrent calls with one key", async () => {
      const store = await open();
      const results = await Promise.all(
        Array.from({ length: 100 }, () => createOrFind(store, newAsk({ key: "call-1" }))),
      );
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(results.map(({ record }) => record.id)).size).toBe(1);
      expect(await store.countPending()).toBe(1);
    });
  });
}
