import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasPostgres, usePostgres } from "../../../../tests/support/postgres.ts";
import { collectEvents } from "../conformance/collect-events.ts";
import { describeStoreConformance } from "../conformance/describe-store-conformance.ts";
import { create, outcomes } from "../conformance/example-ask.ts";
import type { Store } from "../store.ts";
import { type Connections, openConnections } from "./connection.ts";
import { openPostgresStore, type PostgresStoreOptions } from "./open-store.ts";
import { parsePlace } from "./place.ts";

let server = "";
// One for all tests: connecting takes longer than what it is for.
let cleaning: Connections | undefined;
const places = new WeakMap<Store, string>();
const inUse = new Map<string, number>();
const free: string[] = [];
const tables = [
  "tokens",
  "notices",
  "asks",
  "pending",
  "endings",
  "sightings",
  "draft_events",
  "loads",
  "codes",
  "grants",
  "chain",
];

async function open(options: PostgresStoreOptions = {}, given?: string): Promise<Store> {
  const place = given ?? (await emptyPlace());
  const store = await openPostgresStore(place, options);
  places.set(store, place);
  inUse.set(place, (inUse.get(place) ?? 0) + 1);
  const { close } = store;
  let closed = false;
  store.close = async () => {
    await close();
    if (closed) return;
    closed = true;
    const users = (inUse.get(place) ?? 1) - 1;
    inUse.set(place, users);
    if (users === 0) free.push(place);
  };
  return store;
}

/** An empty schema. Creating one takes longer than a test, so those of earlier tests are emptied and reused. */
async function emptyPlace(): Promise<string> {
  // These tests are about what is stored, not about the disk.
  const fresh = `${server}?synchronous_commit=off&schema=t_${randomBytes(8).toString("hex")}`;
  const place = free.pop();
  if (place === undefined) return fresh;
  const schema = new URL(place).searchParams.get("schema");
  const empty = tables.map((table) => `DELETE FROM ${schema}.${table};`).join("");
  const reset = `UPDATE ${schema}.head SET sequence = 0, events_from = 0; UPDATE ${schema}.meta SET value = gen_random_uuid();`;
  cleaning ??= openConnections(parsePlace(server));
  await cleaning.inTransaction((_, script) => script(empty + reset));
  return place;
}

/** Leaves the database like a standby that took over with only the events up to this sequence, all of them pending asks. */
async function fallBack(place: string, sequence: number): Promise<void> {
  const { inTransaction, close } = openConnections(parsePlace(place));
  const later = ["endings", "draft_events"].map(
    (table) => `DELETE FROM yourcall.${table} WHERE sequence > ${sequence};`,
  );
  await inTransaction((_, script) =>
    script(`${later.join("")} DELETE FROM yourcall.pending; DELETE FROM yourcall.asks WHERE position > ${sequence};
      INSERT INTO yourcall.pending SELECT position, token, session, created_at, NULL, 0, NULL, 0 FROM yourcall.asks;
      UPDATE yourcall.head SET sequence = ${sequence}, timeline = 'that of the other server'`),
  );
  await close();
}

describe.skipIf(!hasPostgres())("on PostgreSQL", () => {
  beforeAll(async () => {
    server = await usePostgres();
  });
  afterAll(() => cleaning?.close());

  describeStoreConformance("PostgreSQL", open, {
    async reopen(store) {
      const place = places.get(store);
      await store.close();
      free.splice(free.indexOf(place ?? ""), 1);
      return open({}, place);
    },
    join: (store) => open({}, places.get(store)),
  });

  test("after a fail-over to a standby that lagged behind, no event is missed, and no answer reaches another ask", async () => {
    const here = await open();
    const there = await open({}, places.get(here));
    const heard = collectEvents(there);
    const kept = await create(here);
    const before = await here.lastSequence();
    const lost = await create(here);
    await here.end(kept.id, outcomes.answered());
    const lostAt = await here.lastSequence();
    await heard.until(3);
    let rewound = 0;
    there.subscribe(
      () => {},
      () => {
        rewound += 1;
      },
    );

    await fallBack(places.get(here) ?? "", before);
    // More events than were lost, and past the listener's position.
    const fresh = [];
    for (let count = 0; count < 5; count++) fresh.push(await create(here));
    expect((await heard.until(8)).slice(3).map(({ record }) => record.id)).toEqual(fresh.map(({ id }) => id));
    expect(rewound).toBe(1);
    expect(await there.eventsAfter(lostAt, 10)).toBeNull();
    expect((await there.eventsAfter(before, 10))?.map(({ record }) => record.id)).toEqual(fresh.map(({ id }) => id));
    expect(await here.end(lost.id, outcomes.answered())).toBeNull();
    expect(await there.end(kept.id, outcomes.declined())).toMatchObject({ ended: true });
    expect(await here.countPending()).toBe(5);
    await Promise.all([here.close(), there.close()]);
  });
});
