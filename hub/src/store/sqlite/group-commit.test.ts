import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { storeUnavailable } from "../../hub-errors.ts";
import { newAsk } from "../conformance/example-ask.ts";
import { createStatements, inTransaction, type Statements } from "./connection.ts";
import { createGroupCommit, type GroupCommit, type Work } from "./group-commit.ts";
import { migrations } from "./migrations.ts";
import { countPending } from "./read-asks.ts";
import { readEvents } from "./read-events.ts";
import { createRecentAsks, type RecentAsks } from "./recent-asks.ts";

import { createAsk } from "./write-asks.ts";

let sql: Statements;
let recent: RecentAsks;
let commits: GroupCommit;
let told: string[];
beforeEach(() => {
  const database = new DatabaseSync(":memory:");
  for (const step of migrations) database.exec(step);
  sql = createStatements(database);
  recent = createRecentAsks(sql);
  told = [];
  commits = createGroupCommit(sql, recent, { keepEvents: 100, toFailure: (error) => error }, (events) => {
    for (const { record } of events) told.push(record.id);
  });
  return () => database.close();
});

const storedIds = () =>
  sql("SELECT id FROM asks ORDER BY position")
    .all()
    .map(({ id }) => id);
const [first, second, third] = [newAsk(), newAsk(), newAsk()];

function createThenFail(error: Error): Work<void> {
  return (transaction) => {
    createAsk(transaction, second);
    throw error;
  };
}

describe("the writes of one turn", () => {
  const create =
    (ask = first): Work<string | undefined> =>
    (transaction) =>
      createAsk(transaction, ask)?.record.id;

  it("are all kept but the one that fails halfway", async () => {
    const fault = new TypeError("not this one");
    const results = await Promise.allSettled([create(), createThenFail(fault), create(third)].map(commits.run));
    expect(results).toEqual([
      { status: "fulfilled", value: first.id },
      { status: "rejected", reason: fault },
      { status: "fulfilled", value: third.id },
    ]);
    expect(storedIds()).toEqual([first.id, third.id]);
    expect(told).toEqual([first.id, third.id]);
    expect(readEvents(sql, 0, 10).map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(countPending(sql)).toBe(2);
    expect(recent.get(second.id)).toBeNull();
  });

  it("are all refused if the store itself fails, and the next one is kept", async () => {
    const gone = storeUnavailable("gone");
    const results = await Promise.allSettled([create(), createThenFail(gone)].map(commits.run));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(storedIds()).toEqual([]);
    expect(recent.get(first.id)).toBeNull();
    expect(told).toEqual([]);
    await commits.run(create());
    expect(storedIds()).toEqual([first.id]);
    expect(countPending(sql)).toBe(1);
  });
});

describe("a transaction", () => {
  it("keeps nothing of a failure, and does not block the next", () => {
    const insert = "INSERT INTO meta (name, value) VALUES ('a', 1)";
    const fail = () => {
      sql(insert).run();
      throw new Error("in the middle");
    };
    expect(() => inTransaction(sql, fail)).toThrow("in the middle");
    inTransaction(sql, () => sql(insert).run());
    expect(sql("SELECT name FROM meta WHERE name = 'a'").all()).toHaveLength(1);
  });
});
