import {
  type EndedAsk,
  type FollowAnsweredOptions,
  followAnswered,
  type HubClient,
  type WireAsk,
} from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../../core/src/testing/test-clock.ts";
import { choose, database, removal } from "../testing/sample-questions.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";

interface Bridge {
  client: HubClient;
  as: string;
}

async function createBridge(hub: TestHub, name = "bridge"): Promise<Bridge> {
  const { body } = await hub.human("POST", "/v1/tokens", { name, scope: "agent" });
  const as = `${body.token}`;
  const client = createHubClient({ url: hub.url, token: as });
  onTestFinished(() => client.close());
  return { client, as };
}

const example = { questions: [database] };
const agent = (session?: string) => ({ agent: { name: "graph", session } });
const answer = (hub: TestHub, id: string) => hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
const deliveryOf = async (hub: TestHub, id: string) => (await hub.human("GET", `/v1/asks/${id}`)).body.delivery;

describe("a claim", () => {
  test("is given to one holder at a time, and for nothing that is pending or was delivered", async () => {
    const hub = await startTestHub();
    const { client } = await createBridge(hub);
    const { id } = await client.create({ ...example, ...agent("thread-1") });
    const claim = (holder: string) => client.claim(id, { holder, session: "thread-1" });
    expect(await claim("one")).toMatchObject({ claimed: false, ask: { status: "pending" } });
    await answer(hub, id);
    const claims = await Promise.all(["one", "two", "three"].map(claim));
    expect(claims.filter(({ claimed }) => claimed)).toHaveLength(1);
    const winner = ["one", "two", "three"][claims.findIndex(({ claimed }) => claimed)] ?? "";
    expect((await claim(winner)).claimed).toBe(true);
    await client.delivery(id, { state: "taken", session: "thread-1", holder: winner });
    for (const holder of ["one", "two", "three"])
      expect(await claim(holder)).toMatchObject({ claimed: false, ask: { delivery: { state: "taken" } } });
  });

  test("covers the session, because several asks may belong to one step of a run", async () => {
    const hub = await startTestHub();
    const { client } = await createBridge(hub);
    const asks: WireAsk[] = [];
    for (const [key, session] of [
      ["a", "thread-1"],
      ["b", "thread-1"],
      ["c", "thread-2"],
    ])
      asks.push(await client.create({ ...example, key, ...agent(session) }));
    for (const { id } of asks) await answer(hub, id);
    const claim = async (index: number, holder: string) => {
      const { id, agent } = asks[index] as EndedAsk;
      return (await client.claim(id, { holder, session: agent.session })).claimed;
    };
    expect(await claim(0, "one")).toBe(true);
    expect(await claim(1, "two")).toBe(false);
    expect(await claim(2, "two")).toBe(true);
    await client.delivery(`${asks[0]?.id}`, { state: "refused", note: "gone", session: "thread-1", holder: "one" });
    expect(await claim(1, "two")).toBe(true);
  });

  test("runs out, so that another follower can continue after a crash", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const { client } = await createBridge(hub);
    const { id } = await client.create(example);
    await answer(hub, id);
    expect((await client.claim(id, { holder: "one", leaseMs: 5000 })).claimed).toBe(true);
    clock.advance(4999);
    expect((await client.claim(id, { holder: "two" })).claimed).toBe(false);
    clock.advance(1);
    expect((await client.claim(id, { holder: "two" })).claimed).toBe(true);
    expect((await client.claim(id, { holder: "one" })).claimed).toBe(false);
  });

  test("is refused to every token but the one that asked", async () => {
    const hub = await startTestHub();
    const [{ client }, { as }] = [await createBridge(hub), await createBridge(hub, "other")];
    const { id } = await client.create(example);
    await answer(hub, id);
    for (const scope of [as, "agent", "human"])
      expect((await hub.call("POST", `/v1/asks/${id}/claim`, { holder: "x" }, { as: scope })).status).toBe(403);
  });
});

describe("a named agent token", () => {
  test("lists and follows what it asked in any session, and nothing of others", async () => {
    const hub = await startTestHub();
    const [{ client, as }, other] = [await createBridge(hub), await createBridge(hub, "other")];
    await hub.ask(agent("thread-1"));
    await other.client.create({ ...example, ...agent("thread-1") });
    const one = await client.create({ ...example, ...agent("thread-1") });
    const events = await hub.events({ as });
    expect((await events.next()).data).toMatchObject({ asks: [{ id: one.id }] });
    const two = await client.create({ ...example, ...agent("thread-2") });
    expect(await events.next()).toMatchObject({ type: "ask-created", data: { ask: { id: two.id } } });
    expect((await client.list()).asks.map(({ id }) => id)).toEqual([one.id, two.id]);
    // Its open stream shows people that the asker is there.
    expect((await hub.human("GET", `/v1/asks/${two.id}`)).body.waiting).toMatchObject({ count: 1 });
    expect((await hub.agent("GET", "/v1/asks")).status).toBe(403);
    expect((await hub.agent("GET", "/v1/events")).status).toBe(403);
  });

  test("cannot answer, decline or draft what it asked", async () => {
    const hub = await startTestHub();
    const { client, as } = await createBridge(hub);
    const { id } = await client.create({ ...removal });
    const answers = [{ question: removal.questions[0]?.question, selectedOptions: ["allow-once"] }];
    for (const [method, what, body] of [
      ["POST", "answer", { answers, act: "click" }],
      ["POST", "decline", {}],
      ["PUT", "draft", { draft: {}, baseRevision: 0 }],
    ] as const)
      expect((await hub.call(method, `/v1/asks/${id}/${what}`, body, { as })).status).toBe(403);
    expect((await client.get(id)).status).toBe("pending");
  });
});

describe("followAnswered", () => {
  function follow(client: HubClient, options: Omit<FollowAnsweredOptions, "hub">) {
    const errors: unknown[] = [];
    const following = followAnswered({ hub: client, onError: (error) => errors.push(error), ...options });
    onTestFinished(() => following.close());
    return { ...following, errors };
  }

  test("calls one of two followers once for each outcome, before and after it starts", async () => {
    const hub = await startTestHub();
    const { client } = await createBridge(hub);
    const asked = async (key: string) => (await client.create({ ...example, key, ...agent(key) })).id;
    const ids = [await asked("before-1"), await asked("before-2"), await asked("after-1"), await asked("after-2")];
    const heard: string[] = [];
    for (const id of ids.slice(0, 2)) await answer(hub, id);
    for (const _ of [1, 2]) follow(client, { onAnswered: ({ id }) => void heard.push(id) });
    await expect.poll(() => heard.length).toBe(2);
    for (const id of ids.slice(2)) await answer(hub, id);
    for (const id of ids) await expect.poll(() => deliveryOf(hub, id)).toMatchObject({ state: "taken" });
    expect(heard.toSorted()).toEqual(ids.toSorted());
  });

  test("works on the asks of one session one after the other, and reports what the handler says", async () => {
    const hub = await startTestHub();
    const { client } = await createBridge(hub);
    const ids: string[] = [];
    for (const key of ["1", "2", "3"]) ids.push((await client.create({ ...example, key, ...agent("thread") })).id);
    for (const id of ids) await answer(hub, id);
    let running = 0;
    const most: number[] = [];
    follow(client, {
      onAnswered: async ({ key }: EndedAsk) => {
        most.push(++running);
        await client.health();
        running -= 1;
        return key === "2" ? { state: "refused" as const, note: "The run has ended." } : undefined;
      },
    });
    for (const id of ids) await expect.poll(() => deliveryOf(hub, id)).not.toMatchObject({ state: "waiting" });
    expect(most).toEqual([1, 1, 1]);
    expect(await deliveryOf(hub, `${ids[1]}`)).toMatchObject({ state: "refused", note: "The run has ended." });
    expect(await deliveryOf(hub, `${ids[2]}`)).toMatchObject({ state: "taken" });
  });

  test("tells a handler that is still at work when another follower has its claim", async () => {
    const hub = await startTestHub();
    const { client } = await createBridge(hub);
    const { id } = await client.create(example);
    await answer(hub, id);
    const clock = createTestClock();
    const { promise: begun, resolve } = Promise.withResolvers<AbortSignal>();
    const stuck = follow(client, {
      clock,
      holder: "stuck",
      onAnswered: (_: EndedAsk, signal: AbortSignal) => {
        resolve(signal);
        return new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    const signal = await begun;
    // As if its claim had run out while its server was cut off.
    await hub.hub.store.dropLease(`claim ${id}`, { holder: "stuck", now: 0 });
    expect((await client.claim(id, { holder: "other" })).claimed).toBe(true);
    // The renewal of its claim.
    clock.advance(20_000);
    await expect.poll(() => signal.aborted).toBe(true);
    await client.delivery(id, { state: "taken", holder: "other" });
    expect(stuck.errors.map(String)).toEqual([expect.stringContaining("Another follower")]);
  });
});
