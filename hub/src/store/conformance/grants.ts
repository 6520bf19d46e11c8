import { describe, expect, it } from "vitest";
import type { GrantRecord } from "../grant-store.ts";
import { create, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const grant: Omit<GrantRecord, "uses"> = {
  id: "grant_1",
  tool: "Bash",
  covers: { kind: "prefix", words: ["npm", "test"] },
  input: '{"command":"npm test"}',
  where: { kind: "directory", cwd: "/shop" },
  token: "agent",
  madeAt: noon,
  until: noon + 1000,
  ask: "ask_1",
  by: { surface: "web", act: "click" },
  hub: "hub-1",
};

export function describeGrants({ open, join }: StoreUnderTest): void {
  describe("grants", () => {
    it("are listed in every hub, with their uses, until they are removed", async () => {
      const store = await open();
      const other = await join(store);
      await store.addGrant(grant);
      await store.addGrant({ ...grant, id: "grant_2", madeAt: noon + 1 });
      const { id } = await create(store);
      expect(await other.end(id, outcomes.answered(5), { grant: "grant_1" })).toMatchObject({ ended: true });
      expect(await store.listGrants()).toEqual([
        { ...grant, uses: 1, usedAt: noon + 5 },
        { ...grant, id: "grant_2", madeAt: noon + 1, uses: 0 },
      ]);
      expect(await other.removeGrants(["grant_1", "grant_9"])).toEqual(["grant_1"]);
      expect((await store.listGrants()).map((each) => each.id)).toEqual(["grant_2"]);
    });

    it("end an ask only if they exist, at whichever hub they were removed", async () => {
      const store = await open();
      const other = await join(store);
      await store.addGrant(grant);
      const { id } = await create(store);
      await other.removeGrants(["grant_1"]);
      const result = await store.end(id, outcomes.answered(), { grant: "grant_1" });
      expect(result).toMatchObject({ ended: false, record: { status: "pending" } });
      expect(await store.end(id, outcomes.declined())).toMatchObject({ ended: true });
    });

    it("that are removed while asks end with them end none after that", async () => {
      const store = await open();
      const other = await join(store);
      for (let round = 0; round < 10; round++) {
        const mine = { ...grant, id: `grant_r${round}` };
        await store.addGrant(mine);
        const asks = await Promise.all(Array.from({ length: 6 }, () => create(store)));
        let isRemoved = false;
        const ends = asks.map(async ({ id }, index) => {
          for (let turn = 0; turn < index; turn++) await new Promise(setImmediate);
          const wasRemoved = isRemoved;
          const ended = (await store.end(id, outcomes.answered(), { grant: mine.id }))?.ended;
          return { wasRemoved, ended };
        });
        const removed = other.removeGrants([mine.id]).then(() => {
          isRemoved = true;
        });
        const results = await Promise.all(ends);
        await removed;
        expect(results.filter(({ wasRemoved, ended }) => wasRemoved && ended)).toEqual([]);
        const pending = await store.list({ status: "pending", order: "oldest", limit: 100 });
        const notEnded = results.filter(({ ended }) => ended !== true).length;
        expect(pending.records).toHaveLength(notEnded);
        for (const { id } of pending.records) await store.end(id, outcomes.cancelled());
      }
    });
  });
}
