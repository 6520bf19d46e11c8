import type { Outcome } from "@yourcall/core";
import { describe, expect, it } from "vitest";
import { create, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const scope = { token: "agent", session: "s1", limit: 10 };

export function describeRevisions({ open, join, reopen }: StoreUnderTest): void {
  describe("asks that a next one may revise", () => {
    const by = { surface: "web", act: "click" } as const;
    const at = new Date(noon).toISOString();
    const askedBack: Outcome = { status: "declined", reason: "Why?", asked: "Why?", by, at };
    const review = [{ from: 1, to: 1, quote: "one", comment: "A title" }];
    const commented: Outcome = {
      ...{ status: "answered", by, at },
      answers: [{ question: "Go ahead?", header: "Plan", selectedOptions: ["deny"], review }],
    };

    it("are those of the session with a question of the person or comments on lines, newest first", async () => {
      const store = await open();
      const [first, second, answered, declined, other, pending] = [
        await create(store, { session: "s1" }),
        await create(store, { session: "s1" }),
        await create(store, { session: "s1" }),
        await create(store, { session: "s1" }),
        await create(store, { session: "s2" }),
        await create(store, { session: "s1" }),
      ];
      await store.end(second.id, askedBack);
      await store.end(first.id, commented);
      await store.end(answered.id, outcomes.answered(1, '"asked":'));
      await store.end(declined.id, outcomes.declined());
      await store.end(other.id, askedBack);
      const found = await store.listRevisable(scope);
      expect(found.map(({ id }) => id)).toEqual([first.id, second.id]);
      expect(found[0]).toEqual(await store.get(first.id));
      expect(await store.listRevisable({ ...scope, limit: 1 })).toHaveLength(1);
      expect(await store.listRevisable({ ...scope, token: "another" })).toEqual([]);
      expect(pending.status).toBe("pending");
    });

    it("are so at every hub and after a restart, until one is revised", async () => {
      const store = await open();
      const other = await join(store);
      const [first, second] = [await create(store, { session: "s1" }), await create(store, { session: "s1" })];
      for (const { id } of [first, second]) await store.end(id, askedBack);
      expect((await other.listRevisable(scope)).map(({ id }) => id)).toEqual([second.id, first.id]);
      await other.markRevised(second.id);
      await other.markRevised("ask_unknown");
      expect((await store.listRevisable(scope)).map(({ id }) => id)).toEqual([first.id]);
      expect((await (await reopen(store)).listRevisable(scope)).map(({ id }) => id)).toEqual([first.id]);
    });
  });
}
