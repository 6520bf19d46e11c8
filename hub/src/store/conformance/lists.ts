import { describe, expect, it } from "vitest";
import type { ListQuery, Store } from "../store.ts";
import { create, listIds, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const createMany = async (store: Store, count: number, given: Parameters<typeof create>[1] = {}) =>
  (await Promise.all(Array.from({ length: count }, () => create(store, given)))).map(({ id }) => id);

export function describeLists({ open }: StoreUnderTest): void {
  describe("lists", () => {
    it("filter by status, with pending and all asks in the order of creation", async () => {
      const store = await open();
      const ids = await createMany(store, 6);
      const [a = "", b = "", c = "", d = "", e = "", f = ""] = ids;
      await store.end(c, outcomes.declined(3));
      await store.end(b, outcomes.answered(4));
      await store.end(e, outcomes.expired(5));
      await store.end(d, outcomes.cancelled(6));
      const expected: Record<ListQuery["status"], string[]> = {
        pending: [a, f],
        all: ids,
        ended: [c, b, e, d],
        answered: [b],
        declined: [c],
        expired: [e],
        cancelled: [d],
      };
      for (const [status, oldest] of Object.entries(expected) as [ListQuery["status"], string[]][]) {
        expect(await listIds(store, { status, order: "oldest" })).toEqual(oldest);
        expect(await listIds(store, { status, order: "newest" })).toEqual(oldest.toReversed());
      }
      const { records } = await store.list({ status: "all", order: "oldest", limit: 10 });
      expect(records[1]).toEqual(await store.get(b));
    });

    it("come in pages of the requested size, with a cursor only if more follows", async () => {
      const store = await open();
      await createMany(store, 6);
      const first = await store.list({ status: "pending", order: "oldest", limit: 3 });
      expect(first.records).toHaveLength(3);
      expect(first.cursor).toBeTypeOf("string");
      const second = await store.list({ status: "pending", order: "oldest", limit: 3, cursor: first.cursor ?? "" });
      expect(second.records).toHaveLength(3);
      expect(second).not.toHaveProperty("cursor");
      expect(await store.list({ status: "ended", order: "newest", limit: 3 })).toEqual({ records: [] });
    });

    it("filter by token and session", async () => {
      const store = await open();
      const mine = await createMany(store, 2, { session: "s1" });
      const theirs = await createMany(store, 2, { session: "s1", token: "other" });
      const elsewhere = await createMany(store, 2, { session: "s2" });
      await createMany(store, 2);
      for (const id of [mine[0], theirs[0], elsewhere[0]]) await store.end(id ?? "", outcomes.answered());
      const list = (scope: { token?: string; session?: string }, status: ListQuery["status"]) =>
        listIds(store, { ...scope, status, order: "oldest" }, 1);
      expect(await list({ token: "agent", session: "s1" }, "all")).toEqual(mine);
      expect(await list({ token: "agent", session: "s1" }, "pending")).toEqual([mine[1]]);
      expect(await list({ token: "other", session: "s1" }, "ended")).toEqual([theirs[0]]);
      expect(await list({ session: "s1" }, "all")).toEqual([...mine, ...theirs]);
      expect(await list({ session: "s1" }, "answered")).toEqual([mine[0], theirs[0]]);
      expect(await list({ token: "other" }, "pending")).toEqual([theirs[1]]);
      expect(await list({ session: "null" }, "all")).toEqual([]);
    });

    it("filter by key and by delivery", async () => {
      const store = await open();
      const [one] = await createMany(store, 1, { session: "s1", key: "k1" });
      const [two] = await createMany(store, 1, { session: "s2", key: "k1" });
      const [three] = await createMany(store, 1, { session: "s1", key: "k2" });
      await createMany(store, 2);
      const list = (more: Partial<ListQuery>, status: ListQuery["status"] = "all") =>
        listIds(store, { ...more, status, order: "oldest" }, 1);
      expect(await list({ key: "k1" })).toEqual([one, two]);
      expect(await list({ key: "k1", session: "s1", token: "agent" })).toEqual([one]);
      expect(await list({ key: "k1", session: "s1" }, "pending")).toEqual([one]);
      expect(await list({ key: "k1", token: "other" })).toEqual([]);
      expect(await list({ delivery: "waiting" })).toEqual([]);
      for (const id of [one, two, three]) await store.end(id ?? "", outcomes.answered());
      await store.setDelivery(two ?? "", { state: "taken", at: 9 });
      await store.setDelivery(three ?? "", { state: "refused", at: 9 });
      expect(await list({ delivery: "waiting" })).toEqual([one]);
      expect(await list({ delivery: "waiting", token: "agent", session: "s1" }, "ended")).toEqual([one]);
      expect(await list({ delivery: "taken" }, "ended")).toEqual([two]);
      expect(await list({ delivery: "refused" }, "answered")).toEqual([three]);
      expect(await list({ key: "k1" }, "ended")).toEqual([one, two]);
    });

    it.each(["oldest", "newest"] as const)("page without gap or repeat if times are equal, %s first", async (order) => {
      const store = await open();
      const ids = await createMany(store, 25, { createdAt: 5 });
      await Promise.all(ids.slice(0, 12).map((id) => store.end(id, outcomes.answered(7))));
      for (const [status, expected] of [
        ["all", ids],
        ["pending", ids.slice(12)],
        ["ended", ids.slice(0, 12)],
      ] as const) {
        const listed = await listIds(store, { status, order }, 4);
        expect(listed.toSorted()).toEqual(expected.toSorted());
      }
    });

    it.each(["oldest", "newest"] as const)(
      "page without gap or repeat while asks come and end, %s first",
      async (order) => {
        const store = await open();
        const ids = await createMany(store, 30);
        const ended = ids.slice(0, 10);
        for (const [index, id] of ended.entries()) await store.end(id, outcomes.answered(1000 + index));
        const doomed = ids.slice(10, 20);
        const added: string[] = [];
        const between = async () => {
          added.push((await create(store)).id);
          // A clock set back must not hide an end from a reader on a later page.
          await store.end(doomed.pop() ?? "", outcomes.answered(-added.length));
        };
        const pending = await listIds(store, { status: "pending", order }, 4, between);
        const stayed = ids.slice(20);
        expect(pending.filter((id) => stayed.includes(id)).toSorted()).toEqual(stayed.toSorted());
        expect(new Set(pending).size).toBe(pending.length);
        const nowEnded = await listIds(store, { status: "ended", order: "oldest" });
        const endedPages = await listIds(store, { status: "ended", order }, 4, between);
        expect(new Set(endedPages).size).toBe(endedPages.length);
        expect(nowEnded.filter((id) => !endedPages.includes(id))).toEqual([]);
        if (order === "oldest") expect(endedPages).toEqual(await listIds(store, { status: "ended", order }));
      },
    );
  });
}
