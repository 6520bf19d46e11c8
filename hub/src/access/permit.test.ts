import { describe, expect, test } from "vitest";
import { callRoute, createTargets } from "../testing/call-route.ts";
import { routeTable } from "../testing/route-table.ts";
import { choose, removal } from "../testing/sample-questions.ts";
import { soon } from "../testing/soon.ts";
import { shareTestHub, startTestHub } from "../testing/test-hub.ts";
import { issueDeviceToken } from "./access.ts";

const running = shareTestHub();

test.each(routeTable)("$method $path is for $scopes only", async (route) => {
  const hub = running();
  const device = await issueDeviceToken(hub.hub, { id: "dev_1", name: "phone" });
  for (const scope of ["none", "agent", "human", "app", "link", "device"] as const) {
    const targets = await createTargets(hub);
    const { app, link } = targets;
    const as = { none: undefined, agent: "agent", human: "human", app, link, device }[scope];
    const { status, code, headers } = await callRoute(hub, route, targets, as === undefined ? {} : { as });
    const isAllowed = route.scopes.includes("none") || (scope !== "device" && route.scopes.includes(scope));
    if (isAllowed) expect([scope, status]).toEqual([scope, route.success]);
    else if (scope === "none") {
      expect([scope, status, code]).toEqual([scope, 401, "unauthorized"]);
      expect(headers["www-authenticate"]).toBe("Bearer");
    } else expect([scope, status, code]).toEqual([scope, 403, "forbidden"]);
  }
});

test("anything that only resembles a token is refused", async () => {
  const hub = running();
  const { human } = hub.tokens;
  for (const authorization of [
    "",
    "Bearer",
    "Bearer ",
    `Bearer ${human.slice(0, -1)}`,
    `Bearer ${human}x`,
    `Bearer ${human.toUpperCase()}`,
    `Bearer ${human} ${human}`,
    `Basic ${Buffer.from(`:${human}`).toString("base64")}`,
    human,
    "Bearer undefined",
    "Bearer null",
    `Bearer ${"x".repeat(5000)}`,
  ]) {
    const { status, body } = await hub.call("GET", "/v1/asks", undefined, { headers: { authorization } });
    expect([authorization, status, body.code]).toEqual([authorization, 401, "unauthorized"]);
  }
});

test.each(routeTable.filter(({ scopes }) => !scopes.includes("none")))(
  "$method $path takes no token from a cookie or from its address",
  async (route) => {
    const hub = running();
    const targets = await createTargets(hub);
    const { human } = hub.tokens;
    const asCookie = await callRoute(hub, route, targets, { headers: { cookie: `token=${human}` } });
    const inQuery = await callRoute(hub, { ...route, query: `?token=${human}&session=s` }, targets);
    expect([asCookie.status, inQuery.status]).toEqual([401, 401]);
  },
);

describe("a link", () => {
  async function linked(more: Record<string, unknown> = {}) {
    const hub = await startTestHub();
    const ask = await hub.ask(more);
    const { status, body } = await hub.human("POST", "/v1/tokens", { scope: "link", ask: ask.id });
    return { hub, ask, status, link: { as: `${body.token}` } };
  }

  test("reads, drafts and answers its ask, and sees drafts of others", async () => {
    const { hub, ask, status, link } = await linked();
    expect(status).toBe(201);
    const path = `/v1/asks/${ask.id}`;
    await hub.human("PUT", `${path}/draft`, { draft: { half: true }, baseRevision: 0 });
    expect((await hub.call("GET", path, undefined, link)).body.draft).toMatchObject({ draft: { half: true } });
    expect((await hub.call("PUT", `${path}/draft`, { draft: {}, baseRevision: 1 }, link)).status).toBe(200);
    const held = hub.call("GET", `${path}?wait=60`, undefined, link);
    await soon(() => hub.hub.waiters.total()).toBe(1);
    expect((await hub.call("POST", `${path}/answer`, choose("SQLite"), link)).body.status).toBe("answered");
    expect((await held).body.status).toBe("answered");
  });

  test("does not open another ask", async () => {
    const { hub, link } = await linked();
    const other = await hub.ask();
    const path = `/v1/asks/${other.id}`;
    const calls = [
      hub.call("GET", path, undefined, link),
      hub.call("PUT", `${path}/draft`, { draft: {}, baseRevision: 0 }, link),
      hub.call("POST", `${path}/answer`, choose("SQLite"), link),
      hub.call("POST", `${path}/decline`, {}, link),
      hub.call("POST", `${path}/cancel`, {}, link),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(403);
    expect((await hub.human("GET", path)).body).toMatchObject({ status: "pending" });
    expect((await hub.human("GET", path)).body).not.toHaveProperty("draft");
  });

  test("expires when its ask ends", async () => {
    const { hub, ask, link } = await linked();
    const path = `/v1/asks/${ask.id}`;
    await hub.human("POST", `${path}/decline`);
    for (const [method, rest, body] of [
      ["GET", "", undefined],
      ["PUT", "/draft", { draft: {}, baseRevision: 0 }],
      ["POST", "/answer", choose("SQLite")],
      ["POST", "/decline", {}],
    ] as const) {
      const refused = await hub.call(method, `${path}${rest}`, body, link);
      expect([refused.status, refused.body.message]).toEqual([403, "This link expired when its ask ended."]);
      expect(refused.text).not.toContain("declined");
    }
  });

  test("does not show what somebody else decided to a GET that was held", async () => {
    const { hub, ask, link } = await linked();
    const path = `/v1/asks/${ask.id}`;
    const held = hub.call("GET", `${path}?wait=30`, undefined, link);
    await soon(() => hub.metric("yourcall_waiters")).toBe(1);
    await hub.human("POST", `${path}/decline`, { reason: "not for Bo" });
    const { status, text, body } = await held;
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "cancelled", outcome: { reason: "It was ended elsewhere." } });
    expect(text).not.toContain("not for Bo");
  });

  test.each([
    ["PUT", "draft", { draft: {}, baseRevision: 0 }],
    ["POST", "answer", choose("SQLite")],
    ["POST", "decline", {}],
  ])("does not learn what somebody else decided while it acted: %s %s", async (method, act, body) => {
    const { hub, ask, link } = await linked();
    const { store } = hub.hub;
    const read = store.get.bind(store);
    // Somebody else is faster, after it was checked that the ask is pending.
    store.get = async (id) => {
      store.get = read;
      const found = await read(id);
      await hub.human("POST", `/v1/asks/${ask.id}/decline`, { reason: "not for Bo" });
      return found;
    };
    const { status, text } = await hub.call(method, `/v1/asks/${ask.id}/${act}`, body, link);
    expect([status, text]).toEqual([403, expect.stringContaining("This link expired when its ask ended.")]);
  });

  test("shows its own answer to a GET that was held", async () => {
    const { hub, ask, link } = await linked();
    const held = hub.call("GET", `/v1/asks/${ask.id}?wait=30`, undefined, link);
    await soon(() => hub.metric("yourcall_waiters")).toBe(1);
    await hub.call("POST", `/v1/asks/${ask.id}/answer`, choose("SQLite"), link);
    expect(await held).toMatchObject({ status: 200, body: { status: "answered" } });
  });

  test("is not created for an approval, nor for an ended or unknown ask", async () => {
    const hub = await startTestHub();
    const approval = await hub.ask({ ...removal });
    const ended = await hub.ask();
    await hub.human("POST", `/v1/asks/${ended.id}/decline`);
    const link = (ask?: string) => hub.human("POST", "/v1/tokens", { scope: "link", ask });
    expect((await link(approval.id)).status).toBe(403);
    expect(await link(ended.id)).toMatchObject({
      status: 409,
      body: { code: "already-ended", outcome: { status: "declined" } },
    });
    expect((await link("ask_0")).status).toBe(404);
    expect(await link()).toMatchObject({ status: 422, body: { issues: [{ path: "ask" }] } });
  });

  test("does not open an approval, even one that carries its id", async () => {
    const hub = await startTestHub();
    const approval = await hub.ask({ ...removal });
    // No route makes such a token, but a store could contain one.
    const { createToken, hashToken } = await import("./token.ts");
    const secret = createToken("link");
    await hub.hub.store.addToken({
      id: "tok_x",
      hash: hashToken(secret),
      scope: "link",
      name: "link",
      ask: approval.id,
      createdAt: 0,
    });
    const answers = [{ question: removal.questions[0]?.question, selectedOptions: ["allow-once"] }];
    const path = `/v1/asks/${approval.id}`;
    expect((await hub.call("GET", path, undefined, { as: secret })).status).toBe(403);
    expect((await hub.call("POST", `${path}/answer`, { answers }, { as: secret })).status).toBe(403);
    expect((await hub.call("POST", `${path}/decline`, {}, { as: secret })).status).toBe(403);
    expect((await hub.human("GET", path)).body.status).toBe("pending");
  });
});
