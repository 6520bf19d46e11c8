import { describe, expect, test } from "vitest";
import { createTestClock } from "../../../core/src/testing/test-clock.ts";
import { openRawConnection, toRequest } from "../testing/raw-connection.ts";
import { choose, database } from "../testing/sample-questions.ts";
import { soon } from "../testing/soon.ts";
import { startTestHub, type TestHub, withStore } from "../testing/test-hub.ts";

async function createCode(hub: TestHub): Promise<string> {
  const { status, body } = await hub.human("POST", "/v1/tokens", { scope: "login" });
  expect(status).toBe(201);
  const { code, url } = body;
  // In the fragment, which browsers never send.
  expect(url).toMatch(new RegExp(`^${hub.url}/#login=${code}\\.[\\w-]{22}$`));
  return `${code}`;
}

describe("a login code", () => {
  test("gives a browser a person's token that outlives the hub", async () => {
    const hub = await startTestHub();
    const code = await createCode(hub);
    const { status, body, headers } = await hub.call("POST", "/v1/login", { code });
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty("set-cookie");
    expect(body.token).not.toBe(hub.tokens.human);
    expect((await hub.call("GET", "/v1/asks", undefined, { as: `${body.token}` })).status).toBe(200);
    const later = await hub.restart();
    expect((await later.call("GET", "/v1/asks", undefined, { as: `${body.token}` })).status).toBe(200);
  });

  test("works once, even if two clients use it at the same time", async () => {
    const hub = await startTestHub();
    const code = await createCode(hub);
    const both = await Promise.all([
      hub.call("POST", "/v1/login", { code }),
      hub.call("POST", "/v1/login", { code }, { socket: true, host: "localhost" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const third = await hub.call("POST", "/v1/login", { code });
    expect(third).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect(third.body.message).toContain("yourcall open");
  });

  test("gives nothing if the token that made it is revoked during the login", async () => {
    const hub = await startTestHub(
      withStore((store) => ({
        async takeCode(hash) {
          const found = await store.takeCode(hash);
          if (found !== null) await store.removeToken(found.madeFrom);
          return found;
        },
      })),
    );
    const { body: reader } = await hub.human("POST", "/v1/tokens", { scope: "human", name: "ann", rights: "read" });
    const { code } = (await hub.call("POST", "/v1/tokens", { scope: "login" }, { as: `${reader.token}` })).body;
    expect((await hub.call("POST", "/v1/login", { code })).status).toBe(401);
    expect((await hub.human("GET", "/v1/tokens")).body.tokens).toEqual([]);
  });

  test("works for a minute and no longer", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const [early, late] = [await createCode(hub), await createCode(hub)];
    clock.advance(60_000);
    expect((await hub.call("POST", "/v1/login", { code: early })).status).toBe(200);
    clock.advance(1);
    expect((await hub.call("POST", "/v1/login", { code: late })).status).toBe(401);
  });

  test("does not work longer because the clock is set back", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const code = await createCode(hub);
    clock.set(-3_600_000);
    clock.advance(60_001);
    expect((await hub.call("POST", "/v1/login", { code })).status).toBe(401);
  });

  test.each([[{}], [{ code: 1 }], [{ code: "x".repeat(500) }], [[]]])(
    "of the wrong shape is refused: %j",
    async (body) => {
      const hub = await startTestHub();
      expect((await hub.call("POST", "/v1/login", body)).status).toBe(422);
    },
  );

  test("is not a bearer token, and a token is not a code", async () => {
    const hub = await startTestHub();
    const code = await createCode(hub);
    expect((await hub.call("GET", "/v1/asks", undefined, { as: code })).status).toBe(401);
    expect((await hub.call("POST", "/v1/login", { code: hub.tokens.human })).status).toBe(401);
  });
});

describe("a named token", () => {
  test("is shown once, and only its hash is stored", async () => {
    const hub = await startTestHub({ clock: createTestClock() });
    const { body } = await hub.human("POST", "/v1/tokens", { scope: "agent", name: "ci" });
    expect(body).toEqual({
      id: expect.stringMatching(/^tok_/),
      scope: "agent",
      name: "ci",
      createdAt: "2030-01-01T00:00:00.000Z",
      token: expect.stringMatching(/^yc_agent_[\w-]{43}$/),
    });
    const { token, ...shown } = body;
    const listed = await hub.human("GET", "/v1/tokens");
    expect(listed.body.tokens).toEqual([shown]);
    expect(listed.text).not.toContain(token);
    expect(JSON.stringify(await hub.hub.store.listTokens())).not.toContain(token);
  });

  test("is refused once it is revoked, even after a restart", async () => {
    const hub = await startTestHub();
    const { body } = await hub.human("POST", "/v1/tokens", { scope: "human", name: "phone" });
    const list = (running: TestHub) => running.call("GET", "/v1/asks", undefined, { as: `${body.token}` });
    expect((await list(hub)).status).toBe(200);
    const removed = await hub.human("DELETE", `/v1/tokens/${body.id}`);
    expect([removed.status, removed.text]).toEqual([204, ""]);
    expect((await list(hub)).status).toBe(401);
    expect((await hub.human("DELETE", `/v1/tokens/${body.id}`)).status).toBe(404);
    expect((await list(await hub.restart())).status).toBe(401);
  });

  test("may revoke itself, and that is acknowledged", async () => {
    const hub = await startTestHub();
    const { body } = await hub.human("POST", "/v1/tokens", { scope: "human", name: "phone" });
    const { status } = await hub.call("DELETE", `/v1/tokens/${body.id}`, undefined, { as: `${body.token}` });
    expect(status).toBe(204);
  });

  test.each([
    ["GET", undefined],
    ["POST", "wait=60"],
  ])("that is revoked immediately ends the wait it holds: %s", async (method, prefer) => {
    const hub = await startTestHub();
    const { body } = await hub.human("POST", "/v1/tokens", { scope: "agent", name: "ci" });
    const as = `${body.token}`;
    const { id } = await hub.ask({}, { as });
    const started = Date.now();
    const waiting =
      method === "GET"
        ? hub.call("GET", `/v1/asks/${id}?wait=60`, undefined, { as })
        : hub.call("POST", "/v1/asks", { questions: [database] }, { as, headers: { prefer } });
    await soon(() => hub.hub.waiters.total()).toBe(1);
    await hub.human("DELETE", `/v1/tokens/${body.id}`);
    expect(await waiting).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect(Date.now() - started).toBeLessThan(10_000);
    await soon(() => hub.hub.waiters.total()).toBe(0);
  });

  test.each([
    ["answer", "/v1/asks/:id/answer", choose("SQLite")],
    ["token", "/v1/tokens", { scope: "human", name: "kept" }],
  ])("that is revoked while the rest of a request is held back gives no %s", async (_, path, given) => {
    const hub = await startTestHub();
    const [asked, other] = [await hub.ask(), await hub.ask()];
    const { body: stolen } = await hub.human("POST", "/v1/tokens", { scope: "human", name: "phone" });
    const host = `127.0.0.1:${hub.port}`;
    const text = toRequest(
      path.replace(":id", asked.id),
      { Host: host, Authorization: `Bearer ${stolen.token}` },
      JSON.stringify(given),
    );
    // The refusal has to wait for the held reply before it, so it cannot close the connection yet.
    const link = openRawConnection({ port: hub.port });
    link.say(
      `GET /v1/asks/${other.id}?wait=60 HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${hub.tokens.agent}\r\n\r\n`,
    );
    link.say(text.slice(0, -1));
    await soon(() => hub.hub.waiters.total()).toBe(1);
    // Its last use is stored once the request has been read up to here.
    await soon(async () => (await hub.hub.store.getToken(`${stolen.id}`))?.lastUsedAt).toBeDefined();
    await hub.human("DELETE", `/v1/tokens/${stolen.id}`);
    link.say(text.slice(-1));
    await hub.human("POST", `/v1/asks/${other.id}/decline`, {});
    expect([(await link.heard()).status, (await link.heard()).status]).toEqual([200, 401]);
    await link.closed;
    expect((await hub.human("GET", `/v1/asks/${asked.id}`)).body.status).toBe("pending");
    expect((await hub.human("GET", "/v1/tokens")).body.tokens).toEqual([]);
  });

  test.each([
    ["no scope", {}, "scope"],
    ["a scope nobody knows", { scope: "admin" }, "scope"],
    ["a name that is no text", { scope: "agent", name: 1 }, "name"],
  ])("with %s is refused", async (_, body, path) => {
    const hub = await startTestHub();
    const refused = await hub.human("POST", "/v1/tokens", body);
    expect(refused).toMatchObject({ status: 422, body: { code: "bad-request", issues: [{ path }] } });
  });
});
