import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { type AskRequest, YourcallError } from "@yourcall/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../core/src/testing/test-clock.ts";
import { choose, database, features, removal } from "./testing/sample-questions.ts";
import { soon } from "./testing/soon.ts";
import { startTestHub, type TestHub, withStore } from "./testing/test-hub.ts";

describe("a key", () => {
  const call = { questions: [database], key: "call-1", agent: { name: "claude", session: "s1" } } satisfies AskRequest;

  test("leads the same call back to its ask while it is pending", async () => {
    const hub = await startTestHub();
    const first = await hub.agent("POST", "/v1/asks", call);
    const again = await hub.agent("POST", "/v1/asks", {
      ...call,
      context: "said differently this time",
      metadata: { attempt: 2 },
      timeoutMs: 1000,
      agent: { ...call.agent, title: "Renamed" },
    });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toMatchObject({ id: first.body.id, status: "pending" });
    expect(again.body).not.toHaveProperty("expiresAt");
    expect((await hub.human("GET", "/v1/asks")).body.asks).toHaveLength(1);
  });

  test.each([
    ["answered", "answer", choose("SQLite")],
    ["declined", "decline", { reason: "No" }],
  ])(
    "gives the same call its outcome once it was %s, however often it comes, even after a restart",
    async (status, verb, body) => {
      const hub = await startTestHub();
      const { id } = await hub.ask(call);
      const ended = await hub.human("POST", `/v1/asks/${id}/${verb}`, body);
      const callAgain = async (running: TestHub) => {
        const again = await running.agent("POST", "/v1/asks", call, { headers: { prefer: "wait=60" } });
        expect(again.status).toBe(200);
        expect(again.body).toMatchObject({ id, status, outcome: ended.body.outcome });
      };
      await callAgain(hub);
      await callAgain(hub);
      await callAgain(await hub.restart());
    },
  );

  test("is free again once its ask is withdrawn or has expired", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const first = await hub.ask(call);
    await hub.agent("POST", `/v1/asks/${first.id}/cancel`);
    const second = await hub.agent("POST", "/v1/asks", { ...call, timeoutMs: 1000 });
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.id);
    const held = hub.agent("GET", `/v1/asks/${second.body.id}?wait=60`);
    await soon(() => hub.hub.waiters.total()).toBe(1);
    clock.advance(1000);
    expect((await held).body.status).toBe("expired");
    const third = await hub.agent("POST", "/v1/asks", { ...call, questions: [features] });
    expect([third.status, third.body.status]).toEqual([201, "pending"]);
  });

  test("with other questions or another kind is a conflict that says so, in every state", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask(call);
    const refuse = async (other: object) => {
      const { status, body } = await hub.agent("POST", "/v1/asks", { ...call, ...other });
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: "key-conflict", message: expect.stringContaining(id) });
      expect(body).not.toHaveProperty("outcome");
    };
    const others = [
      { questions: [features] },
      { questions: [database, features] },
      { questions: [{ ...database, multiSelect: true }] },
      { questions: [{ ...database, options: [...database.options].reverse() }] },
      removal,
    ];
    for (const other of others) await refuse(other);
    await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    for (const other of others) await refuse(other);
    expect((await hub.human("GET", "/v1/asks?status=all")).body.asks).toHaveLength(1);
  });

  test("never leads one approval to the permission given to another input", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask({ ...removal, key: "k" });
    await hub.human("POST", `/v1/asks/${id}/answer`, {
      answers: [{ question: removal.questions[0]?.question, selectedOptions: ["allow-always"] }],
    });
    expect((await hub.agent("POST", "/v1/asks", { ...removal, key: "k" })).body.status).toBe("answered");
    const other = { ...removal, key: "k", approval: { tool: "Bash", input: { command: "rm -r /" } } };
    expect((await hub.agent("POST", "/v1/asks", other)).status).toBe(409);
  });

  test("belongs to its token and session, and no session counts as one", async () => {
    const hub = await startTestHub();
    const { body: named } = await hub.human("POST", "/v1/tokens", { scope: "agent", name: "ci" });
    const ids = [
      (await hub.ask(call)).id,
      (await hub.ask({ ...call, agent: { name: "claude", session: "s2" } })).id,
      (await hub.ask({ ...call, agent: { name: "claude" } })).id,
      (await hub.ask({ ...call, agent: { name: "claude", session: "null" } })).id,
      (await hub.ask(call, { as: `${named.token}` })).id,
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect((await hub.ask({ ...call, agent: { name: "renamed", session: "s1" } })).id).toBe(ids[0]);
  });

  test("still finds its ask if the session has reached its limit", async () => {
    const hub = await startTestHub({ maxPendingPerSession: 2 });
    const one = await hub.ask({ ...call, key: "one" });
    await hub.ask({ ...call, key: "two" });
    expect((await hub.agent("POST", "/v1/asks", { ...call, key: "three" })).status).toBe(429);
    const again = await hub.agent("POST", "/v1/asks", { ...call, key: "one" });
    expect([again.status, again.body.id]).toEqual([200, one.id]);
  });

  test("creates one ask from twenty concurrent calls, even if the limit leaves room for only one", async () => {
    const hub = await startTestHub({ maxPendingPerSession: 1 });
    const caller = { token: "agent", scope: "agent" } as const;
    // All in one turn of the event loop, before any of them is stored.
    const direct = await Promise.all(
      Array.from({ length: 20 }, () => hub.hub.ask({ ...call, agent: { name: "a", session: "direct" } }, caller)),
    );
    expect(direct.filter(({ created }) => created)).toHaveLength(1);
    const all = await Promise.all(Array.from({ length: 20 }, () => hub.agent("POST", "/v1/asks", call)));
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(1);
  });

  test("is needed to find the ask again: without one the same questions are a new ask", async () => {
    const hub = await startTestHub();
    const one = await hub.ask();
    await hub.human("POST", `/v1/asks/${one.id}/answer`, choose("SQLite"));
    const other = await hub.ask();
    expect(other.id).not.toBe(one.id);
    expect(other.status).toBe("pending");
  });

  test("may be any text", async () => {
    const hub = await startTestHub();
    for (const key of ["__proto__", "constructor", "toString", "null", '"', "'; DROP TABLE asks; --", "ключ", " "]) {
      const first = await hub.ask({ ...call, key });
      expect(first.key).toBe(key);
      expect((await hub.ask({ ...call, key })).id).toBe(first.id);
      expect((await hub.ask({ ...call, key: `${key}x` })).id).not.toBe(first.id);
    }
  });
});

describe("the end of an ask", () => {
  test("happens once if twenty surfaces answer concurrently: one 200, nineteen 409, all with the same outcome", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask();
    const waiting = hub.agent("GET", `/v1/asks/${id}?wait=60`);
    await soon(() => hub.hub.waiters.total()).toBe(1);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        hub.human(
          "POST",
          `/v1/asks/${id}/answer`,
          { ...choose(n % 2 === 0 ? "SQLite" : "PostgreSQL (Recommended)"), surface: `surface ${n}` },
          { socket: n % 3 === 0 },
        ),
      ),
    );
    const winners = all.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(all.filter(({ status, body }) => status === 409 && body.code === "already-ended")).toHaveLength(19);
    const outcome = winners[0]?.body.outcome;
    for (const { body } of all) expect(body.outcome).toEqual(outcome);
    expect((await waiting).body.outcome).toEqual(outcome);
    expect((await hub.human("GET", `/v1/asks/${id}`)).body.outcome).toEqual(outcome);
  });

  test("happens once if answering, declining, withdrawing and the deadline coincide", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    for (let round = 0; round < 5; round++) {
      const { id } = await hub.ask({ timeoutMs: 1000 });
      const stream = await hub.events();
      await stream.next();
      const acts = [
        hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite")),
        hub.human("POST", `/v1/asks/${id}/decline`),
        hub.agent("POST", `/v1/asks/${id}/cancel`),
      ];
      clock.advance(1000);
      const all = await Promise.all(acts);
      const { outcome } = (await hub.human("GET", `/v1/asks/${id}`)).body;
      expect(outcome).toBeDefined();
      for (const { body } of all) expect(body.outcome).toEqual(outcome);
      expect(all.filter(({ status }) => status === 200).length).toBe(outcome?.status === "expired" ? 0 : 1);
      expect(await stream.next()).toMatchObject({ type: "ask-ended", data: { ask: { id, outcome } } });
      // The agent that came too late to withdraw it has learnt the outcome.
      expect(stream.waiting().filter(({ type }) => type !== "ask-delivered")).toEqual([]);
      stream.close();
    }
  });

  test("is kept if nobody waits, even over a restart, and given to later callers", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask();
    const { body } = await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    const later = await hub.restart();
    const held = await later.agent("GET", `/v1/asks/${id}?wait=60`);
    const delivery = { state: "taken", at: expect.any(String) };
    expect(held.body).toEqual({ ...body, delivery, url: `${later.url}/a/${id}`, waiting: expect.anything() });
  });

  test("counts as taken by the asker that waits for it, and not if somebody else does or the asker merely reads it", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const { id } = await hub.ask();
    await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    await hub.human("GET", `/v1/asks/${id}?wait=1`);
    await hub.agent("GET", `/v1/asks/${id}`);
    clock.advance(5000);
    const first = clock.now();
    expect((await hub.hub.get(id)).delivery?.state).toBe("waiting");
    await hub.agent("GET", `/v1/asks/${id}?wait=1`);
    expect((await hub.hub.get(id)).delivery).toEqual({ state: "taken", at: first });
  });

  test("does not count as delivered to an agent that was gone before it came", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask();
    const leaving = new AbortController();
    const held = hub.agent("GET", `/v1/asks/${id}?wait=60`, undefined, { signal: leaving.signal }).catch(() => {});
    await soon(() => hub.hub.waiters.total()).toBe(1);
    leaving.abort();
    await held;
    await soon(() => hub.hub.waiters.total()).toBe(0);
    await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    const later = await hub.restart();
    expect((await later.hub.get(id)).delivery?.state).toBe("waiting");
  });

  test("reaches an asker whose ask another hub ended before it could wait", async () => {
    const other = { status: "declined", by: { surface: "web", act: "click" }, at: "2030-01-01T00:00:00.000Z" } as const;
    const shared = withStore((store) => ({
      create: async (ask) => {
        const created = await store.create(ask);
        await store.end(ask.id, other);
        return created;
      },
    }));
    // The clock does not move, so no wait ends because its time is up.
    const hub = await startTestHub({ ...shared, clock: createTestClock() });
    const call = { questions: [database] };
    const { status, body } = await hub.agent("POST", "/v1/asks", call, { headers: { prefer: "wait=60" } });
    expect([status, body.status]).toEqual([201, "declined"]);
  });

  test.each(["create", "get"] as const)(
    "an asker that leaves while its ask is being stored or read (%s) does not count as waiting",
    async (slow) => {
      const sockets = new Set<Socket>();
      const note = (message: unknown) => sockets.add((message as { socket: Socket }).socket);
      subscribe("http.server.request.start", note);
      onTestFinished(() => void unsubscribe("http.server.request.start", note));
      const done = Promise.withResolvers<void>();
      const left = Promise.withResolvers<void>();
      const untilLeft = async <Result>(result: Promise<Result>) => {
        await result;
        done.resolve();
        await left.promise;
        return result;
      };
      const hub = await startTestHub(
        withStore((store) =>
          slow === "create"
            ? { create: (ask) => untilLeft(store.create(ask)) }
            : { get: (id) => untilLeft(store.get(id)) },
        ),
      );
      const leaving = new AbortController();
      const options = { headers: { prefer: "wait=600" }, signal: leaving.signal };
      const gone =
        slow === "create"
          ? hub.agent("POST", "/v1/asks", { questions: [database] }, options)
          : hub.agent("GET", `/v1/asks/${(await hub.ask()).id}?wait=600`, undefined, options);
      gone.catch(() => {});
      await done.promise;
      leaving.abort();
      await expect(gone).rejects.toThrow();
      await soon(() => [...sockets].every((socket) => socket.closed)).toBe(true);
      left.resolve();
      await hub.hub.store.recordSightings([]);
      const { asks } = (await hub.human("GET", "/v1/asks")).body;
      expect(asks?.[0]?.waiting.count).toBe(0);
      expect(hub.hub.waiters.total()).toBe(0);
    },
  );
});

describe("an approval", () => {
  const question = removal.questions[0]?.question;

  test.each(["allow-once", "allow-always", "deny"])("accepts %s as an answer, with a note", async (answer) => {
    const hub = await startTestHub();
    const ask = await hub.ask({ ...removal });
    expect(ask).toMatchObject({ kind: "approval", approval: removal.approval });
    const { status, body } = await hub.human("POST", `/v1/asks/${ask.id}/answer`, {
      answers: [{ question, selectedOptions: [answer], notes: "Because" }],
    });
    expect(status).toBe(200);
    expect(body.outcome).toMatchObject({
      status: "answered",
      answers: [{ selectedOptions: [answer], notes: "Because" }],
    });
  });

  test.each([
    ["skipping", { skipped: true }],
    ["own text", { customInput: "yes, but carefully" }],
    ["words beside an option", { selectedOptions: ["allow-once"], customInput: "yes" }],
    ["two options", { selectedOptions: ["allow-once", "deny"] }],
    ["no option", { selectedOptions: [] }],
    ["another option", { selectedOptions: ["allow"] }],
  ])("refuses %s, and stays pending", async (_, entry) => {
    const hub = await startTestHub();
    const { id } = await hub.ask({ ...removal });
    const { status, body } = await hub.human("POST", `/v1/asks/${id}/answer`, { answers: [{ question, ...entry }] });
    expect([status, body.code]).toEqual([422, "invalid-answer"]);
    expect((await hub.human("GET", `/v1/asks/${id}`)).body.status).toBe("pending");
  });

  test("has no fallback when it expires", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const { id } = await hub.ask({ ...removal, timeoutMs: 1000 });
    clock.advance(1000);
    await expect
      .poll(async () => (await hub.hub.get(id)).outcome)
      .toEqual({
        status: "expired",
        at: "2030-01-01T00:00:01.000Z",
      });
  });
});

test("ended asks are deleted once they have been kept long enough; undelivered and pending ones are not", async () => {
  const clock = createTestClock();
  const hub = await startTestHub({ clock, keepMs: 86_400_000 });
  const [taken, waiting, pending] = [await hub.ask(), await hub.ask(), await hub.ask()];
  for (const { id } of [taken, waiting]) await hub.human("POST", `/v1/asks/${id}/decline`);
  await hub.agent("GET", `/v1/asks/${taken.id}?wait=60`);
  await soon(async () => {
    clock.advance(100);
    return (await hub.hub.get(taken.id)).delivery?.state;
  }).toBe("taken");
  const status = async ({ id }: { id: string }) => (await hub.human("GET", `/v1/asks/${id}`)).status;
  clock.advance(86_400_000 - 3_600_000);
  expect(await status(taken)).toBe(200);
  clock.advance(2 * 3_600_000);
  await soon(() => status(taken)).toBe(404);
  expect(await status(waiting)).toBe(200);
  expect(await status(pending)).toBe(200);
});

test("watchers get every committed event, and one that throws affects no other", async () => {
  const heard: string[] = [];
  const said: string[] = [];
  const hub = await startTestHub({
    clock: createTestClock(),
    log: (message) => said.push(message),
    watchers: [
      () => {
        throw new Error("no bell here");
      },
      (event) => heard.push(`${event.type} ${event.record.id}`),
    ],
  });
  const { id } = await hub.ask();
  await hub.human("POST", `/v1/asks/${id}/decline`);
  expect(heard).toEqual([`ask-created ${id}`, `ask-ended ${id}`]);
  expect(said).toEqual([expect.stringContaining("no bell here"), expect.stringContaining("no bell here")]);
});

test("a wait that began while the store could not be read does not count", async () => {
  let isReadable = true;
  const unreadable = () => Promise.reject(new YourcallError("store-unavailable", "It cannot be read."));
  const hub = await startTestHub(withStore((store) => ({ get: (id) => (isReadable ? store.get(id) : unreadable()) })));
  const { id } = await hub.ask();
  isReadable = false;
  const waiting = await hub.agent("GET", `/v1/asks/${id}?wait=600`);
  expect(waiting.status).toBe(503);
  expect(hub.hub.waiters.total()).toBe(0);
});
