import { describe, expect, test } from "vitest";
import { createTestClock, type TestClock } from "../../core/src/testing/test-clock.ts";
import { choose, database, features } from "./testing/sample-questions.ts";
import { soon } from "./testing/soon.ts";
import { startTestHub, type TestHub, withStore } from "./testing/test-hub.ts";

const start = Date.UTC(2030, 0, 1);

async function hubWithClock(): Promise<{ hub: TestHub; clock: TestClock }> {
  const clock = createTestClock({ start });
  return { hub: await startTestHub({ clock }), clock };
}

/** How the ask ended, as a waiting client sees it. */
async function ended(hub: TestHub, id: string) {
  return (await hub.agent("GET", `/v1/asks/${id}?wait=600`)).body.outcome;
}

/** Whether the ask is still pending after everything that could have ended it has run. */
async function staysPending(hub: TestHub, id: string): Promise<void> {
  // This write is committed after everything that is under way.
  await hub.hub.store.recordSightings([]);
  await hub.hub.store.recordSightings([]);
  expect((await hub.hub.get(id)).status).toBe("pending");
}

test("an ask expires when its time is up, not before, and its asker gets the outcome", async () => {
  const { hub, clock } = await hubWithClock();
  const { id } = await hub.ask({ timeoutMs: 90_000 });
  const held = ended(hub, id);
  await soon(() => hub.hub.waiters.total()).toBe(1);
  clock.advance(89_999);
  await staysPending(hub, id);
  clock.advance(1);
  expect(await held).toEqual({ status: "expired", at: "2030-01-01T00:01:30.000Z" });
  const late = await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
  expect(late.status).toBe(409);
  expect(late.body.outcome).toEqual({ status: "expired", at: "2030-01-01T00:01:30.000Z" });
});

test("deadlines are met in their own order, whatever the order of asking", async () => {
  const { hub, clock } = await hubWithClock();
  const stream = await hub.events();
  await stream.next();
  const asks = new Map<number, string>();
  for (const seconds of [300, 10, 200, 5, 100]) asks.set(seconds, (await hub.ask({ timeoutMs: seconds * 1000 })).id);
  await stream.take(5);
  for (const seconds of [5, 10, 100, 200, 300]) {
    clock.advance(seconds * 1000 - (clock.now() - start));
    expect(await stream.next()).toMatchObject({ type: "ask-ended", data: { ask: { id: asks.get(seconds) } } });
  }
});

test("an ask without a deadline outlives every other", async () => {
  const { hub, clock } = await hubWithClock();
  const patient = await hub.ask();
  const other = await hub.ask({ timeoutMs: 1000 });
  clock.advance(3_600_000);
  expect(await ended(hub, other.id)).toMatchObject({ status: "expired" });
  await staysPending(hub, patient.id);
});

describe("a person's activity", () => {
  test("extends the deadline to a minute from then", async () => {
    const { hub, clock } = await hubWithClock();
    const { id } = await hub.ask({ timeoutMs: 90_000 });
    clock.advance(80_000);
    const saved = await hub.human("PUT", `/v1/asks/${id}/draft`, { draft: {}, baseRevision: 0 });
    expect(saved.status).toBe(200);
    expect((await hub.human("GET", `/v1/asks/${id}`)).body.expiresAt).toBe("2030-01-01T00:02:20.000Z");
    clock.advance(59_999);
    await staysPending(hub, id);
    clock.advance(1);
    expect(await ended(hub, id)).toEqual({ status: "expired", at: "2030-01-01T00:02:20.000Z" });
  });

  test("never shortens the time, and other surfaces get the new deadline", async () => {
    const { hub, clock } = await hubWithClock();
    const { id } = await hub.ask({ timeoutMs: 600_000 });
    const stream = await hub.events();
    await stream.next();
    await hub.human("PUT", `/v1/asks/${id}/draft`, { draft: {}, baseRevision: 0 });
    expect((await stream.next()).data).toMatchObject({ id, expiresAt: "2030-01-01T00:10:00.000Z" });
    clock.advance(590_000);
    await hub.human("PUT", `/v1/asks/${id}/draft`, { draft: { more: 1 }, baseRevision: 1 });
    expect((await stream.next()).data).toMatchObject({ id, expiresAt: "2030-01-01T00:10:50.000Z" });
  });

  test("extends nothing if it is a draft on an old revision", async () => {
    const { hub, clock } = await hubWithClock();
    const { id } = await hub.ask({ timeoutMs: 90_000 });
    await hub.human("PUT", `/v1/asks/${id}/draft`, { draft: {}, baseRevision: 0 });
    clock.advance(80_000);
    expect((await hub.human("PUT", `/v1/asks/${id}/draft`, { draft: {}, baseRevision: 0 })).status).toBe(409);
    clock.advance(10_000);
    expect(await ended(hub, id)).toMatchObject({ status: "expired" });
  });

  test("at the last moment extends it too, even if the expiry was already under way", async () => {
    const clock = createTestClock({ start });
    const ending = Promise.withResolvers<void>();
    const drafted = Promise.withResolvers<void>();
    const slow = withStore((store) => ({
      end: async (id, outcome, options) => {
        ending.resolve();
        await drafted.promise;
        return store.end(id, outcome, options);
      },
    }));
    const hub = await startTestHub({ ...slow, clock });
    const { id } = await hub.ask({ timeoutMs: 10_000 });
    clock.advance(10_000);
    await ending.promise;
    expect((await hub.human("PUT", `/v1/asks/${id}/draft`, { draft: {}, baseRevision: 0 })).status).toBe(200);
    drafted.resolve();
    await staysPending(hub, id);
    clock.advance(60_000);
    expect(await ended(hub, id)).toEqual({ status: "expired", at: "2030-01-01T00:01:10.000Z" });
  });

  test("sets no deadline on an ask that has none, and a waiting asker never moves one", async () => {
    const { hub, clock } = await hubWithClock();
    const open = await hub.ask();
    await hub.human("PUT", `/v1/asks/${open.id}/draft`, { draft: {}, baseRevision: 0 });
    expect((await hub.human("GET", `/v1/asks/${open.id}`)).body).not.toHaveProperty("expiresAt");
    const { id } = await hub.ask({ timeoutMs: 10_000, key: "k" });
    clock.advance(9000);
    await hub.ask({ timeoutMs: 10_000, key: "k" });
    await hub.agent("GET", `/v1/asks/${id}`);
    clock.advance(1000);
    expect(await ended(hub, id)).toMatchObject({ status: "expired" });
  });
});

test.each([
  ["answer", { ...choose("Oracle"), act: "click" }, 69_000],
  ["answer", { ...choose("SQLite"), comment: "x".repeat(3000), act: "submit" }, 69_000],
  ["decline", { reason: "x".repeat(3000), act: "submit" }, 69_000],
  ["answer", { ...choose("Oracle"), act: "script" }, 10_000],
])("a person whose %s is refused has a minute to correct it; a script has not (%#)", async (way, body, after) => {
  const { hub, clock } = await hubWithClock();
  const { id } = await hub.ask({ timeoutMs: 10_000 });
  const stream = await hub.events();
  await stream.next();
  clock.advance(9000);
  expect((await hub.human("POST", `/v1/asks/${id}/${way}`, body)).status).toBe(422);
  const { expiresAt } = (await hub.human("GET", `/v1/asks/${id}`)).body;
  expect(Date.parse(expiresAt ?? "")).toBe(start + after);
  // Every screen gets the new deadline.
  if (after > 10_000) expect(await stream.next()).toMatchObject({ type: "ask-drafted", data: { id, expiresAt } });
  clock.advance(after - 9000 - 1);
  await staysPending(hub, id);
  clock.advance(1);
  expect(await ended(hub, id)).toMatchObject({ status: "expired" });
});

describe("at the deadline", () => {
  test("the recommended options are a fallback, and the outcome is still expired", async () => {
    const { hub, clock } = await hubWithClock();
    const { id } = await hub.ask({ timeoutMs: 1000, onTimeout: "recommended" });
    await hub.human("PUT", `/v1/asks/${id}/draft`, { draft: { selected: "SQLite" }, baseRevision: 0 });
    clock.advance(60_000);
    expect(await ended(hub, id)).toEqual({
      status: "expired",
      at: "2030-01-01T00:01:00.000Z",
      fallback: [{ question: database.question, header: "Database", selectedOptions: ["PostgreSQL (Recommended)"] }],
    });
  });

  test("there is no fallback unless the call asked for it", async () => {
    const { hub, clock } = await hubWithClock();
    const { id } = await hub.ask({ timeoutMs: 1000 });
    clock.advance(1000);
    expect(await ended(hub, id)).not.toHaveProperty("fallback");
    const refused = await hub.agent("POST", "/v1/asks", { questions: [features], onTimeout: "recommended" });
    expect(refused.status).toBe(422);
  });
});

describe("over a restart", () => {
  test("a deadline that passed while no hub ran takes effect immediately, with its fallback", async () => {
    const { hub, clock } = await hubWithClock();
    const due = await hub.ask({ timeoutMs: 10_000, onTimeout: "recommended" });
    const later = await hub.ask({ timeoutMs: 600_000 });
    await hub.stop();
    clock.advance(360_000);
    const again = await startTestHub({ directory: hub.directory, clock });
    expect(await ended(again, due.id)).toEqual({
      status: "expired",
      at: "2030-01-01T00:06:00.000Z",
      fallback: [expect.objectContaining({ selectedOptions: ["PostgreSQL (Recommended)"] })],
    });
    await staysPending(again, later.id);
    clock.advance(240_000);
    expect(await ended(again, later.id)).toEqual({ status: "expired", at: "2030-01-01T00:10:00.000Z" });
  });

  test("an extended deadline stays extended", async () => {
    const { hub, clock } = await hubWithClock();
    const { id } = await hub.ask({ timeoutMs: 10_000 });
    clock.advance(5000);
    await hub.human("PUT", `/v1/asks/${id}/draft`, { draft: { kept: true }, baseRevision: 0 });
    clock.advance(30_000);
    const again = await hub.restart();
    await staysPending(again, id);
    expect((await again.human("GET", `/v1/asks/${id}`)).body).toMatchObject({
      expiresAt: "2030-01-01T00:01:05.000Z",
      draft: { draft: { kept: true }, revision: 1 },
    });
    clock.advance(30_000);
    expect(await ended(again, id)).toMatchObject({ status: "expired" });
  });
});

describe("a clock that jumps", () => {
  test("forwards expires what is due within half a minute", async () => {
    const { hub, clock } = await hubWithClock();
    const due = await hub.ask({ timeoutMs: 3_600_000 });
    const later = await hub.ask({ timeoutMs: 86_400_000 });
    clock.set(7_200_000);
    clock.advance(30_000);
    expect(await ended(hub, due.id)).toEqual({ status: "expired", at: "2030-01-01T02:00:30.000Z" });
    await staysPending(hub, later.id);
  });

  test("backwards expires nothing early, and deadlines follow the new time", async () => {
    const { hub, clock } = await hubWithClock();
    const { id } = await hub.ask({ timeoutMs: 60_000 });
    clock.set(-3_600_000);
    for (let minute = 0; minute < 59; minute++) clock.advance(60_000);
    await staysPending(hub, id);
    // Each check schedules the next, so let time pass.
    for (let half = 0; half < 6; half++) {
      clock.advance(30_000);
      await hub.hub.store.recordSightings([]);
    }
    expect(await ended(hub, id)).toMatchObject({ status: "expired" });
  });

  test("does not stop answers, drafts and expiry", async () => {
    const { hub, clock } = await hubWithClock();
    const { id } = await hub.ask({ timeoutMs: 60_000 });
    clock.set(-86_400_000);
    const saved = await hub.human("PUT", `/v1/asks/${id}/draft`, { draft: {}, baseRevision: 0 });
    expect(saved.status).toBe(200);
    expect((await hub.human("GET", `/v1/asks/${id}`)).body.expiresAt).toBe("2030-01-01T00:01:00.000Z");
    const { body } = await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    expect(body.outcome).toMatchObject({ status: "answered", at: "2029-12-31T00:00:00.000Z" });
    const next = await hub.ask();
    clock.set(10 * 86_400_000);
    await hub.human("POST", `/v1/asks/${next.id}/decline`);
    expect((await hub.human("GET", "/v1/asks?status=ended")).body.asks?.map((ask) => ask.id)).toEqual([next.id, id]);
  });
});
