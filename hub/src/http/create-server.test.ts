import { connect, type Socket } from "node:net";
import { YourcallError } from "@yourcall/core";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { callRoute, createTargets } from "../testing/call-route.ts";
import { openRawConnection, toRequest } from "../testing/raw-connection.ts";
import { routeTable } from "../testing/route-table.ts";
import { choose, database } from "../testing/sample-questions.ts";
import { soon } from "../testing/soon.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";
import { defineOpenRoute, defineRoute, json } from "./route.ts";

interface Operation {
  responses: Record<string, { content?: Record<string, unknown> }>;
  parameters?: { name: string; in: string }[];
  security?: unknown[];
  requestBody?: { content: { "application/json": { schema: Record<string, unknown> } } };
}
type Document = {
  openapi: string;
  info: { version: string };
  components: { responses: object };
  paths: Record<string, Record<string, Operation>>;
};

/** The OpenAPI document of a hub, and its operations as `GET /v1/asks/:id`. */
async function readDocument(hub: TestHub): Promise<{ document: Document; operations: Map<string, Operation> }> {
  const { status, text } = await hub.call("GET", "/openapi.json");
  expect(status).toBe(200);
  const document = JSON.parse(text) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, operation] as [string, Operation],
    ),
  );
  return { document, operations: new Map(operations) };
}

test("/openapi.json has every route of the hub, and every status of each", async () => {
  const { document, operations } = await readDocument(await startTestHub());
  expect(document).toMatchObject({ openapi: "3.1.0", info: { version: "1.2.3" } });
  expect([...operations.keys()].toSorted()).toEqual(
    routeTable.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
  for (const { method, path, statuses, scopes } of routeTable) {
    const operation = operations.get(`${method} ${path}`);
    const numbers = Object.keys(operation?.responses ?? {}).map(Number);
    expect([path, numbers.toSorted()]).toEqual([path, [...statuses].toSorted()]);
    expect([path, operation?.security]).toEqual([path, scopes.includes("none") ? [] : undefined]);
  }
  const parameters = (name: string) =>
    operations
      .get(name)
      ?.parameters?.map(({ name }) => name)
      .toSorted();
  expect(parameters("GET /v1/asks")).toEqual([
    "agent",
    "cursor",
    "delivery",
    "key",
    "limit",
    "notices",
    "order",
    "q",
    "session",
    "status",
    "token",
  ]);
  expect(parameters("GET /v1/asks/:id")).toEqual(["as", "delivery", "id", "wait"]);
  expect(parameters("POST /v1/asks")).toEqual(["prefer"]);
  expect(parameters("GET /v1/events")).toEqual(["last-event-id", "session"]);
  expect(Object.keys(operations.get("GET /v1/events")?.responses[200]?.content ?? {})).toEqual(["text/event-stream"]);
});

test("/openapi.json describes questions and answers as core checks them", async () => {
  const { operations } = await readDocument(await startTestHub());
  const schemaOf = (name: string) => operations.get(name)?.requestBody?.content["application/json"].schema;
  expect(schemaOf("POST /v1/asks")).toMatchObject({
    required: ["questions"],
    properties: {
      questions: { minItems: 1, maxItems: 4, items: { required: ["question", "header", "options", "multiSelect"] } },
      approval: { required: ["tool", "input"] },
      agent: { properties: { name: { minLength: 1, maxLength: 200 } } },
    },
  });
  expect(schemaOf("POST /v1/asks/:id/answer")).toMatchObject({
    properties: { answers: { type: "array", items: { properties: { selectedOptions: { type: "array" } } } } },
  });
});

test("the rows of a plugin work like the hub's own, and are in /openapi.json", async () => {
  const hub = await startTestHub({
    plugins: [
      ({ store }) => [
        defineRoute({
          method: "PUT",
          path: "/notes/:id",
          scopes: ["agent"],
          summary: "Keep a note",
          body: z.object({ text: z.string() }),
          replies: { 200: { description: "Kept", type: "application/json" } },
          refusals: [409, 415],
          handle: async ({ params, body, caller }) =>
            json(200, { ...params, ...body, token: caller.token, pending: await store.countPending() }),
        }),
        defineOpenRoute({
          method: "GET",
          path: "/files/*",
          summary: "A file",
          replies: { 200: { description: "The file", type: "text/plain" } },
          handle({ params, response }) {
            response.end(`raw ${params.path}`);
            return undefined;
          },
        }),
      ],
    ],
  });
  expect((await hub.agent("PUT", "/notes/a%20b", { text: "hi", more: 1 })).text).toBe(
    JSON.stringify({ id: "a b", text: "hi", token: "agent", pending: 0 }),
  );
  expect((await hub.agent("PUT", "/notes/1", { text: 1 })).body).toMatchObject({ issues: [{ path: "text" }] });
  expect((await hub.human("PUT", "/notes/1", { text: "hi" })).status).toBe(403);
  expect((await hub.call("PUT", "/notes/1", { text: "hi" })).status).toBe(401);
  expect((await hub.call("GET", "/files/a/b.txt")).text).toBe("raw a/b.txt");
  expect((await hub.call("GET", "/files/")).status).toBe(404);
  expect((await hub.call("GET", "/files/a", undefined, { host: "evil.example" })).status).toBe(403);
  const { document, operations } = await readDocument(hub);
  const statuses = (name: string) => Object.keys(operations.get(name)?.responses ?? {}).map(Number);
  expect(statuses("PUT /notes/:id").toSorted()).toEqual([200, 400, 401, 403, 409, 413, 415, 422, 503]);
  expect(statuses("GET /files/:path").toSorted()).toEqual([200, 400, 403, 503]);
  const refusals = [...JSON.stringify(document).matchAll(/"#\/components\/responses\/(\w+)"/g)].map(([, name]) => name);
  expect(Object.keys(document.components.responses).toSorted()).toEqual([...new Set(refusals)].toSorted());
});

test("two rows for one method and path keep the hub from starting", async () => {
  const row = defineOpenRoute({ method: "GET", path: "/healthz", summary: "", replies: {}, handle: () => undefined });
  await expect(startTestHub({ plugins: [() => [row]] })).rejects.toThrow("Two routes for GET /healthz");
});

test("/healthz says which hub it is, without a token, and nothing else", async () => {
  const hub = await startTestHub();
  const { status, body } = await hub.call("GET", "/healthz");
  expect([status, body]).toEqual([200, { status: "ok", version: "1.2.3", pid: process.pid }]);
});

test("/healthz and every route that needs the store reply 503 with Retry-After if it is gone", async () => {
  const hub = await startTestHub();
  const targets = await createTargets(hub);
  await hub.hub.store.close();
  for (const route of routeTable) {
    if (["/v1/login", "/v1/proof", "/v1/settings", "/v1/presence", "/v1/tool", "/openapi.json"].includes(route.path))
      continue;
    const as = route.scopes.includes("human") ? "human" : "agent";
    const { status, code, headers } = await callRoute(hub, route, targets, { as });
    expect([route.path, status, code]).toEqual([route.path, 503, "store-unavailable"]);
    expect(headers["retry-after"]).toBe("1");
  }
});

test("a failure of the store names its files to people and agents and on the socket, but not to strangers", async () => {
  const said: string[] = [];
  const hub = await startTestHub({ log: (message) => said.push(message) });
  await hub.hub.store.close();
  const strangers = await Promise.all([
    hub.call("GET", "/healthz"),
    hub.call("POST", "/v1/login", { code: "guessed" }),
    hub.call("GET", "/v1/asks", undefined, { as: "guessed" }),
  ]);
  for (const { status, text } of strangers)
    expect([status, text.includes(hub.directory), text]).toEqual([503, false, expect.stringContaining("log says why")]);
  for (const { text } of [
    await hub.call("GET", "/healthz", undefined, { socket: true, host: "localhost" }),
    await hub.human("GET", "/v1/asks"),
  ])
    expect(text).toContain(hub.directory);
  expect(said.filter((line) => line.includes(hub.directory))).toHaveLength(strangers.length + 2);
});

test("/metrics counts asks, how they ended, and open connections", async () => {
  const hub = await startTestHub();
  const one = await hub.ask({ key: "k" });
  await hub.ask({ key: "k" });
  const [other, third, pending] = [await hub.ask(), await hub.ask(), await hub.ask()];
  await hub.human("PUT", `/v1/asks/${one.id}/draft`, { draft: {}, baseRevision: 0 });
  await hub.human("POST", `/v1/asks/${one.id}/answer`, choose("SQLite"));
  await hub.human("POST", `/v1/asks/${one.id}/answer`, choose("SQLite"));
  await hub.human("POST", `/v1/asks/${other.id}/decline`);
  await hub.agent("POST", `/v1/asks/${third.id}/cancel`);
  const stream = await hub.events();
  await stream.next();
  const held = hub.agent("GET", `/v1/asks/${pending.id}?wait=60`);
  await soon(() => hub.hub.waiters.total()).toBe(1);
  const { text, headers } = await hub.human("GET", "/metrics");
  expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  for (const line of [
    'yourcall_asks_total{event="created"} 4',
    'yourcall_asks_total{event="reattached"} 1',
    'yourcall_asks_total{event="drafted"} 1',
    'yourcall_asks_total{event="answered"} 1',
    'yourcall_asks_total{event="declined"} 1',
    'yourcall_asks_total{event="cancelled"} 1',
    'yourcall_asks_total{event="expired"} 0',
    "yourcall_asks_pending 1",
    "yourcall_waiters 1",
    "yourcall_event_streams 1",
    "yourcall_event_streams_dropped_total 0",
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  await hub.human("POST", `/v1/asks/${pending.id}/decline`);
  await held;
});

test("a bug in a route is logged in full, and its caller gets no details; a desk that does not run is not logged", async () => {
  const said: string[] = [];
  const fails = (path: string, error: Error) =>
    defineRoute({
      method: "GET",
      path,
      scopes: ["human"],
      summary: "Fails",
      replies: {},
      async handle() {
        throw error;
      },
    });
  const hub = await startTestHub({
    log: (message) => said.push(message),
    plugins: [
      () => [
        fails("/broken", new Error("secret detail")),
        fails("/away", new YourcallError("desk-unreachable", "No desk is running.")),
      ],
    ],
  });
  expect((await hub.human("GET", "/away")).status).toBe(503);
  expect(said).toEqual([]);
  const { status, text } = await hub.human("GET", "/broken");
  expect(status).toBe(500);
  expect(text).not.toContain("secret");
  expect(said.join()).toContain("secret detail");
  expect((await hub.call("GET", "/broken")).status).toBe(401);
});

test("a thousand half-open connections delay nobody", async () => {
  const hub = await startTestHub();
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const starts = [
    "",
    "GET /v1/asks HTTP/1.1\r\nHost: ",
    "POST /v1/asks HTTP/1.1\r\nContent-Length: 1000\r\n",
    `POST /v1/asks HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\nAuthorization: Bearer ${hub.tokens.agent}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"questions":`,
  ];
  await Promise.all(
    Array.from({ length: 1000 }, (_, n) => {
      const socket = connect(n % 2 === 0 ? { port: hub.port, host: "127.0.0.1" } : { path: hub.socket });
      sockets.push(socket);
      socket.on("error", () => {});
      socket.write(starts[n % starts.length] ?? "");
      return new Promise((resolve) => socket.once("connect", resolve));
    }),
  );
  const { id } = await hub.ask();
  const stream = await hub.events();
  await stream.next();
  await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"), { socket: true, host: "localhost" });
  expect((await stream.next()).type).toBe("ask-ended");
  // They are all still open: nobody had to wait until they were closed.
  expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(1000);
});

test("connections beyond the limit are closed, until others have gone", async () => {
  const hub = await startTestHub({ maxConnections: 3 });
  const ask = toRequest(
    "/v1/asks",
    { Host: `127.0.0.1:${hub.port}`, Authorization: `Bearer ${hub.tokens.agent}` },
    "{}",
  );
  const get = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\n\r\n`;
  const first = openRawConnection({ port: hub.port });
  first.say(ask);
  expect((await first.heard()).status).toBe(422);
  const others = [openRawConnection({ port: hub.port }), openRawConnection({ port: hub.port })];
  for (const other of others) {
    other.say(get);
    expect((await other.heard()).status).toBe(200);
  }
  const beyond = openRawConnection({ port: hub.port });
  beyond.say(get);
  await expect(beyond.heard()).rejects.toThrow("closed before a response");
  // The socket has its own limit.
  expect((await hub.call("GET", "/healthz", undefined, { socket: true, host: "localhost" })).status).toBe(200);
  for (const { say } of others) say(get);
  for (const other of others) expect((await other.heard()).status).toBe(200);
  first.socket.destroy();
  await soon(() =>
    hub.call("GET", "/healthz").then(
      ({ status }) => status,
      () => 0,
    ),
  ).toBe(200);
});

test("two hundred held requests are all answered", async () => {
  const hub = await startTestHub({ maxPendingPerSession: 1000 });
  const asks = await Promise.all(Array.from({ length: 50 }, () => hub.ask()));
  const held = asks.flatMap(({ id }) => [1, 2, 3, 4].map(() => hub.agent("GET", `/v1/asks/${id}?wait=60`)));
  await soon(() => hub.hub.waiters.total()).toBe(200);
  await Promise.all(asks.map(({ id }) => hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"))));
  for (const { body } of await Promise.all(held)) expect(body.status).toBe("answered");
  expect(hub.hub.waiters.total()).toBe(0);
  expect((await hub.agent("POST", "/v1/asks", { questions: [database] })).status).toBe(201);
});
