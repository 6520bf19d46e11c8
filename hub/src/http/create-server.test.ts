import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { callRoute, createTargets } from "../testing/call-route.ts";
import { openRawConnection, toRequest } from "../testing/raw-connection.ts";
import { routeTable } from "../testing/route-table.ts";
import { choose, database } from "../testing/sample-questions.ts";
import { soon } from "../testing/soon.ts";
import { startTestHub } from "../testing/test-hub.ts";

interface Operation {
  responses: Record<string, { content?: Record<string, unknown> }>;
  parameters?: { name: string; in: string }[];
  security?: unknown[];
}
type Document = { openapi: string; info: { version: string }; paths: Record<string, Record<string, Operation>> };

test("/openapi.json has every route that the hub knows, and every status of each", async () => {
  let tree = "";
  const hub = await startTestHub({
    plugins: [
      (app) => {
        app.addHook("onReady", async () => {
          tree = app.printRoutes({ commonPrefix: false });
        });
      },
    ],
  });
  const { status, text } = await hub.call("GET", "/openapi.json");
  expect(status).toBe(200);
  const document = JSON.parse(text) as Document;
  expect(document).toMatchObject({ openapi: "3.1.0", info: { version: "1.2.3" } });
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
  );
  expect(described.toSorted()).toEqual(toRoutes(tree).toSorted());
  expect(described.toSorted()).toEqual(routeTable.map(({ method, path }) => `${method} ${path}`).toSorted());
  for (const { method, path, statuses, scopes } of routeTable) {
    const operation = document.paths[path.replace(":id", "{id}")]?.[method.toLowerCase()];
    const numbers = Object.keys(operation?.responses ?? {}).map(Number);
    expect([path, numbers.toSorted()]).toEqual([path, [...statuses].toSorted()]);
    expect([path, operation?.security]).toEqual([path, scopes.includes("none") ? [] : undefined]);
  }
  const parameters = (path: string, method = "get") =>
    document.paths[path]?.[method]?.parameters?.map(({ name }) => name).toSorted();
  expect(parameters("/v1/asks")).toEqual(["agent", "cursor", "limit", "order", "q", "session", "status"]);
  expect(parameters("/v1/asks/{id}")).toEqual(["id", "wait"]);
  expect(parameters("/v1/asks", "post")).toEqual(["prefer"]);
  expect(parameters("/v1/events")).toEqual(["last-event-id", "session"]);
  expect(Object.keys(document.paths["/v1/events"]?.get?.responses[200]?.content ?? {})).toEqual(["text/event-stream"]);
});

/** Fastify's drawing of its routes, a line a path, each a continuation of the one it hangs from. */
function toRoutes(tree: string): string[] {
  const above: { depth: number; path: string }[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods = ""] = /^([│\s├└─]*)(\S+)(?: \((.*)\))?$/.exec(line) ?? [];
    if (part === "") return [];
    while ((above.at(-1)?.depth ?? -1) >= indent.length) above.pop();
    const path = (above.at(-1)?.path ?? "") + part;
    above.push({ depth: indent.length, path });
    return methods === "" ? [] : methods.split(", ").map((method) => `${method} ${path}`);
  });
}

test("/healthz says who it is, without a token and without a word more", async () => {
  const hub = await startTestHub();
  const { status, body } = await hub.call("GET", "/healthz");
  expect([status, body]).toEqual([200, { status: "ok", version: "1.2.3", pid: process.pid }]);
});

test("/healthz and every route that needs the store say 503 where it is gone, and when to come again", async () => {
  const hub = await startTestHub();
  const targets = await createTargets(hub);
  await hub.hub.store.close();
  for (const route of routeTable) {
    if (["/v1/login", "/v1/settings", "/openapi.json"].includes(route.path)) continue;
    const as = route.scopes.includes("human") ? "human" : "agent";
    const { status, code, headers } = await callRoute(hub, route, targets, { as });
    expect([route.path, status, code]).toEqual([route.path, 503, "store-unavailable"]);
    expect(headers["retry-after"]).toBe("1");
  }
});

test("/metrics counts what came, how it ended, and who is there", async () => {
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

test("what fails inside says nothing of its insides to the caller, and all of it to the log", async () => {
  const said: string[] = [];
  const hub = await startTestHub({
    log: (message) => said.push(message),
    plugins: [
      (app) => {
        app.get("/broken", async () => {
          throw new Error("secret detail");
        });
      },
    ],
  });
  const { status, text } = await hub.human("GET", "/broken");
  expect(status).toBe(500);
  expect(text).not.toContain("secret");
  expect(said.join()).toContain("secret detail");
  expect((await hub.call("GET", "/broken")).status).toBe(401);
});

test("a thousand half-open connections keep nobody from being answered", async () => {
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
  // They are all still there: nobody had to wait until they were cut off.
  expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(1000);
});

test("connections beyond the limit are closed, and there is room again when others have gone", async () => {
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
  // The socket has room of its own.
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

test("many who wait at once are all answered", async () => {
  const hub = await startTestHub({ maxPendingPerSession: 1000 });
  const asks = await Promise.all(Array.from({ length: 50 }, () => hub.ask()));
  const held = asks.flatMap(({ id }) => [1, 2, 3, 4].map(() => hub.agent("GET", `/v1/asks/${id}?wait=60`)));
  await soon(() => hub.hub.waiters.total()).toBe(200);
  await Promise.all(asks.map(({ id }) => hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"))));
  for (const { body } of await Promise.all(held)) expect(body.status).toBe("answered");
  expect(hub.hub.waiters.total()).toBe(0);
  expect((await hub.agent("POST", "/v1/asks", { questions: [database] })).status).toBe(201);
});
