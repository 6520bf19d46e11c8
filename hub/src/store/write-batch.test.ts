import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { newAsk } from "./conformance/example-ask.ts";
import { migrations } from "./migrations.ts";
import { createOthers } from "./others.ts";
import { createPendingAsks, type PendingAsks } from "./pending-asks.ts";
import { createReads, type Reads } from "./read-asks.ts";
import { createRecentAsks } from "./recent-asks.ts";
import { createStatements } from "./statements.ts";
import { storeUnavailable } from "./store-failure.ts";
import { inTransaction } from "./transaction.ts";
import { createBatchWriter, type Work } from "./write-batch.ts";

let database: DatabaseSync;
let reads: Reads;
let pending: PendingAsks;
let write: ReturnType<typeof createBatchWriter>;
beforeEach(() => {
  database = new DatabaseSync(":memory:");
  for (const step of migrations) database.exec(step);
  const sql = createStatements(database);
  reads = createReads(sql, 100);
  pending = createPendingAsks(sql, 1000);
  const recent = createRecentAsks(sql);
  const others = createOthers(sql, () => pending.load());
  write = createBatchWriter(database, { keepEvents: 100, reads, recent, pending, others });
  return () => database.close();
});

const storedIds = () =>
  database
    .prepare("SELECT id FROM asks ORDER BY position")
    .all()
    .map(({ id }) => id);
const [first, second, third] = [newAsk(), newAsk(), newAsk()];

function createThenFail(error: Error): Work<void> {
  return (operations) => {
    operations.create(second);
    throw error;
  };
}

describe("a batch of writes", () => {
  it("undoes work that failed halfway, alone, and tells of what the others did", () => {
    const fault = new TypeError("not this one");
    const { results, events } = write([
      (operations) => operations.create(first).record.id,
      createThenFail(fault),
      (operations) => operations.create(third).record.id,
    ]);
    expect(results).toEqual([{ value: first.id }, { error: fault }, { value: third.id }]);
    expect(storedIds()).toEqual([first.id, third.id]);
    expect(events.map(({ record }) => record.id)).toEqual([first.id, third.id]);
    expect(reads.eventsAfter(0, 10)).toHaveLength(2);
    expect(pending.count()).toBe(2);
  });

  it("does not wait for what was undone", () => {
    write([(operations) => operations.create(first), createThenFail(new TypeError("not this one"))]);
    expect(storedIds()).toEqual([first.id]);
    expect(pending.count()).toBe(1);
  });

  it("keeps nothing when the store itself fails, and the next batch works", () => {
    const create: Work<unknown> = (operations) => operations.create(first);
    expect(() => write([create, createThenFail(storeUnavailable("gone"))])).toThrow("gone");
    expect(storedIds()).toEqual([]);
    expect(write([create]).events).toHaveLength(1);
    expect(storedIds()).toEqual([first.id]);
    expect(pending.count()).toBe(1);
  });
});

describe("a transaction", () => {
  it("keeps nothing of what failed, and leaves the way free for the next", () => {
    const insert = "INSERT INTO meta (name, value) VALUES ('a', 1)";
    const fail = () => {
      database.exec(insert);
      throw new Error("in the middle");
    };
    expect(() => inTransaction(database, fail)).toThrow("in the middle");
    inTransaction(database, () => database.exec(insert));
    expect(database.prepare("SELECT name FROM meta WHERE name = 'a'").all()).toHaveLength(1);
  });
});
