import { describe, expect, it } from "vitest";
import type { ListQuery } from "../store.ts";
import { create, listIds, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const named = (name: string) => ({ agent: { name } });

export function describeLog({ open }: StoreUnderTest): void {
  describe("the log", () => {
    it("filters by agent, together with any status and other filters", async () => {
      const store = await open();
      const ids: string[] = [];
      for (let index = 0; index < 9; index++)
        ids.push((await create(store, { ...named(index % 3 === 0 ? "claude" : "loop"), text: `Which ${index}?` })).id);
      for (const id of ids.slice(0, 7)) await store.end(id, outcomes.answered());
      const list = (agent: string, status: ListQuery["status"], more: Partial<ListQuery> = {}) =>
        listIds(store, { agent, status, order: "newest", ...more }, 1);
      const of = (...numbers: number[]) => numbers.map((number) => ids[number]);
      expect(await list("claude", "ended")).toEqual(of(6, 3, 0));
      expect(await list("claude", "all")).toEqual(of(6, 3, 0));
      expect(await list("loop", "pending")).toEqual(of(8, 7));
      expect(await list("loop", "answered", { search: "which 4" })).toEqual(of(4));
      expect(await list("loop", "answered", { order: "oldest" })).toEqual(of(1, 2, 4, 5));
      expect(await list("Claude", "all")).toEqual([]);
    });

    it("leads from a page back to the previous one", async () => {
      const store = await open();
      const ids: string[] = [];
      for (let index = 0; index < 7; index++) {
        const { id } = await create(store);
        await store.end(id, outcomes.answered());
        ids.unshift(id);
      }
      const read = async (order: ListQuery["order"], cursor?: string) => {
        const page = await store.list({
          status: "ended",
          order,
          limit: 3,
          cursor,
        });
        return { ...page, ids: page.records.map(({ id }) => id) };
      };
      const first = await read("newest");
      expect(first).not.toHaveProperty("back");
      const second = await read("newest", first.cursor);
      const third = await read("newest", second.cursor);
      expect(third.ids).toEqual(ids.slice(6));
      const secondAgain = await read("oldest", third.back);
      expect(secondAgain.ids.toReversed()).toEqual(ids.slice(3, 6));
      expect((await read("oldest", secondAgain.cursor)).ids.toReversed()).toEqual(ids.slice(0, 3));
      expect((await read("newest", secondAgain.back)).ids).toEqual(third.ids);
      expect(await store.list({ status: "declined", order: "newest", limit: 3, cursor: third.back ?? "" })).toEqual({
        records: [],
      });
    });

    it("counts the asks of each span, how they ended and how long they waited, pending ones too", async () => {
      const store = await open();
      const hour = 3_600_000;
      const ask = async (at: number, waitedMs?: number, end: keyof typeof outcomes = "answered") => {
        const { id } = await create(store, { createdAt: noon + at });
        if (waitedMs !== undefined) await store.end(id, outcomes[end](at + waitedMs));
      };
      await ask(-1, 5);
      await ask(0, 10);
      await ask(1, 30, "declined");
      await ask(hour - 1, 20);
      // This one ended before it was created, because the clock was set back.
      await ask(hour - 2, -7, "expired");
      await ask(hour - 3);
      await ask(2 * hour, 2 * hour, "cancelled");
      await ask(3 * hour);
      const none = { answered: 0, declined: 0, cancelled: 0, expired: 0 };
      expect(await store.countSpans([noon, noon + hour, noon + 2 * hour, noon + 3 * hour])).toEqual([
        { asked: 5, ended: { ...none, answered: 2, declined: 1, expired: 1 }, waited: { medianMs: 10, longestMs: 30 } },
        { asked: 0, ended: none, waited: null },
        { asked: 1, ended: { ...none, cancelled: 1 }, waited: { medianMs: 2 * hour, longestMs: 2 * hour } },
      ]);
      expect(await store.countSpans([noon])).toEqual([]);
    });

    it("lists each agent with an ended ask once", async () => {
      const store = await open();
      for (const name of ["loop", "claude", "loop", "Ärger", "waits"]) {
        const { id } = await create(store, named(name));
        if (name !== "waits") await store.end(id, outcomes.answered());
      }
      expect(await store.listAgents(10)).toEqual(["claude", "loop", "Ärger"]);
      expect(await store.listAgents(2)).toEqual(["claude", "loop"]);
    });
  });
}
