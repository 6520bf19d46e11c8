import { describe, expect, it } from "vitest";
import type { Store, StoredEvent } from "../store.ts";
import { collectEvents } from "./collect-events.ts";
import { create, createOrFind, newAsk, newDraft, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

/** For stores that several hubs can have open at the same time. */
export function describeSharing({ open, join }: StoreUnderTest): void {
  describe("shared by two hubs", () => {
    const openTwo = async (): Promise<[Store, Store]> => {
      const first = await open();
      return [first, await join(first)];
    };

    it("has the same name and content in both", async () => {
      const [here, there] = await openTwo();
      expect(there.id).toBe(here.id);
      const record = await create(here);
      expect(await there.get(record.id)).toEqual(record);
      expect(await there.lastSequence()).toBe(await here.lastSequence());
    });

    it("shows each hub the other's writes immediately", async () => {
      const [here, there] = await openTwo();
      const { id } = await create(here, { key: "k", expiresAt: noon + 500 });
      expect(await there.get(id)).toMatchObject({ status: "pending" });
      await here.saveDraft(id, {
        draft: newDraft("a"),
        at: noon,
        baseRevision: 0,
        expiresAt: noon + 600,
      });
      expect(await there.get(id)).toMatchObject({ draftRevision: 1, expiresAt: noon + 600 });
      await there.end(id, outcomes.answered(9));
      expect(await here.get(id)).toMatchObject({ status: "answered", endedAt: noon + 9 });
      await there.recordSightings([{ id, lastSeenAt: noon + 800, takenAt: noon + 800 }]);
      expect(await here.get(id)).toMatchObject({ delivery: { state: "taken", at: noon + 800 } });
      expect(await here.countPending()).toBe(0);
      expect((await createOrFind(here, newAsk({ key: "k" }))).record).toMatchObject({ id, status: "answered" });
      expect(await there.forget(noon + 10)).toBe(1);
      expect(await here.get(id)).toBeNull();
    });

    it("gives a hub the outcome that was stored by the other", async () => {
      const [here, there] = await openTwo();
      const { id } = await create(here);
      const won = await there.end(id, outcomes.declined(1));
      expect(await here.end(id, outcomes.answered(2))).toEqual({ record: won?.record, ended: false });
      const late = { draft: newDraft("late"), at: noon, baseRevision: 0 };
      expect(await here.saveDraft(id, late)).toEqual({ record: won?.record, saved: false });
    });

    it("lets one of a hundred callers end an ask, whichever hub they use", async () => {
      const [here, there] = await openTwo();
      const { id } = await create(here);
      const ends = Array.from({ length: 100 }, (_, index) =>
        (index % 2 === 0 ? here : there).end(id, outcomes.answered(index)),
      );
      const results = await Promise.all(ends);
      expect(results.filter((result) => result?.ended === true)).toHaveLength(1);
      expect(new Set(results.map((result) => result?.record.endedAt)).size).toBe(1);
    });

    it("creates one ask per key, whichever hub is used", async () => {
      const [here, there] = await openTwo();
      const calls = Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? here : there).create(newAsk({ key: "call-1" })),
      );
      const results = await Promise.all(calls);
      expect(results.filter((result) => result?.created === true)).toHaveLength(1);
      expect(new Set(results.map((result) => result?.record.id)).size).toBe(1);
    });

    it("applies one limit of pending asks to both", async () => {
      const [here, there] = await openTwo();
      const calls = Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? here : there).create(newAsk(), { maxPending: 5 }),
      );
      expect((await Promise.all(calls)).filter((result) => result !== null)).toHaveLength(5);
      expect(await here.countPending()).toBe(5);
    });

    it("announces the same events in both hubs, once each and in order, whichever wrote them", async () => {
      const [here, there] = await openTwo();
      const [one, two] = [collectEvents(here), collectEvents(there)];
      const asks = Array.from({ length: 40 }, () => newAsk());
      for (const [index, ask] of asks.entries()) {
        const [first, second] = index % 2 === 0 ? [here, there] : [there, here];
        await first.create(ask);
        if (index % 3 === 0) await second.end(ask.id, outcomes.answered());
      }
      const line = ({ sequence, type, record }: StoredEvent) => `${sequence} ${type} ${record.id}`;
      const events = ((await here.eventsAfter(0, 100)) ?? []).map(line);
      expect(events).toHaveLength(54);
      expect((await one.until(54)).map(line)).toEqual(events);
      expect((await two.until(54)).map(line)).toEqual(events);
    });

    it("announces events in a hub that writes nothing", async () => {
      const [here, there] = await openTwo();
      const silent = collectEvents(there);
      const { id } = await create(here);
      expect((await silent.until(1)).map(({ type, record }) => [type, record.id])).toEqual([["ask-created", id]]);
      await here.end(id, outcomes.answered());
      const [, ended] = await silent.until(2);
      expect(ended).toMatchObject({ type: "ask-ended", record: { id, status: "answered" } });
    });
  });
}
