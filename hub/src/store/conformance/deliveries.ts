import { describe, expect, it } from "vitest";
import type { AskRecord } from "../store.ts";
import { create, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

export function describeDeliveries({ open }: StoreUnderTest): void {
  describe("the delivery of an outcome", () => {
    it("is waiting from the end of the ask, then whatever was last reported", async () => {
      const store = await open();
      const { id } = await create(store);
      await store.end(id, outcomes.answered(5));
      const delivery = async () => (await store.get(id))?.delivery;
      expect(await delivery()).toEqual({ state: "waiting", at: noon + 5 });
      const taken = { state: "taken", at: noon + 6 } as const;
      expect((await store.setDelivery(id, taken))?.delivery).toEqual(taken);
      const refused = { state: "refused", at: noon + 7, note: "the tool had timed out" } as const;
      await store.setDelivery(id, refused);
      expect(await delivery()).toEqual(refused);
      await store.recordSightings([{ id, lastSeenAt: noon + 8, takenAt: noon + 8 }]);
      expect(await delivery()).toEqual(refused);
      await store.setDelivery(id, { state: "waiting", at: noon + 9 });
      expect(await delivery()).toEqual({ state: "waiting", at: noon + 5 });
    });

    it("causes an event each time it changes, and none if it does not", async () => {
      const store = await open();
      const { id } = await create(store);
      await store.end(id, outcomes.answered(5));
      const before = await store.lastSequence();
      await store.recordSightings([{ id, lastSeenAt: noon + 6, takenAt: noon + 6 }]);
      await store.recordSightings([{ id, lastSeenAt: noon + 7, takenAt: noon + 7 }]);
      const refused = { state: "refused", at: noon + 8, note: "went on with MySQL" } as const;
      await store.setDelivery(id, refused);
      await store.setDelivery(id, { ...refused, at: noon + 9 });
      const events = await store.eventsAfter(before, 10);
      expect(events?.map(({ type, sequence }) => [type, sequence])).toEqual([
        ["ask-delivered", before + 1],
        ["ask-delivered", before + 2],
      ]);
      expect(events?.at(-1)?.record.delivery).toEqual(refused);
    });

    it("is taken from the start if the agent itself ended the ask", async () => {
      const store = await open();
      const { id } = await create(store);
      const ended = await store.end(id, outcomes.answered(5), { taken: true });
      const delivery = { state: "taken", at: noon + 5 };
      expect(ended?.record.delivery).toEqual(delivery);
      expect((await store.get(id))?.delivery).toEqual(delivery);
    });

    it("is taken in the commit that ends the ask if somebody waits for it at that moment", async () => {
      const store = await open();
      for (const isAwaited of [true, false]) {
        const { id } = await create(store);
        const before = await store.lastSequence();
        const asked: string[] = [];
        const taken = (pending: AskRecord) => {
          asked.push(`${pending.id} ${pending.status}`);
          return isAwaited;
        };
        const ended = await store.end(id, outcomes.answered(5), { taken });
        expect(new Set(asked)).toEqual(new Set([`${id} pending`]));
        const delivery = { state: isAwaited ? "taken" : "waiting", at: noon + 5 };
        expect(ended?.record.delivery).toEqual(delivery);
        expect((await store.get(id))?.delivery).toEqual(delivery);
        expect((await store.eventsAfter(before, 10))?.map(({ type }) => type)).toEqual(["ask-ended"]);
      }
    });

    it("is null while the ask is pending", async () => {
      const store = await open();
      const { id } = await create(store);
      expect(await store.setDelivery(id, { state: "taken", at: noon })).toMatchObject({ id, status: "pending" });
      expect((await store.get(id))?.delivery).toBeUndefined();
      expect(await store.setDelivery("ask_unknown", { state: "taken", at: noon })).toBeNull();
    });
  });
}
