import { describe, expect, it } from "vitest";
import { create, createOrFind, newAsk, newQuestion, noon, outcomes } from "./example-ask.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

export function describeCreating({ open }: StoreUnderTest): void {
  describe("creating", () => {
    it("keeps a new ask unchanged and pending", async () => {
      const store = await open();
      const ask = newAsk({
        key: "call-1",
        kind: "approval",
        agent: { name: "Builder", session: "s1", title: "Shop", cwd: "/srv/shop" },
        approval: { tool: "Bash", input: { command: "fly deploy", tries: [1, 2] }, suggestions: [{ rule: "fly:*" }] },
        context: "I am about to deploy.",
        metadata: { source: "test", deep: { yes: true, none: null } },
        onTimeout: "recommended",
        expiresAt: noon + 60_000,
      });
      const { record, created } = await createOrFind(store, ask);
      expect(created).toBe(true);
      expect(record).toEqual({
        ...ask,
        position: record.position,
        status: "pending",
        draftRevision: 0,
      });
      expect(await store.get(ask.id)).toEqual(record);
    });

    it("keeps every character, even lone surrogates and zero bytes", async () => {
      const store = await open();
      const odd = 'a\u0000b \ud800 \udfff \u001b[31m "quoted" \\ \r\n 👩‍👩‍👧 e\u0301';
      const ask = newAsk({ key: odd, session: odd, context: odd, questions: [newQuestion(odd, [odd])] });
      await store.create(ask);
      expect(await store.get(ask.id)).toMatchObject(ask);
      expect((await createOrFind(store, newAsk({ key: odd, session: odd }))).record).toMatchObject({
        id: ask.id,
        key: odd,
      });
    });

    it("gives positions that grow in the order of creation", async () => {
      const store = await open();
      const records = [await create(store), await create(store), await create(store)];
      const positions = records.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
    });

    it("returns null for an unknown id", async () => {
      const store = await open();
      expect(await store.get("ask_unknown")).toBeNull();
    });

    it("refuses an existing id without affecting other writes", async () => {
      const store = await open();
      const first = newAsk();
      await store.create(first);
      const [before, twice, after] = [newAsk(), newAsk({ id: first.id, text: "Another?" }), newAsk()];
      const results = await Promise.allSettled([before, twice, after].map((ask) => store.create(ask)));
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(await store.get(first.id)).toMatchObject(first);
      expect(await store.get(before.id)).toMatchObject(before);
      expect(await store.get(after.id)).toMatchObject(after);
      expect(await store.countPending()).toBe(3);
    });

    it("counts pending asks, in all and by token and session", async () => {
      const store = await open();
      await create(store, { session: "s1" });
      const ended = await create(store, { session: "s1" });
      await create(store, { session: "s1", token: "other" });
      await create(store, { session: "s2" });
      await create(store);
      await store.end(ended.id, outcomes.answered());
      expect(await store.countPending()).toBe(4);
      expect(await store.countPending({ token: "agent", session: "s1" })).toBe(1);
      expect(await store.countPending({ token: "other", session: "s1" })).toBe(1);
      expect(await store.countPending({ token: "agent", session: null })).toBe(1);
      expect(await store.countPending({ token: "other", session: null })).toBe(0);
    });
  });

  describe("a limit of pending asks", () => {
    const limits = { maxPending: 2 };

    it("refuses one more ask with the same token and session, and only there", async () => {
      const store = await open();
      const ended = await create(store, { session: "s1" });
      await create(store, { session: "s1" });
      expect(await store.create(newAsk({ session: "s1" }), limits)).toBeNull();
      for (const other of [{ session: "s2" }, { session: "s1", token: "other" }, {}])
        expect(await store.create(newAsk(other), limits)).toMatchObject({ created: true });
      await store.end(ended.id, outcomes.answered());
      expect(await store.create(newAsk({ session: "s1" }), limits)).toMatchObject({ created: true });
      expect(await store.countPending({ token: "agent", session: "s1" })).toBe(2);
    });

    it("holds for a token in all its sessions together, in asks and in bytes", async () => {
      const store = await open();
      const first = await create(store, { session: "s1" });
      await create(store, { session: "s2" });
      const { pending, bytes } = await store.loadOf("agent");
      expect(pending).toBe(2);
      expect(bytes).toBeGreaterThan(200);
      const next = () => newAsk({ session: "s3" });
      expect(await store.create(next(), { maxPendingOfToken: 2 })).toBeNull();
      expect(await store.create(next(), { maxBytesOfToken: bytes + 10 })).toBeNull();
      expect(await store.create(newAsk({ token: "other" }), { maxPendingOfToken: 2 })).toMatchObject({ created: true });
      await store.end(first.id, outcomes.answered());
      expect(await store.loadOf("agent")).toEqual({ pending: 1, bytes: bytes / 2 });
      expect(await store.create(next(), { maxPendingOfToken: 2, maxBytesOfToken: bytes })).toMatchObject({
        created: true,
      });
      expect(await store.loadOf("nobody")).toEqual({ pending: 0, bytes: 0 });
    });

    it("holds for asks that arrive and end at the same moment", async () => {
      const store = await open();
      const { id } = await create(store);
      const { bytes } = await store.loadOf("agent");
      const limits = { maxPendingOfToken: 3, maxPending: 2 };
      const [ended, ...asks] = await Promise.all([
        store.end(id, outcomes.answered()),
        ...["s1", "s1", "s1", "s2", "s2"].map((session) => store.create(newAsk({ session }), limits)),
      ]);
      expect(ended).toMatchObject({ ended: true });
      expect(asks.map((ask) => ask !== null)).toEqual([true, true, false, true, false]);
      const load = await store.loadOf("agent");
      expect(load.pending).toBe(3);
      expect(load.bytes).toBeGreaterThan(3 * bytes);
      for (const ask of asks) if (ask !== null) await store.end(ask.record.id, outcomes.answered());
      expect(await store.loadOf("agent")).toEqual({ pending: 0, bytes: 0 });
    });

    it("does not apply to a key that already has an ask", async () => {
      const store = await open();
      const held = await create(store, { key: "k" });
      await create(store);
      expect(await store.create(newAsk({ key: "k" }), limits)).toEqual({ record: held, created: false });
      expect(await store.create(newAsk({ key: "other" }), limits)).toBeNull();
    });

    it("applies to many asks created concurrently", async () => {
      const store = await open();
      const results = await Promise.all(Array.from({ length: 50 }, () => store.create(newAsk(), limits)));
      expect(results.filter((result) => result !== null)).toHaveLength(2);
      expect(await store.countPending()).toBe(2);
      expect(await store.eventsAfter(0, 100)).toHaveLength(2);
    });
  });

  describe("sightings", () => {
    it("keep the last time somebody waited and the first time the outcome was delivered", async () => {
      const store = await open();
      const { id } = await create(store, { lastSeenAt: noon });
      await store.recordSightings([{ id, lastSeenAt: noon + 5000 }]);
      expect(await store.get(id)).toMatchObject({ lastSeenAt: noon + 5000, status: "pending" });
      await store.end(id, outcomes.answered());
      expect(await store.get(id)).toMatchObject({ delivery: { state: "waiting", at: noon } });
      await store.recordSightings([{ id, lastSeenAt: noon + 6000, takenAt: noon + 6000 }]);
      await store.recordSightings([{ id, lastSeenAt: noon + 7000, takenAt: noon + 7000 }]);
      const delivery = { state: "taken", at: noon + 6000 };
      expect(await store.get(id)).toMatchObject({ lastSeenAt: noon + 7000, delivery });
    });

    it("of a pending ask deliver nothing, because there is no outcome yet", async () => {
      const store = await open();
      const { id } = await create(store);
      await store.recordSightings([{ id, lastSeenAt: noon + 5, takenAt: noon + 5 }]);
      const ended = await store.end(id, outcomes.answered(9));
      expect(ended?.record.delivery).toEqual({ state: "waiting", at: noon + 9 });
      expect(await store.get(id)).toEqual(ended?.record);
    });

    it("cause no event, and ignore unknown asks", async () => {
      const store = await open();
      const [one, two] = [await create(store, { lastSeenAt: noon }), await create(store, { lastSeenAt: noon })];
      const before = await store.lastSequence();
      await store.recordSightings([]);
      await store.recordSightings([
        { id: one.id, lastSeenAt: noon + 8000 },
        { id: "ask_unknown", lastSeenAt: noon + 8000 },
        { id: two.id, lastSeenAt: noon + 9000 },
      ]);
      expect(await store.lastSequence()).toBe(before);
      expect(await store.get(one.id)).toMatchObject({ lastSeenAt: noon + 8000 });
      expect(await store.get(two.id)).toMatchObject({ lastSeenAt: noon + 9000 });
    });
  });
}
