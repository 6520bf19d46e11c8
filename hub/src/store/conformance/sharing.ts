import { describe, expect, it } from "vitest";
import type { Store } from "../store.ts";
import { create, newAsk, outcomes } from "./example-ask.ts";
import { hear } from "./hear.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

/** What holds where several hubs have the same data open at once. Left out for a store that only one may open. */
export function describeSharing({ open, join }: StoreUnderTest): void {
  if (join === undefined) return;
  describe("shared by two hubs", () => {
    const openTwo = async (): Promise<[Store, Store]> => {
      const first = await open();
      return [first, await join(first)];
    };

    it("has one name and one content", async () => {
      const [here, there] = await openTwo();
      expect(there.id).toBe(here.id);
      const record = await create(here);
      expect(await there.get(record.id)).toEqual(record);
      expect(await there.lastSequence()).toBe(await here.lastSequence());
    });

    it("lets one of a hundred end an ask, whichever hub they came through", async () => {
      const [here, there] = await openTwo();
      const { id } = await create(here);
      const ends = Array.from({ length: 100 }, (_, index) =>
        (index % 2 === 0 ? here : there).end(id, outcomes.answered(index)),
      );
      const results = await Promise.all(ends);
      expect(results.filter((result) => result?.ended === true)).toHaveLength(1);
      expect(new Set(results.map((result) => result?.record.endedAt)).size).toBe(1);
    });

    it("makes one ask of one key, whichever hub it came through", async () => {
      const [here, there] = await openTwo();
      const calls = Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? here : there).create(newAsk({ key: "call-1" })),
      );
      const results = await Promise.all(calls);
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(results.map(({ record }) => record.id)).size).toBe(1);
    });

    it("tells listeners of either hub the same events in the same order", async () => {
      const [here, there] = await openTwo();
      const [one, two] = [hear(here), hear(there)];
      const asks = Array.from({ length: 40 }, () => newAsk());
      await Promise.all(asks.map((ask, index) => (index % 2 === 0 ? here : there).create(ask)));
      const events = (await here.eventsAfter(0, 100)) ?? [];
      const sequences = events.map(({ sequence }) => sequence);
      expect(sequences).toHaveLength(40);
      expect((await one.until(40)).map(({ sequence }) => sequence)).toEqual(sequences);
      expect((await two.until(40)).map(({ sequence }) => sequence)).toEqual(sequences);
    });
  });
}
