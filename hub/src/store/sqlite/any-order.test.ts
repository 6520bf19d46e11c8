import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { create, listIds, newAsk, newDraft, noon, outcomes } from "../conformance/example-ask.ts";
import type { AskRecord, Store } from "../store.ts";
import { openSqliteStore } from "./open-store.ts";

/** An operation by one of two stores over one file; `by` says which. */
type Act =
  | { type: "ask"; by: 0 | 1; session: string | null; expires: boolean }
  | { type: "end" | "draft"; by: 0 | 1; which: number }
  | { type: "fail" | "crash"; by: 0 | 1 };

const by = fc.constantFrom(0 as const, 1 as const);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("ask" as const),
      by,
      session: fc.constantFrom(null, "a", "b"),
      expires: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constantFrom("end" as const, "draft" as const), by, which: fc.nat(7) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("fail" as const, "crash" as const), by }) },
);

/** The pending asks, read in every possible way. */
async function expectPending(store: Store, pending: AskRecord[], ended: number): Promise<void> {
  const ids = pending.map(({ id }) => id);
  expect(await listIds(store, { status: "pending", order: "oldest" }, 3)).toEqual(ids);
  expect(await listIds(store, { status: "pending", order: "newest" }, 2)).toEqual(ids.toReversed());
  expect(await listIds(store, { status: "pending", order: "oldest", search: "database" }, 2)).toEqual(ids);
  expect(await store.countPending()).toBe(ids.length);
  expect(await store.countSpans([noon, noon + 1])).toMatchObject([
    { asked: ids.length + ended, ended: { answered: ended } },
  ]);
  for (const session of ["a", "b"]) {
    const ofSession = pending.filter(({ agent }) => agent.session === session).map(({ id }) => id);
    expect(await listIds(store, { status: "pending", order: "oldest", session }, 2)).toEqual(ofSession);
    expect(await store.countPending({ token: "agent", session })).toBe(ofSession.length);
  }
  const due = pending.find(({ expiresAt }) => expiresAt !== undefined);
  expect(await store.nextDeadline()).toEqual(due === undefined ? null : { id: due.id, expiresAt: due.expiresAt });
  for (const record of pending) expect(await store.get(record.id)).toEqual(record);
}

test("two stores over one file agree after any operations, failed writes and crashes", {
  timeout: 60_000,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-any-order-"));
  let files = 0;
  const nextFile = () => join(directory, `${++files}.db`);
  const openTwo = async (file: string) => [await openSqliteStore(file), await openSqliteStore(file)] as const;
  const run = async (acts: Act[]) => {
    let file = nextFile();
    let stores = await openTwo(file);
    const opened: Store[] = [...stores];
    let pending: AskRecord[] = [];
    let ended = 0;
    try {
      for (const act of acts) {
        const store = stores[act.by];
        if (act.type === "ask") {
          const agent = { name: "claude", ...(act.session === null ? {} : { session: act.session }) };
          pending.push(await create(store, { agent, expiresAt: act.expires ? noon + 1_000_000 : undefined }));
        } else if (act.type === "end" || act.type === "draft") {
          const record = pending[act.which];
          if (record === undefined) continue;
          if (act.type === "end") {
            await store.end(record.id, outcomes.answered());
            pending = pending.filter((other) => other !== record);
            ended += 1;
          } else {
            const { draftRevision: baseRevision, expiresAt } = record;
            const change = { draft: newDraft("hm"), surface: "web", at: noon, baseRevision, expiresAt };
            const result = await store.saveDraft(record.id, change);
            expect(result).toMatchObject({ saved: true });
            if (result !== null) pending = pending.map((other) => (other === record ? result.record : other));
          }
        } else if (act.type === "fail") {
          const [first] = pending;
          const ask = newAsk();
          const created = store.create(ask);
          const failed = store.end(first?.id ?? "", { ...outcomes.answered(), at: "no time" });
          const [one, two] = await Promise.allSettled([created, failed]);
          if (one.status === "fulfilled" && one.value !== null) pending.push(one.value.record);
          expect([one.status, two.status]).toEqual(["fulfilled", first === undefined ? "fulfilled" : "rejected"]);
        } else {
          // A copy of the files in their current state, as after a crash.
          const copy = nextFile();
          for (const end of ["", "-wal"]) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
          file = copy;
          stores = await openTwo(file);
          opened.push(...stores);
        }
        for (const store of stores) await expectPending(store, pending, ended);
      }
    } finally {
      for (const store of opened) await store.close();
    }
  };
  try {
    await fc.assert(fc.asyncProperty(fc.array(act, { maxLength: 25 }), run), { numRuns: 20 });
  } finally {
    rmSync(directory, { recursive: true });
  }
});
