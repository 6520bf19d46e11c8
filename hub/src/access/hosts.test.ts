import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { callRoute, createTargets } from "../testing/call-route.ts";
import { type Route, routeTable } from "../testing/route-table.ts";
import { shareTestHub, startTestHub, type TestHub } from "../testing/test-hub.ts";
import { createHosts, refuseHost } from "./hosts.ts";

const port = 2255;

const hosts = {
  right: [`127.0.0.1:${port}`, `localhost:${port}`, `LocalHost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`],
  wrong: [
    undefined,
    "",
    "127.0.0.1",
    "localhost",
    "[::1]",
    "::1",
    `127.0.0.1:${port + 1}`,
    `localhost:${port + 1}`,
    `[::1]:${port + 1}`,
    `127.0.0.2:${port}`,
    `0.0.0.0:${port}`,
    `127.1:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `127.evil.example:${port}`,
    `localhost.evil.example:${port}`,
    `localhost.:${port}`,
    `evil.example:${port}`,
    "evil.example",
    `evil.example@127.0.0.1:${port}`,
    `127.0.0.1:${port}@evil.example`,
    `127.0.0.1:${port}, evil.example`,
    `[::1.evil.example]:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
  ],
};

const origins = {
  right: [`http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://[::1]:${port}`],
  wrong: [
    "null",
    "",
    "http://evil.example",
    `http://127.0.0.1:${port + 1}`,
    "http://127.0.0.1",
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1.evil.example:${port}`,
    `http://127.evil.example:${port}`,
    `http://localhost.evil.example:${port}`,
    `http://localhost:${port}.evil.example`,
    `http://localhost:${port}/`,
    `HTTP://LOCALHOST:${port}`,
    "file://",
    "vscode-webview://x",
  ],
};

/** As a caller that may use the route. */
function as({ scopes }: Route): { as?: string } {
  return scopes.includes("human") ? { as: "human" } : scopes.includes("agent") ? { as: "agent" } : {};
}

function withoutCors(headers: Record<string, unknown>): void {
  expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
}

const running = shareTestHub();

describe("the hub's own names", () => {
  const own = createHosts(port);
  const refused = (host: string | undefined, origin?: string) =>
    refuseHost(own, { host, origin, socket: false }) !== null;
  const refusedOnSocket = (host: string | undefined, origin?: string) =>
    refuseHost(own, { host, origin, socket: true }) !== null;

  test.each(hosts.right)("%s is one", (host) => expect(refused(host)).toBe(false));
  test.each(hosts.wrong)("%s is none", (host) => expect(refused(host)).toBe(true));
  test.each(origins.right)("a page of %s is its own", (origin) => expect(refused(hosts.right[0], origin)).toBe(false));
  test.each(origins.wrong)("a page of %j is foreign", (origin) => expect(refused(hosts.right[0], origin)).toBe(true));

  test("on the socket are localhost or none, and foreign pages are refused there too", () => {
    for (const host of ["localhost", "LOCALHOST", undefined])
      expect([host, refusedOnSocket(host)]).toEqual([host, false]);
    for (const host of ["evil.example", "localhost.evil.example", `127.0.0.1:${port}`, "unix", ""])
      expect([host, refusedOnSocket(host)]).toEqual([host, true]);
    for (const origin of ["null", "http://evil.example", "http://localhost"])
      expect([origin, refusedOnSocket("localhost", origin)]).toEqual([origin, true]);
  });
});

test.each(routeTable)(
  "$method $path is closed to other host names and foreign pages, whoever calls, on TCP and on the socket",
  async (route) => {
    const hub = running();
    const targets = await createTargets(hub);
    const strange = [
      { host: `evil.example:${hub.port}` },
      { headers: { origin: "http://evil.example" } },
      { socket: true, host: "evil.example" },
      { socket: true, host: "localhost", headers: { origin: "http://evil.example" } },
    ];
    const calls = strange.flatMap((way) =>
      [as(route), {}].map((who) => callRoute(hub, route, targets, { ...who, ...way })),
    );
    for (const { status, code, headers } of await Promise.all(calls)) {
      expect([status, code]).toEqual([403, "forbidden"]);
      withoutCors(headers);
    }
    const { status, headers } = await callRoute(hub, route, targets, { ...as(route), headers: { origin: hub.url } });
    expect(status).toBe(route.success);
    withoutCors(headers);
  },
);

test.each(routeTable.filter(({ scopes }) => !scopes.includes("none")))(
  "$method $path needs its token on the socket too",
  async (route) => {
    const hub = running();
    const { status } = await callRoute(hub, route, await createTargets(hub), { socket: true, host: "localhost" });
    expect(status).toBe(401);
  },
);

test("unknown and malformed addresses do not bypass it", async () => {
  const hub = await startTestHub();
  for (const path of ["/", "/nothing", "/v1/asks/%zz", "/%", `/v1/asks/${"a".repeat(1000)}`, "//", "/v1/asks/"]) {
    const right = await hub.human("GET", path);
    expect([path, right.status, right.body.code]).toEqual([path, 404, "not-found"]);
    const wrong = await hub.human("GET", path, undefined, { host: `evil.example:${hub.port}` });
    expect([path, wrong.status, wrong.body.code]).toEqual([path, 403, "forbidden"]);
    const foreign = await hub.human("GET", path, undefined, { headers: { origin: "http://evil.example" } });
    expect([path, foreign.status]).toEqual([path, 403]);
  }
});

test("a preflight from a foreign page is refused, and one from its own page is granted nothing", async () => {
  const hub = await startTestHub();
  for (const [origin, status] of [
    ["http://evil.example", 403],
    [hub.url, 404],
  ] as const) {
    const answer = await hub.call("OPTIONS", "/v1/asks", undefined, {
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
    });
    expect(answer.status).toBe(status);
    withoutCors(answer.headers);
  }
});

test("two Host headers are refused, and so is a request in absolute form", async () => {
  const hub = await startTestHub();
  const raw = (head: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(hub.port, "127.0.0.1", () => socket.write(`${head}\r\nConnection: close\r\n\r\n`));
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("error", reject);
      socket.on("close", () => resolve(text.split("\r\n")[0] ?? ""));
    });
  const own = `127.0.0.1:${hub.port}`;
  expect(await raw(`GET /healthz HTTP/1.1\r\nHost: ${own}`)).toContain(" 200 ");
  for (const [one, other] of [
    [own, own],
    [own, "evil.example"],
    ["evil.example", own],
  ])
    for (const name of ["Host", "HOST", "host"])
      expect(await raw(`GET /healthz HTTP/1.1\r\n${name}: ${one}\r\nHost: ${other}`)).toContain(" 400 ");
  for (const host of ["evil.example", own])
    expect(await raw(`GET http://evil.example/healthz HTTP/1.1\r\nHost: ${host}`)).toContain(" 403 ");
  expect(await raw("GET /healthz HTTP/1.0")).toContain(" 403 ");
});

test("an IPv6 hub accepts [::1] and uses it in its links", async (context) => {
  let hub: TestHub;
  try {
    hub = await startTestHub({ host: "::1" });
  } catch {
    return context.skip("no IPv6 on this machine");
  }
  expect(hub.url).toBe(`http://[::1]:${hub.port}`);
  const status = await new Promise((resolve, reject) => {
    const call = request(`${hub.url}/healthz`, (response) => resolve(response.resume().statusCode));
    call.on("error", reject);
    call.end();
  });
  expect(status).toBe(200);
});

test("a public address is added to the accepted names exactly", () => {
  const hosts = createHosts(2255, new URL("https://call.example/inbox"));
  const refused = (host: string, origin?: string) => refuseHost(hosts, { host, origin, socket: false }) !== null;
  expect(refused("call.example", "https://call.example")).toBe(false);
  expect(refused("CALL.example")).toBe(false);
  expect(refused("127.0.0.1:2255", "http://127.0.0.1:2255")).toBe(false);
  for (const host of ["call.example:2255", "call.example.evil.example", "xcall.example", "example"])
    expect(refused(host)).toBe(true);
  for (const origin of ["http://call.example", "https://call.example:8443", "https://x.call.example"])
    expect(refused("call.example", origin)).toBe(true);
});

test("on port 80, where browsers omit the port, both forms are accepted", () => {
  const hosts = createHosts(80);
  expect(refuseHost(hosts, { host: "localhost", origin: "http://localhost", socket: false })).toBe(null);
  expect(refuseHost(hosts, { host: "localhost:2255", origin: undefined, socket: false })).not.toBe(null);
});
