import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { create, listIds, newAsk, newDraft, noon, outcomes } from "./conformance/example-ask.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import type { AskRecord, Store } from "./store.ts";

type Act =
  | { type: "ask"; session: string | null; expires: boolean }
  | { type: "end" | "draft"; which: number }
  | { type: "fail" | "crash" };

const which = fc.nat(7);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("ask" as const),
      session: fc.constantFrom(null, "a", "b"),
      expires: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom("end" as const, "draft" as const), which }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("fail" as const, "crash" as const) }) },
);

/** What waits, by every way there is to ask for it. */
async function expectWaiting(store: Store, waiting: AskRecord[], ended: number): Promise<void> {
  const ids = waiting.map(({ id }) => id);
  expect(await listIds(store, { status: "pending", order: "oldest" }, 3)).toEqual(ids);
  expect(await listIds(store, { status: "pending", order: "newest" }, 2)).toEqual(ids.toReversed());
  expect(await listIds(store, { status: "pending", order: "oldest", search: "database" }, 2)).toEqual(ids);
  expect(await store.countPending()).toBe(ids.length);
  expect(await store.countSpans([noon, noon + 1])).toMatchObject([
    { asked: ids.length + ended, ended: { answered: ended } },
  ]);
  for (const session of ["a", "b"]) {
    const ofSession = waiting.filter(({ agent }) => agent.session === session).map(({ id }) => id);
    expect(await listIds(store, { status: "pending", order: "oldest", session }, 2)).toEqual(ofSession);
    expect(await store.countPending({ token: "agent", session })).toBe(ofSession.length);
  }
  const due = waiting.find(({ expiresAt }) => expiresAt !== null);
  expect(await store.nextDeadline()).toEqual(due === undefined ? null : { id: due.id, expiresAt: due.expiresAt });
  for (const record of waiting) expect(await store.get(record.id)).toEqual(record);
}

test("what waits is known whatever has been done, and after a crash at any time", { timeout: 60_000 }, async () => {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-pending-"));
  let files = 0;
  const nextFile = () => join(directory, `${++files}.db`);
  const run = async (listEvery: number, acts: Act[]) => {
    let file = nextFile();
    let store = await openSqliteStore(file, { listEvery });
    const stores = [store];
    let waiting: AskRecord[] = [];
    let ended = 0;
    try {
      for (const act of acts) {
        if (act.type === "ask") {
          const agent = { name: "claude", ...(act.session === null ? {} : { session: act.session }) };
          const expiresAt = act.expires ? noon + 1_000_000 : null;
          waiting.push((await store.create(newAsk({ agent, expiresAt, createdAt: noon }))).record);
        } else if (act.type === "end" || act.type === "draft") {
          const record = waiting[act.which];
          if (record === undefined) continue;
          if (act.type === "end") {
            await store.end(record.id, outcomes.answered());
            waiting = waiting.filter((other) => other !== record);
            ended += 1;
          } else {
            const { draftRevision: baseRevision, expiresAt } = record;
            const change = { draft: newDraft("hm"), surface: "web", at: noon, baseRevision, expiresAt };
            const result = await store.saveDraft(record.id, change);
            if (result?.saved === true) waiting = waiting.map((other) => (other === record ? result.record : other));
          }
        } else if (act.type === "fail") {
          const [first] = waiting;
          const created = store.create(newAsk({ createdAt: noon }));
          const failed = store.end(first?.id ?? "", { ...outcomes.answered(), at: "no time" });
          const [one, two] = await Promise.allSettled([created, failed]);
          if (one.status === "fulfilled") waiting.push(one.value.record);
          expect([one.status, two.status]).toEqual(["fulfilled", first === undefined ? "fulfilled" : "rejected"]);
        } else {
          // As the disk has it at this moment, with nobody to tidy up.
          const copy = nextFile();
          for (const end of ["", "-wal"]) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
          file = copy;
          store = await openSqliteStore(file, { listEvery });
          stores.push(store);
        }
        await expectWaiting(store, waiting, ended);
      }
    } finally {
      for (const one of stores) await one.close();
    }
  };
  try {
    await fc.assert(fc.asyncProperty(fc.constantFrom(1, 3, 8, 5000), fc.array(act, { maxLength: 25 }), run), {
      numRuns: 40,
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a start goes through no more of the file than so many events", async () => {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-pending-"));
  const file = join(directory, "yourcall.db");
  const store = await openSqliteStore(file, { listEvery: 8 });
  const others = new DatabaseSync(file, { readOnly: true });
  try {
    const { id: first } = await create(store);
    for (let count = 0; count < 20; count++) await store.end((await create(store)).id, outcomes.answered());
    const last = await store.lastSequence();
    expect(last).toBe(41);
    expect(Number(others.prepare("SELECT value FROM meta WHERE name = 'listed'").get()?.value)).toBeGreaterThan(
      last - 8,
    );
    expect(await listIds(store, { status: "pending", order: "oldest" })).toEqual([first]);
  } finally {
    others.close();
    await store.close();
    rmSync(directory, { recursive: true });
  }
});
