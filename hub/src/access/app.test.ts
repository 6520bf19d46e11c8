import type { WireAsk } from "@yourcall/core/internal/wire";
import { describe, expect, test } from "vitest";
import { choose, removal } from "../testing/sample-questions.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";

const claim = { surface: "terminal", user: "ana", token: { id: "human", scope: "human" } };

async function createApp(hub: TestHub, name = "my-chat-app") {
  const { status, body } = await hub.human("POST", "/v1/tokens", { name, scope: "app" });
  expect([status, body]).toMatchObject([201, { scope: "app" }]);
  const as = `${body.token}`;
  return {
    id: `${body.id}`,
    as,
    call: (method: string, path: string, sent?: unknown) => hub.call(method, path, sent, { as }),
    ask: (more: Record<string, unknown> = {}) => hub.ask(more, { as }),
  };
}

describe("an app", () => {
  test("drafts and answers what it asked, as a card, in the name of its user", async () => {
    const hub = await startTestHub();
    const app = await createApp(hub);
    const ask = await app.ask({ key: "call_1", agent: { name: "chat", session: "c1" } });
    const path = `/v1/asks/${ask.id}`;
    const events = await hub.events({ as: app.as });
    expect((await events.next()).data).toMatchObject({ asks: [{ id: ask.id }] });
    expect((await app.call("PUT", `${path}/draft`, { draft: { half: true }, baseRevision: 0 })).status).toBe(200);
    expect(await events.next()).toMatchObject({ type: "ask-drafted", data: { draft: { draft: { half: true } } } });
    expect((await app.call("GET", path)).body.draft).toMatchObject({ draft: { half: true } });
    const answered = await app.call("POST", `${path}/answer`, { ...choose("SQLite"), ...claim });
    const by = { surface: "card", act: "click", user: "ana", token: { id: app.id, scope: "app", name: "my-chat-app" } };
    expect(answered.body.outcome).toMatchObject({ status: "answered", by });
    expect(await events.next()).toMatchObject({ type: "ask-ended", data: { ask: { outcome: { by } } } });
    const again = await app.call("POST", `${path}/answer`, choose("SQLite"));
    expect(again).toMatchObject({ status: 409, body: { code: "already-ended", outcome: { by } } });
  });

  test("declines, withdraws and approves what it asked", async () => {
    const hub = await startTestHub();
    const app = await createApp(hub);
    const [one, two, three] = [await app.ask(), await app.ask(), await app.ask({ ...removal })];
    expect((await app.call("POST", `/v1/asks/${one.id}/decline`, claim)).body).toMatchObject({
      outcome: { status: "declined", by: { surface: "card" } },
    });
    expect((await app.call("POST", `/v1/asks/${two.id}/cancel`, {})).body.status).toBe("cancelled");
    const answers = [{ question: removal.questions[0]?.question, selectedOptions: ["allow-once"] }];
    const approved = await app.call("POST", `/v1/asks/${three.id}/answer`, { answers, act: "click" });
    expect(approved.body).toMatchObject({ status: "answered", outcome: { by: { token: { scope: "app" } } } });
  });

  test("finds the ask of a call by session and key, whatever its state", async () => {
    const hub = await startTestHub();
    const [app, other] = [await createApp(hub), await createApp(hub, "other")];
    const agent = (session: string) => ({ agent: { name: "chat", session } });
    const ask = await app.ask({ key: "call_1", ...agent("c1") });
    const elsewhere = await app.ask({ key: "call_1", ...agent("c2") });
    await app.ask({ key: "call_2", ...agent("c1") });
    await other.ask({ key: "call_1", ...agent("c1") });
    const find = async (query: string, by = app) =>
      (await by.call("GET", `/v1/asks?${query}`)).body.asks?.map(({ id }) => id);
    expect(await find("session=c1&key=call_1")).toEqual([ask.id]);
    expect(await find("key=call_1")).toEqual([elsewhere.id, ask.id]);
    await app.call("POST", `/v1/asks/${ask.id}/answer`, choose("SQLite"));
    expect(await find("session=c1&key=call_1")).toEqual([ask.id]);
    expect(await find("session=c1&key=call_1&status=pending")).toEqual([]);
    expect(await find("session=c1&key=call_3")).toEqual([]);
    expect((await hub.agent("GET", "/v1/asks?session=c1&key=call_1")).body.asks).toEqual([]);
  });

  test("lists what was not delivered, until it says that it was", async () => {
    const hub = await startTestHub();
    const app = await createApp(hub);
    const ask = await app.ask({ agent: { name: "chat", session: "c1" } });
    const list = async () => (await app.call("GET", "/v1/asks?delivery=waiting")).body.asks?.map(({ id }) => id);
    expect(await list()).toEqual([]);
    await hub.human("POST", `/v1/asks/${ask.id}/answer`, choose("SQLite"));
    expect(await list()).toEqual([ask.id]);
    // Merely reading it does not count as delivered.
    await app.call("GET", `/v1/asks/${ask.id}`);
    expect(await list()).toEqual([ask.id]);
    const path = `/v1/asks/${ask.id}/delivery`;
    expect((await app.call("POST", path, { state: "taken" })).status).toBe(403);
    expect((await app.call("POST", `${path}?session=c1`, { state: "taken" })).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  test("counts as waiting for all its asks while it follows the events", async () => {
    const hub = await startTestHub();
    const app = await createApp(hub);
    const ask = await app.ask();
    const count = async () => ((await hub.human("GET", `/v1/asks/${ask.id}`)).body as WireAsk).waiting.count;
    expect(await count()).toBe(0);
    const [one, two] = [await hub.events({ as: app.as }), await hub.events({ as: app.as })];
    expect(await count()).toBe(1);
    one.close();
    expect(await count()).toBe(1);
    two.close();
    await expect.poll(count).toBe(0);
  });

  test("neither sees nor ends what it did not ask", async () => {
    const hub = await startTestHub();
    const [app, other] = [await createApp(hub), await createApp(hub, "other")];
    const session = { agent: { name: "chat", session: "c1" }, key: "call_1" };
    const asks = [await hub.ask(session), await other.ask(session), await other.ask({ ...removal })];
    const events = await hub.events({ as: app.as });
    expect((await events.next()).data).toMatchObject({ asks: [] });
    for (const { id } of asks) {
      const path = `/v1/asks/${id}`;
      const unknown = `There is no ask "${id}". \`yourcall list\` shows the pending ones.`;
      for (const [method, rest, body] of [
        ["GET", "", undefined],
        ["GET", "?wait=1", undefined],
        ["PUT", "/draft", { draft: {}, baseRevision: 0 }],
        ["POST", "/answer", choose("SQLite")],
        ["POST", "/decline", {}],
        ["POST", "/cancel", {}],
        ["POST", "/delivery?session=c1", { state: "taken" }],
      ] as const) {
        const { status, body: refusal } = await app.call(method, `${path}${rest}`, body);
        expect([rest, status, refusal.message]).toEqual([rest, 404, unknown]);
      }
      expect(
        (await app.call("POST", `${path}/report?session=c1`, { outcome: { status: "declined" }, surface: "x" })).status,
      ).toBe(403);
      expect((await hub.human("GET", path)).body).toMatchObject({ status: "pending" });
    }
    for (const query of ["", "?session=c1", "?key=call_1", "?status=all", "?delivery=waiting", "?q=database"])
      expect((await app.call("GET", `/v1/asks${query}`)).body.asks).toEqual([]);
    expect((await app.call("GET", `/v1/asks?token=${other.id}`)).status).toBe(403);
    // The same key leads to an ask of its own, not to somebody else's.
    const own = await app.ask(session);
    expect(asks.map(({ id }) => id)).not.toContain(own.id);
    expect(await events.next()).toMatchObject({ type: "ask-created", data: { ask: { id: own.id } } });
  });

  test("cannot make tokens, and a revocation takes effect immediately", async () => {
    const hub = await startTestHub();
    const app = await createApp(hub);
    const ask = await app.ask();
    for (const body of [
      { scope: "human" },
      { scope: "app", name: "x" },
      { scope: "login" },
      { scope: "link", ask: ask.id },
    ])
      expect((await app.call("POST", "/v1/tokens", body)).status).toBe(403);
    for (const path of ["/v1/tokens", "/v1/settings", "/v1/days", "/v1/agents", "/metrics"])
      expect((await app.call("GET", path)).status).toBe(403);
    expect((await hub.human("DELETE", `/v1/tokens/${app.id}`)).status).toBe(204);
    expect((await app.call("GET", `/v1/asks/${ask.id}`)).status).toBe(401);
  });

  test("outlives the browser that made it", async () => {
    const hub = await startTestHub();
    const code = (await hub.human("POST", "/v1/tokens", { scope: "login" })).body.code;
    const browser = `${(await hub.call("POST", "/v1/login", { code })).body.token}`;
    const { body } = await hub.call("POST", "/v1/tokens", { scope: "app", name: "chat" }, { as: browser });
    const { tokens = [] } = (await hub.human("GET", "/v1/tokens")).body as {
      tokens?: { id: string; device?: string }[];
    };
    const session = tokens.find(({ device }) => device !== undefined);
    expect((await hub.human("DELETE", `/v1/tokens/${session?.id}`)).status).toBe(204);
    expect((await hub.call("GET", "/v1/asks", undefined, { as: `${body.token}` })).status).toBe(200);
  });
});
