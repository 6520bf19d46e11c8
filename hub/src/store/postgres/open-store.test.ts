import { randomBytes } from "node:crypto";
import { beforeAll, describe } from "vitest";
import { hasPostgres, usePostgres } from "../../../../tests/support/postgres.ts";
import { describeStoreConformance } from "../conformance/describe-store-conformance.ts";
import type { Store } from "../store.ts";
import { openConnections } from "./connection.ts";
import { openPostgresStore, type PostgresStoreOptions } from "./open-store.ts";
import { parsePlace } from "./place.ts";

let server = "";
const places = new WeakMap<Store, string>();
const inUse = new Map<string, number>();
const free: string[] = [];
const tables = ["tokens", "notices", "asks", "pending", "endings", "sightings", "draft_events", "loads", "codes"];

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

/** A schema without data: making one takes longer than the tests, so those of earlier tests are emptied. */
async function emptyPlace(): Promise<string> {
  // It tests what is stored, not the disk.
  const fresh = `${server}?synchronous_commit=off&schema=t_${randomBytes(8).toString("hex")}`;
  const place = free.pop();
  if (place === undefined) return fresh;
  const { inTransaction, close } = openConnections(parsePlace(place));
  const empty = tables.map((table) => `DELETE FROM yourcall.${table};`).join("");
  const reset =
    "UPDATE yourcall.head SET sequence = 0, events_from = 0; UPDATE yourcall.meta SET value = gen_random_uuid();";
  await inTransaction((_, script) => script(empty + reset));
  await close();
  return place;
}

describe.skipIf(!hasPostgres())("on PostgreSQL", () => {
  beforeAll(async () => {
    server = await usePostgres();
  });

  describeStoreConformance("PostgreSQL", open, {
    async reopen(store) {
      const place = places.get(store);
      await store.close();
      free.splice(free.indexOf(place ?? ""), 1);
      return open({}, place);
    },
    join: (store) => open({}, places.get(store)),
  });
});
