import { YourcallError } from "@yourcall/core";
import type { WireAsk } from "@yourcall/core/internal/wire";
import { describe, expect, test } from "vitest";
import { createTestClock } from "../../../core/src/testing/test-clock.ts";
import { choose, database } from "../testing/sample-questions.ts";
import { soon } from "../testing/soon.ts";
import { startTestHub, type TestHub, withStore } from "../testing/test-hub.ts";

const agent = { name: "codex", session: "s1", cwd: "/project" };

describe("an outcome", () => {
  test("does not leave the hub before it is on disk that it was taken", async () => {
    const { promise: mayWrite, resolve: write } = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const slow = withStore((store) => ({
      async recordSightings(sightings) {
        if (sightings.some(({ takenAt }) => takenAt !== undefined)) {
          asked.resolve();
          await mayWrite;
        }
        return store.recordSightings(sightings);
      },
    }));
    const hub = await startTestHub(slow);
    const { id } = await hub.ask({ agent });
    await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    let isSent = false;
    const taking = hub.agent("GET", `/v1/asks/${id}?wait=5`).then((reply) => {
      isSent = true;
      return reply;
    });
    await asked.promise;
    await hub.human("GET", `/v1/asks/${id}`);
    expect(isSent).toBe(false);
    write();
    expect((await taking).body).toMatchObject({ status: "answered", delivery: { state: "taken" } });
  });

  test("is not handed out while the store cannot record that, and then it is", async () => {
    let isAway = true;
    const failing = withStore((store) => ({
      async recordSightings(sightings) {
        if (isAway) throw new YourcallError("store-unavailable", "The disk is full.");
        return store.recordSightings(sightings);
      },
    }));
    const hub = await startTestHub(failing);
    const { id } = await hub.ask({ agent });
    await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    const refused = await hub.agent("GET", `/v1/asks/${id}?wait=5`);
    expect([refused.status, refused.body.outcome]).toEqual([503, undefined]);
    isAway = false;
    expect((await hub.agent("GET", `/v1/asks/${id}?wait=5`)).body.status).toBe("answered");
  });

  test("that came before its ask was withdrawn counts as taken by the agent that learns of it then", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask({ agent });
    await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    const late = await hub.agent("POST", `/v1/asks/${id}/cancel`, {});
    expect([late.status, late.body.outcome?.status]).toEqual([409, "answered"]);
    expect((await hub.hub.get(id)).delivery?.state).toBe("taken");
  });

  test("is taken in one commit with an answer that the waiting agent gets, and only if that agent asked", async () => {
    const hub = await startTestHub();
    const other = `${(await hub.human("POST", "/v1/tokens", { scope: "agent", name: "ci" })).body.token}`;
    for (const [as, state] of [
      ["agent", "taken"],
      [other, "waiting"],
      ["human", "waiting"],
    ]) {
      const { id } = await hub.ask({ agent });
      const held = hub.call("GET", `/v1/asks/${id}?wait=20`, undefined, { as });
      await soon(() => hub.hub.waiters.total()).toBe(1);
      const { body } = await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
      expect([as, body.delivery?.state]).toEqual([as, state]);
      expect((await held).body.status).toBe("answered");
    }
  });
});

describe("taking over an ask", () => {
  const leave = (hub: TestHub, id: string) => hub.agent("POST", `/v1/asks/${id}/cancel`, { afterMs: 60_000 });
  let calls = 0;
  /** A new call in the same words that may take an ask over. */
  const again = async (hub: TestHub, more: object = {}): Promise<string> =>
    (await hub.ask({ agent, key: `again-${++calls}`, takeOver: true, ...more })).id;

  test("is possible once, after its call is over, for the same agent and the same questions", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask({ agent });
    expect(await again(hub)).not.toBe(id);
    // One that was withdrawn does not hide it.
    const withdrawn = await hub.ask({ agent });
    await leave(hub, withdrawn.id);
    await hub.human("POST", `/v1/asks/${withdrawn.id}/cancel`, {});
    await leave(hub, id);
    const others: object[] = [
      { agent: { ...agent, session: "s2" } },
      { agent: { ...agent, name: "opencode" } },
      { agent: { ...agent, cwd: "/elsewhere" } },
      { agent: { name: agent.name, cwd: agent.cwd } },
      { questions: [{ ...database, question: "Which other database?" }] },
      { takeOver: false },
    ];
    for (const more of others) expect([more, await again(hub, more)]).not.toEqual([more, id]);
    const { token } = (await hub.human("POST", "/v1/tokens", { scope: "agent", name: "ci" })).body;
    expect((await hub.ask({ agent, key: "ci", takeOver: true }, { as: `${token}` })).id).not.toBe(id);
    expect(await again(hub, { key: "mine" })).toBe(id);
    expect(await again(hub)).not.toBe(id);
    // Its reply may have been lost.
    expect(await again(hub, { key: "mine" })).toBe(id);
  });

  test("by one of many that come at the same instant", async () => {
    const hub = await startTestHub();
    for (const isAnswered of [false, true]) {
      const { id } = await hub.ask({ agent });
      await leave(hub, id);
      if (isAnswered) await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
      const ids = await Promise.all(Array.from({ length: 20 }, () => again(hub)));
      expect(ids.filter((one) => one === id)).toHaveLength(1);
      expect(new Set(ids).size).toBe(20);
    }
  });

  test("is not possible if somebody waits for it again, or still does, or its outcome was given out", async () => {
    const hub = await startTestHub();
    const [returned, shared, taken] = [await hub.ask({ agent }), await hub.ask({ agent }), await hub.ask({ agent })];
    const late = await hub.ask({ agent });
    for (const { id } of [returned, taken, late]) await leave(hub, id);
    const leaving = new AbortController();
    const waits = [returned, shared].map(({ id }) =>
      hub.agent("GET", `/v1/asks/${id}?wait=60`, undefined, { signal: leaving.signal }).catch(() => {}),
    );
    await soon(() => hub.hub.waiters.total()).toBe(2);
    await leave(hub, shared.id);
    await hub.human("POST", `/v1/asks/${taken.id}/answer`, choose("SQLite"));
    await hub.agent("GET", `/v1/asks/${taken.id}?wait=1`);
    // An agent that withdraws it too late learns of the outcome in the refusal.
    await hub.human("POST", `/v1/asks/${late.id}/answer`, choose("SQLite"));
    await hub.agent("POST", `/v1/asks/${late.id}/cancel`, {});
    const old = [returned.id, shared.id, taken.id, late.id];
    for (const _ of old) expect(old).not.toContain(await again(hub));
    leaving.abort();
    await Promise.all(waits);
  });

  test("gives the outcome that nobody received, and records that as taken", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask({ agent });
    await leave(hub, id);
    await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    const given = await hub.ask({ agent, key: "k", takeOver: true }, { headers: { prefer: "wait=1" } });
    expect(given).toMatchObject({ id, status: "answered", delivery: { state: "taken" } });
    expect(await again(hub)).not.toBe(id);
    // Its call was cut off before it could receive the outcome, and says so.
    await hub.agent("POST", `/v1/asks/${id}/delivery?session=s1`, { state: "waiting" });
    expect(await again(hub)).toBe(id);
  });

  test("is not possible after a restart of the hub, which does not know who left", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask({ agent });
    await leave(hub, id);
    expect(await again(await hub.restart())).not.toBe(id);
  });

  test("calls its withdrawal off; an ask that somebody waits for is not withdrawn either", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const status = async ({ id }: Pick<WireAsk, "id">) => (await hub.hub.get(id)).status;
    const [over, awaited, gone] = [await hub.ask({ agent }), await hub.ask({ agent }), await hub.ask({ agent })];
    await leave(hub, over.id);
    expect(await again(hub)).toBe(over.id);
    const held = hub.agent("GET", `/v1/asks/${awaited.id}?wait=600`);
    await soon(() => hub.hub.waiters.total()).toBe(1);
    for (const { id } of [awaited, gone]) await leave(hub, id);
    clock.advance(60_000);
    await soon(() => status(gone)).toBe("cancelled");
    expect([await status(over), await status(awaited)]).toEqual(["pending", "pending"]);
    await hub.human("POST", `/v1/asks/${awaited.id}/decline`, {});
    await held;
  });
});
