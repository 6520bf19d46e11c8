import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestClock, type TestClock } from "../../core/src/testing/test-clock.ts";
import { AlreadyEndedError } from "./errors.ts";
import type { HubClient, WireAsk } from "./index.ts";
import { createHubClient } from "./node.ts";
import { answered, type SmallHub, startSmallHub } from "./testing/small-hub.ts";

const request = { questions: [] };
let hub: SmallHub;
let clock: TestClock;
let client: HubClient;

beforeEach(async () => {
  hub = await startSmallHub();
  clock = createTestClock({ skipUpToMs: 10_000 });
  client = createHubClient({ url: hub.url, token: "token", clock });
});
afterEach(async () => {
  client.close();
  await hub.stop();
});

describe("create", () => {
  test("returns the ask immediately and creates only one, even if a response is lost", async () => {
    hub.plan("POST /v1/asks", "drop-after");
    expect(await client.create(request)).toMatchObject({ id: "ask_1", status: "pending" });
    expect(hub.memory.asks).toHaveLength(1);
  });

  test("ends when its time is up, and says whether a silent hub may have the ask", async () => {
    hub.plan("POST /v1/asks", "hang");
    const silent = client.create(request, { withinMs: 12_000 });
    await hub.until("POST /v1/asks");
    clock.advance(12_000);
    await expect(silent).rejects.toMatchObject({
      code: "hub-unreachable",
      message: expect.stringContaining(
        "did not respond within 12 s. It may be paused or stuck: run `yourcall doctor`.",
      ),
      mayHaveArrived: true,
    });
    // If the time runs out between two attempts, the last error says why.
    const away = createHubClient({
      url: "http://127.0.0.1:1",
      clock,
      onUnreachable: ({ attempt }) => attempt === 3 && clock.advance(12_000),
    });
    await expect(away.create(request, { withinMs: 12_000 })).rejects.toMatchObject({
      message: expect.stringContaining("No hub answers at http://127.0.0.1:1"),
      mayHaveArrived: false,
    });
  });
});

describe("wait", () => {
  test("resolves with the outcome", async () => {
    await client.create(request);
    const outcome = client.wait("ask_1");
    await hub.until("GET /v1/asks/ask_1");
    hub.end("ask_1", answered);
    expect(await outcome).toEqual(answered);
  });

  test("is null for an ask that is still pending, and does not withdraw it", async () => {
    // In real time: on the test clock, short limits end immediately.
    const waiter = createHubClient({ url: hub.url, token: "token" });
    await waiter.create(request);
    expect(await waiter.wait("ask_1", { timeoutMs: 0 })).toBeNull();
    const seen: string[] = [];
    expect(await waiter.wait("ask_1", { timeoutMs: 50, onPending: ({ id }) => seen.push(id) })).toBeNull();
    expect(seen).toContain("ask_1");
    expect(hub.memory.asks[0]?.status).toBe("pending");
    waiter.close();
  });

  test("asks the hub to hold no longer than there is time", async () => {
    await client.create(request);
    const waiter = createHubClient({ url: hub.url, clock, onUnreachable: () => clock.advance(5000) });
    hub.plan("GET /v1/asks/ask_1", { status: 503 });
    const outcome = waiter.wait("ask_1", { timeoutMs: 12_300 });
    expect((await hub.until("GET /v1/asks/ask_1")).url).toMatch(/wait=13$/);
    expect((await hub.until("GET /v1/asks/ask_1", 2)).url).toMatch(/wait=8$/);
    hub.end("ask_1", answered);
    await outcome;
    waiter.close();
  });

  test("does not withdraw the ask when aborted", async () => {
    await client.create(request);
    const abort = new AbortController();
    const outcome = client.wait("ask_1", { signal: abort.signal });
    await hub.until("GET /v1/asks/ask_1");
    abort.abort("enough");
    await expect(outcome).rejects.toBe("enough");
    expect(hub.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("does not report an ask as pending if it could not read it", async () => {
    await client.create(request);
    hub.plan("GET /v1/asks/ask_1", ...Array<"drop-before">(20).fill("drop-before"));
    await expect(client.wait("ask_1", { timeoutMs: 20_000 })).rejects.toMatchObject({ code: "hub-unreachable" });
  });

  test("throws soon after its time is up if the hub is silent", async () => {
    await client.create(request);
    hub.plan("GET /v1/asks/ask_1", "hang");
    const outcome = client.wait("ask_1", { timeoutMs: 30_000 });
    await hub.until("GET /v1/asks/ask_1");
    clock.advance(30_000);
    // A reply that is on its way still counts.
    await expect(Promise.race([outcome, Promise.resolve("waits")])).resolves.toBe("waits");
    clock.advance(2000);
    await expect(outcome).rejects.toMatchObject({ code: "hub-unreachable", mayHaveArrived: true });
    expect(hub.requests.filter(({ method }) => method === "GET")).toHaveLength(1);
  });
});

test("listAll reads every page", async () => {
  const page = (id: string, cursor?: string) => ({
    status: 200,
    body: { asks: [{ id, status: "pending" }], cursor },
  });
  hub.plan("GET /v1/asks", page("ask_1", "a&b"), page("ask_2", "c"), page("ask_3"));
  const found: WireAsk[] = [];
  for await (const ask of client.listAll({ status: "pending", q: "über uns", limit: 1 })) found.push(ask);
  expect(found.map(({ id }) => id)).toEqual(["ask_1", "ask_2", "ask_3"]);
  expect(hub.requests.map(({ url }) => Object.fromEntries(new URL(url, hub.url).searchParams))).toEqual([
    { status: "pending", q: "über uns", limit: "1" },
    { status: "pending", q: "über uns", limit: "1", cursor: "a&b" },
    { status: "pending", q: "über uns", limit: "1", cursor: "c" },
  ]);
});

test("days, agents and settings come from the hub unchanged, and malformed ones are refused", async () => {
  const day = { day: "2030-01-01", asked: 1, ended: { answered: 1, declined: 0, cancelled: 0, expired: 0 } };
  const settings = {
    version: "1",
    token: "human",
    url: hub.url,
    socket: "",
    directory: "/",
    keepMs: null,
    canSave: true,
  };
  hub.plan("GET /v1/days", { status: 200, body: { zone: "UTC", days: [day] } }, { status: 200, body: "no" });
  hub.plan("GET /v1/agents", { status: 200, body: { agents: ["claude"] } });
  hub.plan("GET /v1/settings", { status: 200, body: settings }, { status: 200, body: {} });
  hub.plan("PUT /v1/settings", { status: 200, body: { ...settings, keepMs: 5 } });
  expect(await client.days({ zone: "Europe/Berlin", from: "2030-01-01" })).toEqual({ zone: "UTC", days: [day] });
  expect(hub.requests.at(-1)?.url).toBe("/v1/days?zone=Europe%2FBerlin&from=2030-01-01");
  await expect(client.days()).rejects.toThrow("a list of days");
  expect(await client.agents()).toEqual(["claude"]);
  expect(await client.settings()).toEqual(settings);
  await expect(client.settings()).rejects.toThrow("settings");
  expect(await client.saveSettings({ keepMs: 5 })).toEqual({ ...settings, keepMs: 5 });
  expect(hub.requests.at(-1)?.body).toEqual({ keepMs: 5 });
});

test("a second answer gets the outcome that won", async () => {
  await client.create(request);
  expect(await client.answer("ask_1", { answers: [] })).toMatchObject({ status: "answered" });
  const error = await client.decline("ask_1").catch((error) => error);
  expect(error).toBeInstanceOf(AlreadyEndedError);
  expect(error.outcome).toEqual(answered);
});

test("an answer is sent once, and if its fate is unknown the error says so", async () => {
  await client.create(request);
  hub.plan("POST /v1/asks/ask_1/answer", "drop-after");
  await expect(client.answer("ask_1", { answers: [] })).rejects.toMatchObject({
    code: "hub-unreachable",
    mayHaveArrived: true,
  });
  expect(hub.requests.filter(({ url }) => url.endsWith("/answer"))).toHaveLength(1);
});

test("a draft comes back with its revision, and tokens as the hub stores them", async () => {
  await client.create(request);
  hub.plan("PUT /v1/asks/ask_1/draft", { status: 200, body: { draft: {}, revision: 4, at: answered.at } });
  const draft = {} as Parameters<HubClient["saveDraft"]>[1]["draft"];
  expect(await client.saveDraft("ask_1", { draft, baseRevision: 3 })).toMatchObject({ revision: 4 });
  const token = { id: "tok_1", scope: "agent", name: "ci", createdAt: answered.at };
  hub.plan("POST /v1/tokens", { status: 201, body: { ...token, token: "secret" } });
  hub.plan("GET /v1/tokens", { status: 200, body: { tokens: [token] } });
  hub.plan("DELETE /v1/tokens/tok_1", { status: 204 });
  expect(await client.createToken({ scope: "agent", name: "ci" })).toEqual({ ...token, token: "secret" });
  expect(await client.listTokens()).toEqual([token]);
  expect(await client.removeToken("tok_1")).toBeUndefined();
});
