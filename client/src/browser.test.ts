import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../core/src/testing/test-clock.ts";
import { createBrowserTransport, createHubClient } from "./browser.ts";
import { answered, type SmallHub, startSmallHub } from "./testing/small-hub.ts";

let hub: SmallHub;
beforeEach(async () => {
  hub = await startSmallHub({
    events: (request, response) => {
      const first = request.headers["last-event-id"] === undefined;
      const ask = JSON.stringify({ ask: { id: "ask_1", status: "pending", context: "größer" } });
      if (first) response.end('id: 1\nevent: snapshot\ndata: {"asks":[]}\n\n');
      else response.write(`id: 2\nevent: ask-created\ndata: ${ask}\n\n`);
    },
  });
});
afterEach(() => hub.stop());

test("an ask, its answer and its events travel over fetch, with the current token", async () => {
  let token: string | null = null;
  const client = createHubClient({
    baseUrl: hub.url,
    token: () => token,
    clock: createTestClock({ skipUpToMs: 10_000 }),
  });
  await client.create({ questions: [] });
  token = "session";
  expect(await client.answer("ask_1", { answers: [] })).toMatchObject({ outcome: answered });
  expect(hub.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, "Bearer session"]);
  const types: string[] = [];
  for await (const event of client.events()) if (types.push(event.type) === 2) break;
  expect(types).toEqual(["snapshot", "ask-created"]);
  expect(hub.requests.at(-1)?.headers).toMatchObject({ "last-event-id": "1", authorization: "Bearer session" });
});

test("a sealed token is sent instead of the token, and a new one is tried before the token counts as unknown", async () => {
  let run = 1;
  let breaks = 0;
  const sent: (string | null)[] = [];
  const ended: string[] = [];
  const transport = createBrowserTransport({
    ...{ baseUrl: hub.url, token: () => "session", onUnauthorized: () => void ended.push("ended") },
    beforeToken: async () => `sealed-${run}`,
    onBreak: () => void breaks++,
    async fetch(_, init) {
      const given = new Headers(init?.headers).get("authorization");
      sent.push(given);
      // The hub is restarted after the first proof, once.
      if (run === 1) run = 2;
      return new Response(null, { status: given === "Bearer sealed-2" ? 204 : 401 });
    },
  });
  const status = async () => (await transport.request({ method: "GET", path: "/v1/asks" })).status;
  expect(await status()).toBe(204);
  expect([sent.splice(0), ended]).toEqual([["Bearer sealed-1", "Bearer sealed-2"], []]);
  run = 3;
  expect(await status()).toBe(401);
  expect([sent, ended]).toEqual([["Bearer sealed-3", "Bearer sealed-3"], ["ended"]]);
  expect(breaks).toBe(2);
});

test("the end of a stream is a break, and the end of a reply is none", async () => {
  let breaks = 0;
  const transport = createBrowserTransport({ baseUrl: hub.url, token: () => null, onBreak: () => void breaks++ });
  await transport.request({ method: "GET", path: "/v1/asks" });
  const { lines } = await transport.stream({ path: "/v1/events" });
  expect(breaks).toBe(0);
  for await (const _ of lines);
  expect(breaks).toBe(1);
});

test("a broken connection counts as an unreachable hub, and is a break", async () => {
  hub.plan("GET /v1/asks", "drop-before");
  let breaks = 0;
  onTestFinished(() => expect(breaks).toBe(1));
  const transport = createBrowserTransport({ baseUrl: hub.url, token: () => null, onBreak: () => void breaks++ });
  await expect(transport.request({ method: "GET", path: "/v1/asks" })).rejects.toMatchObject({
    code: "hub-unreachable",
    mayHaveArrived: true,
  });
});

test("what a person sends outlives the page, unless it is larger than a browser's limit for keepalive", async () => {
  const kept: unknown[] = [];
  const client = createHubClient({
    ...{ baseUrl: hub.url, token: () => null },
    fetch(url, init) {
      kept.push(init?.keepalive);
      return fetch(url, init);
    },
  });
  await client.create({ questions: [] });
  await client.get("ask_1");
  await client.create({ questions: [], context: "x".repeat(70_000) });
  expect(kept).toEqual([true, undefined, false]);
});

test("an aborted request rejects with the reason", async () => {
  hub.plan("GET /v1/asks", "hang");
  const abort = new AbortController();
  const transport = createBrowserTransport({ baseUrl: hub.url, token: () => null });
  const response = transport.request({ method: "GET", path: "/v1/asks", signal: abort.signal });
  await hub.until("GET /v1/asks");
  abort.abort("enough");
  await expect(response).rejects.toBe("enough");
});

test("a refused stream returns the refusal", async () => {
  hub.plan("GET /v1/events", { status: 403, body: { code: "forbidden", message: "No." } });
  const client = createHubClient({ baseUrl: hub.url, token: () => "agent" });
  const first = client.events()[Symbol.asyncIterator]().next();
  await expect(first).rejects.toMatchObject({ code: "forbidden" });
});
