import { describe, expect, it } from "vitest";
import type { StoredEvent } from "../store.ts";
import { collectEvents } from "./collect-events.ts";
import { create, newAsk, newDraft, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const change = { draft: newDraft("hm"), surface: "web", at: noon, baseRevision: 0 };

export function describeEvents({ open }: StoreUnderTest): void {
  describe("events", () => {
    it("report creation, drafts and the end, in order, each with the ask", async () => {
      const store = await open();
      expect(await store.lastSequence()).toBe(0);
      expect(await store.eventsAfter(0, 10)).toEqual([]);
      const { id } = await create(store);
      await store.saveDraft(id, change);
      const { id: other } = await create(store);
      await store.end(id, outcomes.answered());
      const events = (await store.eventsAfter(0, 10)) ?? [];
      expect(events.map(({ type, record }) => [type, record.id])).toEqual([
        ["ask-created", id],
        ["ask-drafted", id],
        ["ask-created", other],
        ["ask-ended", id],
      ]);
      for (const event of events) expect(event.record).toEqual(await store.get(event.record.id));
      expect(await store.lastSequence()).toBe(events.at(-1)?.sequence);
    });

    it("start after the given sequence, up to the limit, without gap or repeat", async () => {
      const store = await open();
      for (let index = 0; index < 10; index++) await create(store);
      const all = (await store.eventsAfter(0, 100)) ?? [];
      const sequences = all.map(({ sequence }) => sequence);
      expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
      const paged: StoredEvent[] = [];
      for (let page: StoredEvent[] | null = all; page !== null && page.length > 0; ) {
        page = await store.eventsAfter(paged.at(-1)?.sequence ?? 0, 3);
        expect(page?.length).toBeLessThanOrEqual(3);
        paged.push(...(page ?? []));
      }
      expect(paged).toEqual(all);
    });

    it("are not created if nothing changes", async () => {
      const store = await open();
      const { id } = await create(store, { key: "k", expiresAt: noon + 1000 });
      await store.end(id, outcomes.expired(), { dueBy: noon });
      await store.saveDraft(id, { ...change, baseRevision: 7 });
      await store.create(newAsk({ key: "k" }));
      await store.end("ask_unknown", outcomes.expired());
      expect(await store.eventsAfter(0, 10)).toHaveLength(1);
    });

    it("that were deleted are not skipped silently", async () => {
      const store = await open({ keepEvents: 5 });
      const sequences: number[] = [];
      for (let index = 0; index < 30; index++) {
        await create(store);
        sequences.push(await store.lastSequence());
      }
      expect(await store.eventsAfter(0, 1000)).toBeNull();
      expect(await store.eventsAfter(sequences[0] ?? 0, 1000)).toBeNull();
      for (const [index, sequence] of sequences.entries()) {
        const events = await store.eventsAfter(sequence, 1000);
        if (index >= 24) expect(events).not.toBeNull();
        if (events !== null) expect(events.map((event) => event.sequence)).toEqual(sequences.slice(index + 1));
      }
    });

    it("of a deleted ask are not skipped silently", async () => {
      const store = await open();
      const { id } = await create(store);
      await store.end(id, outcomes.answered(0));
      const before = await store.lastSequence();
      await create(store);
      await store.forget(noon + 1);
      expect(await store.eventsAfter(0, 10)).toBeNull();
      expect(await store.eventsAfter(before, 10)).toHaveLength(1);
    });

    it("after a future sequence are unknown", async () => {
      const store = await open();
      await create(store);
      expect(await store.eventsAfter((await store.lastSequence()) + 1, 10)).toBeNull();
    });

    it("reach listeners once each and in order, with the ask", async () => {
      const store = await open();
      const one = collectEvents(store);
      const two = collectEvents(store);
      const asks = Array.from({ length: 50 }, () => newAsk());
      await Promise.all(asks.map((ask) => store.create(ask)));
      await Promise.all(asks.map(({ id }) => store.end(id, outcomes.answered())));
      const told = await one.until(100);
      await two.until(100);
      const events = (await store.eventsAfter(0, 1000)) ?? [];
      const line = ({ sequence, type, record }: StoredEvent) => `${sequence} ${type} ${record.id}`;
      expect(told.map(line)).toEqual(events.map(line));
      expect(two.heard.map(line)).toEqual(events.map(line));
      for (const { type, record } of told) expect(record.status).toBe(type === "ask-created" ? "pending" : "answered");
    });

    it("reach listeners only once a read can see them", async () => {
      const store = await open();
      const seen: Promise<boolean>[] = [];
      store.subscribe((events) => {
        for (const { record } of events) seen.push(store.get(record.id).then((found) => found !== null));
      });
      const { until } = collectEvents(store);
      await Promise.all(Array.from({ length: 20 }, () => create(store)));
      await until(20);
      expect(await Promise.all(seen)).toEqual(Array.from({ length: 20 }, () => true));
    });

    it("no longer reach a listener that has stopped", async () => {
      const store = await open();
      const stopped = collectEvents(store);
      const listening = collectEvents(store);
      await create(store);
      await Promise.all([stopped.until(1), listening.until(1)]);
      stopped.stop();
      await create(store);
      await listening.until(2);
      expect(stopped.heard).toHaveLength(1);
    });

    it("may cause a listener to write", async () => {
      const store = await open();
      store.subscribe((events) => {
        for (const { type, record } of events)
          if (type === "ask-created") void store.end(record.id, outcomes.cancelled());
      });
      const { until } = collectEvents(store);
      const { id } = await create(store);
      await until(2);
      expect(await store.get(id)).toMatchObject({ status: "cancelled" });
    });
  });
}
