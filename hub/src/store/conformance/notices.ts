import { describe, expect, it } from "vitest";
import { create, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const minute = { retryMs: 60_000, limit: 10 };

export function describeNotices({ open, join }: StoreUnderTest): void {
  describe("notices", () => {
    it("are given to one hub when they are due, and again later until they are settled", async () => {
      const store = await open();
      const other = await join(store);
      const { id: ask } = await create(store);
      await store.addNotices([
        { ask, event: "ask-created", target: "later", dueAt: noon + 1000 },
        { ask, event: "ask-created", target: "now", dueAt: noon },
      ]);
      expect(await store.nextNoticeAt()).toBe(noon);
      expect(await store.takeDueNotices(noon - 1, minute)).toEqual([]);
      const [notice, ...more] = await store.takeDueNotices(noon, minute);
      expect(notice).toMatchObject({ ask, target: "now", state: "waiting", attempts: 0 });
      expect(more).toEqual([]);
      expect(await other.takeDueNotices(noon, minute)).toEqual([]);
      expect(await other.nextNoticeAt()).toBe(noon + 1000);
      expect((await other.takeDueNotices(noon + 60_000, minute)).map(({ target }) => target).sort()).toEqual([
        ...["later", "now"],
      ]);
      const id = notice?.id ?? 0;
      const failed = { attempts: 1, at: noon + 5, reason: "500" };
      await store.settleNotice(id, { state: "waiting", dueAt: noon + 10, ...failed });
      expect(await store.takeDueNotices(noon + 10, minute)).toMatchObject([{ id, ...failed }]);
      await store.settleNotice(id, { state: "sent", attempts: 2, dueAt: noon + 10, at: noon + 11 });
      expect((await store.takeDueNotices(noon + 1e9, minute)).map(({ target }) => target)).toEqual(["later"]);
      expect(await store.noticesOf(ask)).toMatchObject([
        { target: "later", state: "waiting" },
        { target: "now", state: "sent", attempts: 2, at: noon + 11 },
      ]);
    });

    it("that were given up are not tried again", async () => {
      const store = await open();
      const { id: ask } = await create(store);
      await store.addNotices([{ ask, event: "ask-created", target: "a", dueAt: noon }]);
      const [notice] = await store.noticesOf(ask);
      const failed = { state: "failed", attempts: 9, at: noon + 1, reason: "gone" } as const;
      await store.settleNotice(notice?.id ?? 0, { ...failed, dueAt: noon });
      expect(await store.noticesOf(ask)).toMatchObject([failed]);
      expect(await store.takeDueNotices(noon + 1e9, minute)).toEqual([]);
      expect(await store.nextNoticeAt()).toBeNull();
    });

    it("are deleted with their ask", async () => {
      const store = await open();
      const { id: ask } = await create(store);
      await store.addNotices([{ ask, event: "ask-created", target: "a", dueAt: noon }]);
      await store.end(ask, outcomes.cancelled());
      await store.forget(noon + 1);
      expect(await store.noticesOf(ask)).toEqual([]);
      expect(await store.nextNoticeAt()).toBeNull();
    });
  });
}
