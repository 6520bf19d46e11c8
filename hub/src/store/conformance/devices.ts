import { describe, expect, it } from "vitest";
import type { DeviceRecord } from "../device-store.ts";
import { create, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const phone: DeviceRecord = {
  id: "dev_1",
  kind: "telegram",
  name: "Ana's phone",
  level: "questions",
  approvals: false,
  state: "adding",
  address: "{}",
  createdAt: noon,
};

export function describeDevices({ open, join }: StoreUnderTest): void {
  describe("devices", () => {
    it("are listed as they were last saved, in every hub, until they are removed", async () => {
      const store = await open();
      const other = await join(store);
      await store.saveDevice(phone);
      const ready: DeviceRecord = { ...phone, state: "ready", approvals: true, okAt: noon + 1, person: "ana" };
      await store.saveDevice({ ...phone, id: "dev_2", createdAt: noon + 1 });
      await other.saveDevice(ready);
      expect(await store.listDevices()).toEqual([ready, { ...phone, id: "dev_2", createdAt: noon + 1 }]);
      await other.removeDevice("dev_1");
      expect((await store.listDevices()).map(({ id }) => id)).toEqual(["dev_2"]);
    });

    it("have buttons that are deleted with their ask and with their device", async () => {
      const store = await open();
      await store.saveDevice(phone);
      await store.saveDevice({ ...phone, id: "dev_2" });
      const [one, two] = [await create(store), await create(store)];
      const button = { hash: "aa", ask: one.id, device: "dev_1", act: "1" };
      await store.addButtons([
        button,
        { ...button, hash: "bb", ask: two.id },
        { ...button, hash: "cc", device: "dev_2" },
      ]);
      await store.addButtons([{ ...button, act: "2" }]);
      expect(await store.findButton("aa")).toEqual({ ...button, act: "2" });
      await store.end(one.id, outcomes.cancelled());
      await store.forget(noon + 1);
      expect(await store.findButton("aa")).toBeNull();
      expect(await store.findButton("cc")).toBeNull();
      expect(await store.findButton("bb")).not.toBeNull();
      await store.removeDevice("dev_1");
      expect(await store.findButton("bb")).toBeNull();
      // An ask or a device may be gone by the time its buttons are made.
      await store.addButtons([{ ...button, hash: "dd" }]);
      expect(await store.findButton("dd")).toBeNull();
    });

    it("have tokens that are deleted with the device", async () => {
      const store = await open();
      const token = { hash: "aa", name: "phone", ask: null, createdAt: noon } as const;
      for (const id of ["dev_1", "dev_2"]) {
        await store.saveDevice({ ...phone, id });
        await store.addToken({ ...token, id: `tok_${id}`, hash: id, scope: "device", device: id });
      }
      // A browser may call itself anything.
      await store.addToken({ ...token, id: "tok_3", scope: "human", device: "dev_1" });
      await store.removeDevice("dev_1");
      expect((await store.listTokens()).map(({ id }) => id).sort()).toEqual(["tok_3", "tok_dev_2"]);
    });

    it("have receipts, the first of each kind, that are deleted with their ask", async () => {
      const store = await open();
      const { id: ask } = await create(store);
      await store.addReceipt({ ask, device: "dev_1", what: "sent", at: noon, handle: "7" });
      await store.addReceipt({ ask, device: "dev_1", what: "sent", at: noon + 9, handle: "8" });
      await store.addReceipt({ ask, device: "dev_1", what: "failed", at: noon + 1, reason: "blocked" });
      expect(await store.receiptsOf(ask)).toEqual([
        { ask, device: "dev_1", what: "sent", at: noon, handle: "7" },
        { ask, device: "dev_1", what: "failed", at: noon + 1, reason: "blocked" },
      ]);
      await store.saveDevice(phone);
      expect((await store.receiptsOf(ask)).map(({ name }) => name)).toEqual(["Ana's phone", "Ana's phone"]);
      await store.end(ask, outcomes.cancelled());
      await store.forget(noon + 1);
      expect(await store.receiptsOf(ask)).toEqual([]);
      await store.addReceipt({ ask, device: "dev_1", what: "withdrawn", at: noon + 2 });
      expect(await store.receiptsOf(ask)).toEqual([]);
    });

    it("have one poller by a lease that others get only when it has run out", async () => {
      const store = await open();
      const other = await join(store);
      expect(await store.takeLease("bot", { holder: "one", until: noon + 60, now: noon })).toBe(true);
      expect(await other.takeLease("bot", { holder: "two", until: noon + 90, now: noon + 30 })).toBe(false);
      expect(await store.takeLease("bot", { holder: "one", until: noon + 90, now: noon + 30 })).toBe(true);
      expect(await other.takeLease("bot", { holder: "two", until: noon + 150, now: noon + 90 })).toBe(true);
      expect(await store.takeLease("bot", { holder: "one", until: noon + 150, now: noon + 91 })).toBe(false);
    });

    it("give a lease to exactly one of many who ask at once, and to another as soon as its holder drops it", async () => {
      const store = await open();
      const stores = [store, await join(store)];
      const take = (holder: string) =>
        stores[holder.length % 2]?.takeLease("claim", { holder, until: noon + 60, now: noon });
      const holders = Array.from({ length: 20 }, (_, index) => "x".repeat(index + 1));
      const taken = await Promise.all(holders.map(take));
      const winner = holders[taken.indexOf(true)] ?? "";
      expect(taken.filter(Boolean)).toEqual([true]);
      for (const holder of holders) if (holder !== winner) await store.dropLease("claim", { holder, now: noon + 1 });
      expect(await take("other")).toBe(false);
      await store.dropLease("claim", { holder: winner, now: noon + 1 });
      expect(await take("other")).toBe(true);
    });
  });
}
