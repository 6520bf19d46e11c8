import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createTestClock } from "../../../core/src/testing/test-clock.ts";
import { hasPostgres, usePostgres } from "../../../tests/support/postgres.ts";
import { openPostgresStore } from "../store/postgres/open-store.ts";
import type { Store } from "../store/store.ts";
import { passUntil, startReceiver } from "../testing/callback-receiver.ts";
import { choose } from "../testing/sample-questions.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";

const hour = 3_600_000;
const clock = createTestClock({ start: Date.now() });
const deliveryOf = async (hub: TestHub, id: string) => (await hub.human("GET", `/v1/asks/${id}`)).body.delivery;

const newPlace = async () => `${await usePostgres()}?schema=t_${randomBytes(6).toString("hex")}&synchronous_commit=off`;

/** Two hubs on one database and one clock, and an ask with a callback, made at the first and answered at the second. */
async function openHubs() {
  const place = await newPlace();
  const start = () => startTestHub({ clock, store: () => openPostgresStore(place) });
  return [await start(), await start()] as const;
}

async function askAndAnswer(one: TestHub, two: TestHub, callback: string): Promise<string> {
  const { id } = await one.ask({ callback });
  expect((await two.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"))).status).toBe(200);
  return id;
}

describe.skipIf(!hasPostgres())("a callback with two hubs on PostgreSQL", () => {
  test("is called by one of them, and never again once it has accepted", async () => {
    const [one, two] = await openHubs();
    const { url, received } = await startReceiver([200]);
    const ids = await Promise.all(Array.from({ length: 5 }, () => askAndAnswer(one, two, url)));
    for (const id of ids) await expect.poll(() => deliveryOf(one, id)).toMatchObject({ state: "taken" });
    clock.advance(2 * hour);
    for (const hub of [one, two]) await hub.stop();
    expect(received.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(ids.toSorted());
  });

  test("is not called again by a hub that was about to when the other one delivered it", async () => {
    const place = await newPlace();
    const one = await startTestHub({ clock, store: () => openPostgresStore(place) });
    const { url, received } = await startReceiver([200]);
    let attempted = false;
    const late = async (): Promise<Store> => {
      const store = await openPostgresStore(place);
      const takeLease: Store["takeLease"] = async (name, lease) => {
        const id = name.replace("callback ", "");
        await expect.poll(() => deliveryOf(one, id)).toMatchObject({ state: "taken" });
        const taken = await store.takeLease(name, lease);
        attempted = true;
        return taken;
      };
      return { ...store, takeLease };
    };
    const two = await startTestHub({ clock, store: late });
    await askAndAnswer(one, two, url);
    await expect.poll(() => attempted).toBe(true);
    await two.stop();
    expect(received).toHaveLength(1);
  });

  test("that fails for a while is called until it accepts, and by neither from then on", async () => {
    const [one, two] = await openHubs();
    const { url, received } = await startReceiver([...Array.from({ length: 6 }, () => 503), 200]);
    const id = await askAndAnswer(one, two, url);
    await passUntil(clock, received, 7, 500_000);
    await expect.poll(() => deliveryOf(two, id)).toMatchObject({ state: "taken" });
    // The clock jumps over leases, so both may have called at the same time, but not in turns.
    expect(received.length).toBeLessThanOrEqual(8);
    const before = received.length;
    clock.advance(2 * hour);
    for (const hub of [one, two]) await hub.stop();
    expect(received).toHaveLength(before);
  });

  test("is called by the other one if the first is gone", async () => {
    const [one, two] = await openHubs();
    const { url, received } = await startReceiver([503, 200]);
    const id = await askAndAnswer(one, two, url);
    await passUntil(clock, received, 1, 1000);
    await one.stop();
    await passUntil(clock, received, 2, 60_000);
    await expect.poll(() => deliveryOf(two, id)).toMatchObject({ state: "taken" });
  });
});
