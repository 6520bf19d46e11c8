import { type AskRequest, InvalidAskError, type Outcome } from "@yourcall/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestClock, type TestClock } from "../../core/src/testing/test-clock.ts";
import { NotAHubError } from "./errors.ts";
import { createHubClient, createNodeTransport } from "./node.ts";
import { answered, type HubMemory, type SmallHub, startSmallHub } from "./testing/small-hub.ts";

const request: AskRequest = {
  questions: [
    {
      question: "Which database?",
      header: "Database",
      kind: "choice",
      multiSelect: false,
      options: [{ label: "SQLite" }],
    },
  ],
};
const closed = "http://127.0.0.1:1";

let hub: SmallHub;
let clock: TestClock;
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  hub = await startSmallHub();
  clock = createTestClock({ skipUpToMs: 10_000 });
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  await hub.stop();
});

function connect(options: Partial<Parameters<typeof createHubClient>[0]> = {}) {
  const client = createHubClient({ url: hub.url, token: "agent-token", clock, random: () => 1, ...options });
  cleanups.push(() => client.close());
  return client;
}

async function restart(memory: HubMemory = hub.memory) {
  const { port } = hub;
  await hub.stop();
  hub = await startSmallHub({ port, memory });
}

const posts = () => hub.requests.filter(({ method, url }) => method === "POST" && url === "/v1/asks");

describe("ask", () => {
  test("resolves with what the person answered, however long it takes", async () => {
    const outcome = connect().ask(request);
    const wait = await hub.until("GET /v1/asks/ask_1");
    expect(wait.url).toBe("/v1/asks/ask_1?wait=60");
    expect(posts()[0]?.headers).toMatchObject({ prefer: "wait=1", authorization: "Bearer agent-token" });
    hub.end("ask_1", answered);
    expect(await outcome).toEqual(answered);
  });

  test("asks once when the response to the creation is lost", async () => {
    hub.plan("POST /v1/asks", "drop-after", "drop-before", { status: 503, afterwards: true });
    const outcome = connect().ask(request);
    await hub.until("GET /v1/asks/ask_1");
    hub.end("ask_1", answered);
    expect(await outcome).toEqual(answered);
    expect(posts()).toHaveLength(4);
    expect(new Set(posts().map(({ body }) => body.key)).size).toBe(1);
    expect(hub.memory.asks).toHaveLength(1);
  });

  test("two calls with the same text are two asks", async () => {
    const client = connect();
    const both = [client.ask(request), client.ask(request)];
    await Promise.all([hub.until("GET /v1/asks/ask_1"), hub.until("GET /v1/asks/ask_2")]);
    hub.end("ask_1", answered);
    hub.end("ask_2", { status: "expired", at: answered.at });
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual(["answered", "expired"]);
  });

  test("keeps the key it was given", async () => {
    const outcome = connect().ask({ ...request, key: "toolu_1" });
    await hub.until("GET /v1/asks/ask_1");
    hub.end("ask_1", answered);
    await outcome;
    expect(posts()[0]?.body.key).toBe("toolu_1");
  });

  test("keeps waiting after a cut connection, a busy hub and a restart", async () => {
    const outcome = connect().ask(request);
    await hub.until("GET /v1/asks/ask_1");
    hub.plan("GET /v1/asks/ask_1", { status: 503, headers: { "retry-after": "3" } });
    hub.cut();
    await hub.until("GET /v1/asks/ask_1", 3);
    expect(clock.pauses).toContain(3000);
    const { memory } = hub;
    await restart(memory);
    await hub.until("GET /v1/asks/ask_1");
    expect(posts()).toHaveLength(0);
    hub.end("ask_1", answered);
    expect(await outcome).toEqual(answered);
  });

  test("gets an answer given while the hub was away", async () => {
    const outcome = connect().ask(request);
    await hub.until("GET /v1/asks/ask_1");
    const { memory } = hub;
    Object.assign(memory.asks[0] ?? {}, { status: "answered", outcome: answered });
    await restart(memory);
    expect(await outcome).toEqual(answered);
  });

  test("waits longer after each failure, up to ten seconds", async () => {
    hub.plan("POST /v1/asks", ...Array<"drop-before">(9).fill("drop-before"));
    const outcome = connect().ask(request);
    await hub.until("GET /v1/asks/ask_1");
    expect(clock.pauses).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
    hub.end("ask_1", answered);
    await outcome;
  });

  test("notices a connection that is dead without having been closed", async () => {
    hub.plan("GET /v1/asks/ask_1", "hang");
    const outcome = connect().ask(request);
    await hub.until("GET /v1/asks/ask_1");
    clock.advance(74_000);
    expect(hub.requests).toHaveLength(2);
    clock.advance(1000);
    await hub.until("GET /v1/asks/ask_1", 2);
    hub.end("ask_1", answered);
    expect(await outcome).toEqual(answered);
  });

  test("does not hammer a hub that does not hold requests", async () => {
    const pending = { status: 200, afterwards: true as const };
    hub.plan("GET /v1/asks/ask_1", ...[1, 2, 3].map(() => ({ ...pending, body: { id: "ask_1", status: "pending" } })));
    const outcome = connect().ask(request);
    await hub.until("GET /v1/asks/ask_1", 4);
    expect(clock.pauses).toEqual([250, 500, 1000]);
    hub.end("ask_1", answered);
    await outcome;
  });

  test.each<[string, unknown]>([
    ["an empty body", ""],
    ["an answer without a giver", { id: "ask_1", status: "answered", outcome: { ...answered, by: undefined } }],
    ["an answer without answers", { id: "ask_1", status: "answered", outcome: { ...answered, answers: undefined } }],
    ["an end without an outcome", { id: "ask_1", status: "answered" }],
    ["an outcome that contradicts the status", { id: "ask_1", status: "pending", outcome: answered }],
    ["a page of some other server", "<!doctype html>"],
  ])("does not take %s for an outcome", async (_name, body) => {
    hub.plan("GET /v1/asks/ask_1", { status: 200, body });
    await expect(connect().ask(request)).rejects.toBeInstanceOf(NotAHubError);
  });

  test("throws the hub's refusal, with each fault", async () => {
    const issues = [{ path: "questions[0].header", message: "Too long." }];
    hub.plan("POST /v1/asks", { status: 422, body: { code: "invalid-ask", message: "No.", issues } });
    const error = await connect()
      .ask(request)
      .catch((error) => error);
    expect(error).toBeInstanceOf(InvalidAskError);
    expect(error.issues).toEqual(issues);
  });

  test("throws when the hub no longer has the ask", async () => {
    hub.plan("GET /v1/asks/ask_1", { status: 404, body: { code: "not-found", message: "Gone." } });
    await expect(connect().ask(request)).rejects.toMatchObject({ code: "not-found" });
  });

  test("gives up at its limit, with the failure and not with an outcome", async () => {
    const client = connect({ url: closed, giveUpAfterMs: 1000 });
    await expect(client.ask(request)).rejects.toMatchObject({ code: "hub-unreachable", mayHaveArrived: false });
    expect(clock.pauses).toEqual([100, 200, 400, 300]);
  });
});

describe("onUnreachable", () => {
  test("can start a hub, once for all waiting calls, and say where it is", async () => {
    let starts = 0;
    const client = connect({
      url: closed,
      async onUnreachable() {
        starts += 1;
        return createNodeTransport({ url: hub.url, token: "agent-token" });
      },
    });
    const both = [client.ask(request), client.ask(request)];
    await Promise.all([hub.until("GET /v1/asks/ask_1"), hub.until("GET /v1/asks/ask_2")]);
    hub.end("ask_1", answered);
    hub.end("ask_2", answered);
    expect(await Promise.all(both)).toEqual([answered, answered]);
    expect(starts).toBe(1);
    expect(clock.pauses).toEqual([]);
  });

  test("ends the call with the error that it throws", async () => {
    const failure = new Error("the hub does not start");
    const client = connect({ url: closed, onUnreachable: () => Promise.reject(failure) });
    await expect(client.ask(request)).rejects.toBe(failure);
  });

  test("gets the number of failures and the last one", async () => {
    const attempts: [number, string][] = [];
    hub.plan("POST /v1/asks", { status: 503 }, "drop-before");
    const client = connect({ onUnreachable: ({ attempt, error }) => attempts.push([attempt, error.name]) });
    const outcome = client.ask(request);
    await hub.until("GET /v1/asks/ask_1");
    hub.end("ask_1", answered);
    await outcome;
    expect(attempts).toEqual([
      [1, "UnavailableError"],
      [2, "HubUnreachableError"],
    ]);
  });
});

describe("aborting an ask", () => {
  const cancelled: Partial<Outcome> = { status: "cancelled" };

  test("withdraws it while it waits", async () => {
    const abort = new AbortController();
    const outcome = connect().ask(request, { signal: abort.signal });
    await hub.until("GET /v1/asks/ask_1");
    abort.abort("the build was stopped");
    expect(await outcome).toMatchObject({ ...cancelled, reason: "the build was stopped" });
    expect(hub.memory.asks.map(({ status }) => status)).toEqual(["cancelled"]);
  });

  test("withdraws it even if the hub restarts in between", async () => {
    const abort = new AbortController();
    const outcome = connect().ask(request, { signal: abort.signal });
    await hub.until("GET /v1/asks/ask_1");
    hub.plan("POST /v1/asks/ask_1/cancel", "drop-before", { status: 503 }, "drop-after");
    abort.abort();
    expect(await outcome).toMatchObject(cancelled);
    expect(hub.memory.asks[0]?.status).toBe("cancelled");
  });

  test("returns the answer if that was first", async () => {
    const abort = new AbortController();
    hub.plan("GET /v1/asks/ask_1", "hang");
    const outcome = connect().ask(request, { signal: abort.signal });
    await hub.until("GET /v1/asks/ask_1");
    hub.end("ask_1", answered);
    abort.abort();
    expect(await outcome).toEqual(answered);
  });

  test("withdraws an ask that is being created", async () => {
    const abort = new AbortController();
    hub.plan("POST /v1/asks", "hang");
    const outcome = connect().ask(request, { signal: abort.signal });
    await hub.until("POST /v1/asks");
    abort.abort();
    clock.advance(16_000);
    expect(await outcome).toMatchObject(cancelled);
    expect(posts().map(({ headers }) => headers.prefer)).toEqual(["wait=1", undefined]);
    expect(hub.memory.asks.map(({ status }) => status)).toEqual(["cancelled"]);
  });

  test("withdraws an ask whose response was lost", async () => {
    const abort = new AbortController();
    hub.plan("POST /v1/asks", "drop-after");
    const client = connect({ onUnreachable: () => abort.abort() });
    expect(await client.ask(request, { signal: abort.signal })).toMatchObject(cancelled);
    expect(hub.memory.asks.map(({ status }) => status)).toEqual(["cancelled"]);
  });

  test("sends nothing if nothing was asked yet", async () => {
    const abort = new AbortController();
    const away = connect({ url: closed, onUnreachable: () => abort.abort() });
    expect(await away.ask(request, { signal: abort.signal })).toMatchObject(cancelled);
    expect(await connect().ask(request, { signal: AbortSignal.abort() })).toMatchObject(cancelled);
    expect(hub.requests).toEqual([]);
  });

  test("throws if the hub stays away, and says that the ask may still be pending", async () => {
    const abort = new AbortController();
    const outcome = connect().ask(request, { signal: abort.signal });
    await hub.until("GET /v1/asks/ask_1");
    hub.plan("POST /v1/asks/ask_1/cancel", ...Array<"drop-before">(20).fill("drop-before"));
    abort.abort();
    await expect(outcome).rejects.toMatchObject({
      code: "hub-unreachable",
      message: expect.stringContaining("yourcall cancel ask_1"),
    });
    expect(hub.memory.asks[0]?.status).toBe("pending");
  });

  test("after the answer changes nothing", async () => {
    const abort = new AbortController();
    const outcome = connect().ask(request, { signal: abort.signal });
    await hub.until("GET /v1/asks/ask_1");
    hub.end("ask_1", answered);
    expect(await outcome).toEqual(answered);
    abort.abort();
    expect(hub.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });
});
