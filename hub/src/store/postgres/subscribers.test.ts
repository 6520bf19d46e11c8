import { expect, test } from "vitest";
import type { Row } from "../queries/query.ts";
import type { StoredEvent } from "../store.ts";
import { createRecentAsks } from "./recent-asks.ts";
import { createSubscribers } from "./subscribers.ts";

/** Subscribers to a database whose reads end when the test calls `reply` with the last sequence of the database. */
function subscribe(notifiedUpTo: number) {
  const reads: ((rows: Row[]) => void)[] = [];
  const query = () => new Promise<Row[]>((resolve) => reads.push(resolve));
  const subscribers = createSubscribers(query, createRecentAsks(), {
    pollEveryMs: 60_000,
    notifiedUpTo,
    log() {},
  });
  const told: number[] = [];
  subscribers.add(
    (events) => told.push(...events.map(({ sequence }) => sequence)),
    () => told.push(Number.NaN),
  );
  return {
    ...{ subscribers, told },
    reply: (last: number) => reads.shift()?.([{ last, events_from: 0, jumps: "[]", sequence: null }]),
    commit: (base: number) => subscribers.committed(base, [{ sequence: base + 1 } as StoredEvent]),
  };
}

test("a commit announced while an older state is being read is not taken for lost, and the next one is announced once", async () => {
  const { subscribers, told, reply, commit } = subscribe(7);
  const looking = subscribers.poll();
  commit(7);
  reply(7);
  await looking;
  commit(8);
  expect(told).toEqual([8, 9]);
  subscribers.stop();
});

test("after a fail-over that lost the newest events, listeners are told once, and then get every event that follows", async () => {
  const { subscribers, told, reply, commit } = subscribe(7);
  for (const last of [5, 5]) {
    const looking = subscribers.poll();
    reply(last);
    await looking;
  }
  commit(5);
  expect(told).toEqual([Number.NaN, 6]);
  subscribers.stop();
});
