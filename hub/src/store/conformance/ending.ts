import type { Outcome } from "@yourcall/core";
import { describe, expect, it } from "vitest";
import { create, newDraft, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

export function describeEnding({ open }: StoreUnderTest): void {
  describe("ending", () => {
    it.each(["answered", "declined", "cancelled", "expired"] as const)("keeps the outcome: %s", async (status) => {
      const store = await open();
      const pending = await create(store);
      const outcome = outcomes[status](1234);
      const result = await store.end(pending.id, outcome);
      const delivery = { state: "waiting", at: noon + 1234 };
      expect(result).toEqual({ record: { ...pending, status, outcome, endedAt: noon + 1234, delivery }, ended: true });
      expect(await store.get(pending.id)).toEqual(result?.record);
    });

    it("lets exactly one of a hundred callers end an ask, and gives all the others its outcome", async () => {
      const store = await open();
      const { id } = await create(store);
      const kinds = [outcomes.answered, outcomes.declined, outcomes.cancelled, outcomes.expired];
      const results = await Promise.all(
        Array.from({ length: 100 }, (_, index) => store.end(id, (kinds[index % 4] ?? outcomes.expired)(index))),
      );
      const winners = results.filter((result) => result?.ended === true);
      expect(winners).toHaveLength(1);
      for (const result of results) expect(result?.record).toEqual(winners[0]?.record);
      expect(await store.get(id)).toEqual(winners[0]?.record);
      const events = (await store.eventsAfter(0, 1000)) ?? [];
      expect(events.filter(({ type }) => type === "ask-ended")).toHaveLength(1);
    });

    it("gives a late caller the outcome that won and changes nothing", async () => {
      const store = await open();
      const { id } = await create(store);
      const first = await store.end(id, outcomes.answered(1, "PostgreSQL"));
      const late = await store.end(id, outcomes.declined(2));
      expect(late).toEqual({ record: first?.record, ended: false });
    });

    it("lets an outcome depend on the ask, which stays pending if there is none", async () => {
      const store = await open();
      const pending = await create(store);
      const asked: unknown[] = [];
      const decide = (outcome: Outcome | null) => (record: unknown) => {
        asked.push(record);
        return outcome;
      };
      expect(await store.end(pending.id, decide(null))).toEqual({ record: pending, ended: false });
      expect(await store.get(pending.id)).toEqual(pending);
      expect(await store.end(pending.id, decide(outcomes.answered(1)))).toMatchObject({ ended: true });
      expect(asked.length).toBeGreaterThanOrEqual(2);
      for (const record of asked) expect(record).toEqual(pending);
      const late = await store.end(pending.id, () => {
        throw new Error("It has ended, so nobody is asked how.");
      });
      expect(late).toMatchObject({ ended: false, record: { status: "answered" } });
      expect(await store.end("ask_unknown", decide(outcomes.answered()))).toBeNull();
    });

    it("returns null for an unknown ask", async () => {
      const store = await open();
      expect(await store.end("ask_unknown", outcomes.answered())).toBeNull();
    });

    it("refuses an outcome that cannot be stored, and the ask stays pending", async () => {
      const store = await open();
      const pending = await create(store);
      const unkept = { ...outcomes.cancelled(), reason: 1n } as unknown as Outcome;
      for (const outcome of [{ status: "cancelled", at: "never" } as const, unkept])
        await expect(store.end(pending.id, outcome)).rejects.toThrow();
      expect(await store.get(pending.id)).toEqual(pending);
      expect(await store.eventsAfter(0, 10)).toHaveLength(1);
    });
  });

  describe("deadlines", () => {
    it("with dueBy end an ask only if its deadline is not after that time", async () => {
      const store = await open();
      const due = await create(store, { expiresAt: noon + 1000 });
      const early = await store.end(due.id, outcomes.expired(999), { dueBy: noon + 999 });
      expect(early).toEqual({ record: due, ended: false });
      const onTime = await store.end(due.id, outcomes.expired(1000), { dueBy: noon + 1000 });
      expect(onTime).toMatchObject({ ended: true, record: { status: "expired" } });
      const never = await create(store);
      const without = await store.end(never.id, outcomes.expired(), { dueBy: Number.MAX_SAFE_INTEGER });
      expect(without).toEqual({ record: never, ended: false });
    });

    it("moved by a draft apply at their new time", async () => {
      const store = await open();
      const { id } = await create(store, { expiresAt: noon + 1000 });
      const draft = { draft: newDraft("hm"), at: noon, baseRevision: 0, expiresAt: noon + 60_000 };
      await store.saveDraft(id, draft);
      const result = await store.end(id, outcomes.expired(1000), { dueBy: noon + 1000 });
      expect(result).toMatchObject({ ended: false, record: { status: "pending", expiresAt: noon + 60_000 } });
    });

    it("are found earliest first, for pending asks only", async () => {
      const store = await open();
      expect(await store.nextDeadline()).toBeNull();
      await create(store);
      const later = await create(store, { expiresAt: noon + 2000 });
      const sooner = await create(store, { expiresAt: noon + 1000 });
      expect(await store.nextDeadline()).toEqual({ id: sooner.id, expiresAt: noon + 1000 });
      await store.end(sooner.id, outcomes.answered());
      expect(await store.nextDeadline()).toEqual({ id: later.id, expiresAt: noon + 2000 });
      const change = { draft: newDraft(""), at: noon, baseRevision: 0, expiresAt: noon + 9000 };
      await store.saveDraft(later.id, change);
      expect(await store.nextDeadline()).toEqual({ id: later.id, expiresAt: noon + 9000 });
      await store.end(later.id, outcomes.cancelled());
      expect(await store.nextDeadline()).toBeNull();
    });
  });
}
