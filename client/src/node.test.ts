import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createHubClient, createNodeTransport } from "./node.ts";
import { answered, startSmallHub } from "./testing/small-hub.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(options: Parameters<typeof startSmallHub>[0] = {}) {
  const hub = await startSmallHub(options);
  cleanups.push(() => hub.stop());
  return hub;
}

function directory() {
  const path = mkdtempSync(join(tmpdir(), "yc-"));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function transportTo(options: Parameters<typeof createNodeTransport>[0]) {
  const transport = createNodeTransport(options);
  cleanups.push(() => transport.close?.());
  return transport;
}

test("an ask goes through a unix socket and comes back answered", async () => {
  const socketPath = join(directory(), "hub.sock");
  const hub = await start({ socketPath });
  const client = createHubClient({ socketPath, token: "secret" });
  cleanups.push(() => client.close());
  const outcome = client.ask({ questions: [] });
  const wait = await hub.until("GET /v1/asks/ask_1");
  expect(wait.headers).toMatchObject({ host: "localhost", authorization: "Bearer secret" });
  hub.end("ask_1", answered);
  expect(await outcome).toEqual(answered);
});

test("with a socket the url is never tried, even if nothing listens on the socket", async () => {
  const socketPath = join(directory(), "hub.sock");
  const overTcp = await start();
  const transport = transportTo({ socketPath, url: overTcp.url });
  const request = { method: "GET", path: "/v1/asks/none" } as const;
  await expect(transport.request(request)).rejects.toMatchObject({ code: "hub-unreachable", mayHaveArrived: false });
  await start({ socketPath });
  expect((await transport.request(request)).status).toBe(404);
  expect(overTcp.requests).toEqual([]);
});

test("without a hub the error says that nothing was sent and what to do", async () => {
  const socketPath = join(directory(), "hub.sock");
  await expect(transportTo({ socketPath }).request({ method: "GET", path: "/" })).rejects.toMatchObject({
    code: "hub-unreachable",
    mayHaveArrived: false,
    message: expect.stringContaining("yourcall serve"),
  });
});

test("a broken connection leaves open whether the request arrived", async () => {
  const hub = await start();
  hub.plan("POST /v1/asks", "drop-before");
  const transport = transportTo({ url: hub.url });
  await expect(transport.request({ method: "POST", path: "/v1/asks", body: {} })).rejects.toMatchObject({
    code: "hub-unreachable",
    mayHaveArrived: true,
  });
});

test("a response that breaks off is an error", async () => {
  const hub = await start();
  hub.plan("GET /v1/asks", { status: 200, body: { asks: [] }, headers: { "content-length": "900" } });
  const response = transportTo({ url: hub.url }).request({ method: "GET", path: "/v1/asks" });
  const failed = expect(response).rejects.toMatchObject({ code: "hub-unreachable", mayHaveArrived: true });
  await hub.until("GET /v1/asks");
  hub.cut();
  await failed;
});

test("reading survives a keep-alive connection that the hub has closed", async () => {
  const hub = await start();
  const transport = transportTo({ url: hub.url });
  await transport.request({ method: "GET", path: "/v1/asks/none" });
  hub.plan("GET /v1/asks/none", "drop-before");
  expect((await transport.request({ method: "GET", path: "/v1/asks/none" })).status).toBe(404);
});

test("an aborted request rejects with the reason and closes its connection", async () => {
  const hub = await start();
  hub.plan("GET /v1/asks/none", "hang");
  const abort = new AbortController();
  const response = transportTo({ url: hub.url }).request({
    method: "GET",
    path: "/v1/asks/none",
    signal: abort.signal,
  });
  await hub.until("GET /v1/asks/none");
  abort.abort("enough");
  await expect(response).rejects.toBe("enough");
});

test("a url with a path keeps it", async () => {
  const hub = await start();
  await transportTo({ url: `${hub.url}/behind/` }).request({ method: "GET", path: "/v1/asks" });
  expect(hub.requests[0]?.url).toBe("/behind/v1/asks");
});
