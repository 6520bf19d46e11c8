import { describe, expect, it } from "vitest";
import { create, newDraft, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const change = (comment: string, baseRevision: number, expiresAt?: number) => ({
  ...{ draft: newDraft(comment), surface: "web", at: noon + 10, baseRevision, expiresAt },
});

export function describeDrafts({ open }: StoreUnderTest): void {
  describe("drafts", () => {
    it("are kept if made on the current revision", async () => {
      const store = await open();
      const ask = await create(store);
      const first = await store.saveDraft(ask.id, change("one", 0));
      const draft = { draft: newDraft("one"), surface: "web", at: noon + 10 };
      expect(first).toEqual({ record: { ...ask, draft, draftRevision: 1 }, saved: true });
      const second = await store.saveDraft(ask.id, { ...change("two", 1), surface: undefined });
      expect(second).toMatchObject({ saved: true, record: { draftRevision: 2, draft: { draft: newDraft("two") } } });
      expect(second?.record.draft?.surface).toBeUndefined();
      expect(await store.get(ask.id)).toEqual(second?.record);
    });

    it("made on another revision are refused with the current one", async () => {
      const store = await open();
      const { id } = await create(store, { expiresAt: noon + 500 });
      const standing = await store.saveDraft(id, change("mine", 0, noon + 600));
      for (const revision of [0, 2, -1])
        expect(await store.saveDraft(id, change("theirs", revision, noon + 700))).toEqual({
          record: standing?.record,
          saved: false,
        });
      expect(await store.get(id)).toEqual(standing?.record);
    });

    it("saved by twenty surfaces concurrently: one is kept", async () => {
      const store = await open();
      const { id } = await create(store);
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.saveDraft(id, change(`surface ${index}`, 0))),
      );
      expect(results.filter((result) => result?.saved === true)).toHaveLength(1);
      expect(await store.get(id)).toMatchObject({ draftRevision: 1 });
    });

    it("set the deadline, or remove it", async () => {
      const store = await open();
      const { id } = await create(store, { expiresAt: noon + 500 });
      await store.saveDraft(id, change("", 0, noon + 60_000));
      expect(await store.get(id)).toMatchObject({ expiresAt: noon + 60_000 });
      await store.saveDraft(id, change("", 1));
      expect((await store.get(id))?.expiresAt).toBeUndefined();
    });

    it("for an ended ask are refused, with its outcome", async () => {
      const store = await open();
      const { id } = await create(store);
      const ended = await store.end(id, outcomes.answered());
      expect(await store.saveDraft(id, change("late", 0))).toEqual({ record: ended?.record, saved: false });
    });

    it("for an unknown ask return null", async () => {
      const store = await open();
      expect(await store.saveDraft("ask_unknown", change("", 0))).toBeNull();
    });
  });
}
