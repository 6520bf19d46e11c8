import { createHash } from "node:crypto";
import type { WireAsk } from "@yourcall/client";
import { createHubClient as createPageClient } from "@yourcall/client/browser";
import type { Clock } from "@yourcall/core";
import { toApprovalKey, toChatApproval } from "@yourcall/core/internal";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../../../core/src/testing/test-clock.ts";
import { toPng } from "../../../../hub/src/testing/sample-picture.ts";
import { choose, question, startTestApp, type TestApp } from "../test-support/app.ts";
import type { AnsweredAsk, AskRoutesOptions } from "./ask-routes.ts";
import { createAskRoutes } from "./create-ask-routes.ts";

const origin = "https://chat.example.com";
const sketch = toPng(48, 32).toString("base64");
const owners: Record<string, string> = { "ana-1": "ana", "ana-2": "ana", "bo-1": "bo" };

/** Starts the routes for two users, Ana and Bo, who log in with a cookie. */
async function startRoutes(given: TestApp, more: Partial<AskRoutesOptions> = {}) {
  const errors: unknown[] = [];
  const routes = createAskRoutes({
    hub: given.app,
    user(request) {
      const name = /user=(\w+)/.exec(request.headers.get("cookie") ?? "")?.[1];
      return name === undefined ? null : { name, owns: (session) => owners[session] === name };
    },
    onError: (error) => errors.push(error),
    ...more,
  });
  onTestFinished(() => routes.close());
  async function call(
    who: string | null,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const request = new Request(`${origin}/api/yourcall${path}`, {
      method,
      headers: {
        ...(who === null ? {} : { cookie: `user=${who}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        origin,
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const response = await routes.handle(request);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> & { asks?: WireAsk[] } };
  }
  /** The client that a page of this user would have. */
  function page(who: string) {
    const client = createPageClient({
      baseUrl: `${origin}/api/yourcall`,
      token: () => null,
      fetch: (url, init) =>
        routes.handle(new Request(url, { ...init, headers: { ...init?.headers, cookie: `user=${who}`, origin } })),
    });
    onTestFinished(() => client.close());
    return client;
  }
  return { routes, call, page, errors };
}

const createIn = (
  { app }: TestApp,
  session: string,
  key = "call_1",
  more: object = { metadata: { form: "durable" } },
) => app.create({ questions: [{ ...question, kind: "choice" }], key, agent: { name: "chat", session }, ...more });

describe("the routes", () => {
  test("let a page find, follow, draft and answer the ask of a tool call with the hub's own client", async () => {
    const given = await startTestApp();
    const { page } = await startRoutes(given);
    const [ana, bo] = [page("ana"), page("bo")];
    expect(await ana.list({ session: "ana-1", key: "call_1" })).toEqual({ asks: [] });
    const seen: string[] = [];
    const leaving = new AbortController();
    const following = (async () => {
      for await (const event of ana.events({ signal: leaving.signal })) {
        seen.push("ask" in event ? `${event.type} ${event.ask.key}` : event.type);
        if (event.type === "ask-delivered") leaving.abort();
      }
    })();
    await expect.poll(() => seen).toEqual(["snapshot"]);
    const ask = await createIn(given, "ana-1");
    await createIn(given, "bo-1", "call_of_bo");
    expect(await ana.list({ session: "ana-1", key: "call_1" })).toMatchObject({ asks: [{ id: ask.id }] });
    await ana.saveDraft(ask.id, { draft: { version: 1 } as never, baseRevision: 0 });
    expect((await ana.get(ask.id)).draft).toMatchObject({ surface: "card", revision: 1 });
    await expect(bo.get(ask.id)).rejects.toMatchObject({ code: "not-found" });
    const answered = await ana.answer(ask.id, { ...choose("SQLite"), surface: "terminal", user: "root" });
    const by = { surface: "card", act: "click", user: "ana", token: { scope: "app", name: "my-chat-app" } };
    expect(answered.outcome).toMatchObject({ status: "answered", by });
    await given.app.delivery(ask.id, { state: "taken", session: "ana-1" });
    await following;
    expect(seen).toEqual(["snapshot", "ask-created call_1", "ask-drafted", "ask-ended call_1", "ask-delivered"]);
  });

  test("show an answer from elsewhere with who gave it, and 409 with the outcome that won", async () => {
    const given = await startTestApp();
    const { call } = await startRoutes(given);
    const ask = await createIn(given, "ana-1");
    await given.person.answer(ask.id, { ...choose("PostgreSQL"), surface: "terminal", user: "ana" });
    const late = await call("ana", "POST", `/v1/asks/${ask.id}/answer`, choose("SQLite"));
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: "already-ended",
        outcome: { by: { surface: "terminal" }, answers: [{ selectedOptions: ["PostgreSQL"] }] },
      },
    });
    expect((await call("ana", "POST", `/v1/asks/${ask.id}/decline`, {})).status).toBe(409);
    // Reading the ask did not take its outcome.
    expect((await call("ana", "GET", `/v1/asks/${ask.id}?wait=5`)).body).toMatchObject({
      status: "answered",
      delivery: { state: "waiting" },
    });
  });

  test("give the same reply when the same act is repeated", async () => {
    const given = await startTestApp();
    const { call } = await startRoutes(given);
    const [one, two] = [await createIn(given, "ana-1"), await createIn(given, "ana-1", "call_2")];
    const answer = (label: string, who = "ana") => call(who, "POST", `/v1/asks/${one.id}/answer`, choose(label));
    const first = await answer("SQLite");
    expect(first.status).toBe(200);
    expect(await answer("SQLite")).toEqual(first);
    expect((await answer("PostgreSQL")).status).toBe(409);
    for (const status of [200, 200])
      expect((await call("ana", "POST", `/v1/asks/${two.id}/decline`, {})).status).toBe(status);
    expect((await call("ana", "POST", `/v1/asks/${two.id}/answer`, choose("SQLite"))).status).toBe(409);
  });

  test("let a page add pictures to its answer, see them and remove them", async () => {
    const given = await startTestApp();
    const { call, page } = await startRoutes(given);
    const [ana, bo] = [page("ana"), page("bo")];
    const { id } = await createIn(given, "ana-1");
    const kept = await ana.addPicture(id, { data: sketch, name: "sketch.png" });
    const removed = await ana.addPicture(id, { data: toPng(8, 8).toString("base64") });
    await ana.removePicture(id, removed.hash);
    await expect(ana.picture(id, removed.hash)).rejects.toMatchObject({ code: "not-found" });
    await expect(bo.picture(id, kept.hash)).rejects.toMatchObject({ code: "not-found" });
    await expect(bo.addPicture(id, { data: sketch })).rejects.toMatchObject({ code: "not-found" });
    await expect(ana.addPicture(id, { data: "aGk=" })).rejects.toMatchObject({ code: "invalid-answer" });
    const large = await call("ana", "POST", `/v1/asks/${id}/pictures`, { data: "A".repeat(15_000_000) });
    expect(large).toMatchObject({ status: 413, body: { message: "The picture is larger than 10 MB." } });
    const { data } = await ana.picture(id, kept.hash);
    expect(createHash("sha256").update(Buffer.from(data, "base64")).digest("hex")).toBe(kept.hash);
    const { answers } = choose("SQLite");
    const body = {
      answers: answers.map((answer) => ({ ...answer, attachments: [{ hash: kept.hash }] })),
      act: "click",
    };
    const answered = await call("ana", "POST", `/v1/asks/${id}/answer`, body);
    expect(answered).toMatchObject({ status: 200, body: { outcome: { answers: [{ attachments: [kept] }] } } });
    expect(await call("ana", "POST", `/v1/asks/${id}/answer`, body)).toEqual(answered);
  });

  test("hide other users' sessions, and asks without a session", async () => {
    const given = await startTestApp();
    const { call, page } = await startRoutes(given);
    const mine = await createIn(given, "ana-1");
    const asks = [
      await createIn(given, "bo-1"),
      await given.app.create({ questions: [{ ...question, kind: "choice" }] }),
    ];
    const foreign = await given.hub.ask({ agent: { name: "other", session: "ana-1" } });
    const unknown = await call("ana", "GET", "/v1/asks/ask_0");
    expect(unknown.status).toBe(404);
    for (const { id } of [...asks, foreign]) {
      const path = `/v1/asks/${id}`;
      for (const [method, rest, body] of [
        ["GET", "", undefined],
        ["PUT", "/draft", { draft: {}, baseRevision: 0 }],
        ["POST", "/answer", choose("SQLite")],
        ["POST", "/decline", {}],
        ["POST", "/pictures", { data: sketch }],
        ["GET", `/pictures/${"0".repeat(64)}`, undefined],
        ["DELETE", `/pictures/${"0".repeat(64)}`, undefined],
      ] as const)
        expect((await call("ana", method, `${path}${rest}`, body)).status).toBe(404);
      expect((await given.person.get(id)).status).toBe("pending");
    }
    expect((await call("ana", "GET", "/v1/asks?session=bo-1&key=call_1")).status).toBe(404);
    expect((await call("ana", "GET", "/v1/events?session=bo-1")).status).toBe(404);
    const listed = await call("ana", "GET", "/v1/asks");
    expect(listed.body.asks?.map(({ id }) => id)).toEqual([mine.id]);
    for await (const event of page("ana").events()) {
      expect(event).toMatchObject({ type: "snapshot", asks: [{ id: mine.id }] });
      break;
    }
    expect((await call(null, "GET", "/v1/asks?session=ana-1")).status).toBe(401);
  });

  test("refuse other origins, other content types, other methods and odd bodies", async () => {
    const given = await startTestApp();
    const { call } = await startRoutes(given, { origins: ["https://also.example.com"] });
    const ask = await createIn(given, "ana-1");
    const path = `/v1/asks/${ask.id}`;
    const answer = (headers: Record<string, string>, body: unknown = choose("SQLite")) =>
      call("ana", "POST", `${path}/answer`, body, headers);
    for (const odd of [
      "https://evil.example.com",
      "null",
      "http://chat.example.com",
      "https://chat.example.com:444",
      "x",
    ])
      expect([odd, (await answer({ origin: odd })).status]).toEqual([odd, 403]);
    expect((await call("ana", "GET", path, undefined, { origin: "https://evil.example.com" })).status).toBe(403);
    // Next.js puts the address it listens on into the URL; the host that the browser used is in the header.
    const named = { host: "chat.example.org", origin: "https://chat.example.org" };
    expect((await answer({ ...named, origin })).status).toBe(403);
    expect((await answer(named, "{")).status).toBe(400);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
      expect([type, (await answer({ "content-type": type })).status]).toEqual([type, 415]);
    for (const body of ["", "[]", "null", "{", "1"])
      expect((await answer({}, body)).status).toBeGreaterThanOrEqual(400);
    expect((await answer({}, JSON.stringify({ answers: "x".repeat(1024 * 1024) }))).status).toBe(413);
    expect(await answer({}, { answers: [] })).toMatchObject({ status: 422, body: { code: "invalid-answer" } });
    expect(await answer({}, choose("MySQL"))).toMatchObject({ status: 422, body: { issues: [{}] } });
    expect((await call("ana", "PUT", `${path}/draft`, {})).status).toBe(422);
    for (const [method, at] of [
      ["POST", `${path}/cancel`],
      ["POST", `${path}/delivery`],
      ["POST", `${path}/report`],
      ["GET", "/v1/tokens"],
      ["GET", ""],
      ["GET", "/v1/asks/%E0%A4%A"],
    ] as const)
      expect([at, (await call("ana", method, at, method === "POST" ? {} : undefined)).status]).toEqual([at, 404]);
    expect((await call("ana", "POST", "/v1/asks", { questions: [question] })).status).toBe(405);
    expect((await given.person.get(ask.id)).status).toBe("pending");
    expect((await answer({ origin: "https://also.example.com" })).status).toBe(200);
  });

  test("say 503 while the hub is away, and nothing about its token", async () => {
    const given = await startTestApp();
    const { call, errors } = await startRoutes(given);
    await createIn(given, "ana-1");
    await given.hub.stop();
    for (const path of ["/v1/asks?session=ana-1", "/v1/events"]) {
      const { status, body } = await call("ana", "GET", path);
      expect([status, body.code]).toEqual([503, "store-unavailable"]);
      expect(JSON.stringify(body)).not.toContain(given.appToken);
    }
    expect(errors.length).toBeGreaterThan(0);
  });
});

describe("onAnswered", () => {
  const soonClock = () => createTestClock({ start: Date.now(), skipUpToMs: Number.POSITIVE_INFINITY });

  async function listen(
    given: TestApp,
    onAnswered: (answered: AnsweredAsk) => unknown = () => {},
    clock: Clock = soonClock(),
  ) {
    const heard: AnsweredAsk[] = [];
    const started = await startRoutes(given, {
      clock,
      async onAnswered(answered) {
        heard.push(answered);
        await onAnswered(answered);
      },
    });
    return { ...started, heard };
  }
  const deliveryOf = async ({ app }: TestApp, id: string) => (await app.get(id)).delivery?.state;

  test("is called for an answer from any screen, and the outcome is then taken", async () => {
    const given = await startTestApp();
    const { heard, page } = await listen(given);
    const ask = await createIn(given, "ana-1");
    await given.person.answer(ask.id, { ...choose("SQLite"), surface: "terminal" });
    await expect.poll(() => deliveryOf(given, ask.id)).toBe("taken");
    expect(heard).toMatchObject([
      {
        ask: { id: ask.id },
        session: "ana-1",
        toolCallId: "call_1",
        output: { outcome: { status: "answered" }, text: expect.stringContaining("Selected: SQLite") },
      },
    ]);
    const approval = toChatApproval("deleteFiles", { path: "/tmp/x" });
    const metadata = { form: "durable" };
    const asked = await given.app.create({
      ...{ ...approval, metadata, key: toApprovalKey("call_2"), agent: { name: "chat", session: "ana-1" } },
      asksAgain: true,
    });
    await page("ana").decline(asked.id, { asked: "Which files?" });
    await expect.poll(() => deliveryOf(given, asked.id)).toBe("taken");
    expect(heard[1]).toMatchObject({ toolCallId: "call_2", outcome: { status: "declined", asked: "Which files?" } });
    expect(heard[1]?.output).toBeUndefined();
  });

  test("is called at the start for asks that ended while the app was away, and again until it succeeds", async () => {
    const given = await startTestApp();
    const [one, two, three] = [
      await createIn(given, "ana-1"),
      await createIn(given, "ana-2"),
      await createIn(given, "bo-1", "call_3", {}),
    ];
    for (const { id } of [one, two, three]) await given.person.answer(id, choose("SQLite"));
    let failures = 3;
    const { heard, errors } = await listen(given, () => {
      if (failures-- > 0) throw new Error("not yet");
    });
    await expect.poll(async () => (await given.app.list({ delivery: "waiting" })).asks).toEqual([]);
    expect(new Set(heard.map(({ ask }) => ask.id))).toEqual(new Set([one.id, two.id, three.id]));
    expect(heard).toHaveLength(6);
    expect(errors.map(String)).toEqual(Array(3).fill("Error: not yet"));
    const { heard: later } = await listen(given);
    const four = await createIn(given, "ana-1", "call_4");
    await given.person.answer(four.id, choose("SQLite"));
    await expect.poll(() => deliveryOf(given, four.id)).toBe("taken");
    // Of two servers, one continues.
    expect([...heard, ...later].filter(({ toolCallId }) => toolCallId === "call_4")).toHaveLength(1);
  });

  test("is not called for an ask that a run of the app waits for itself", async () => {
    const given = await startTestApp();
    const clock = createTestClock({ start: Date.now() });
    // How long a run may need between two requests.
    const graceMs = 5000;
    const { heard } = await listen(given, undefined, clock);
    const agent = { name: "chat", session: "ana-1" };
    const request = { questions: [{ ...question, kind: "choice" as const }], agent };
    const waiting = given.app.ask({ ...request, key: "held" });
    const asks = () => given.person.list().then(({ asks }) => asks);
    // The routes, which read events, and the run.
    await expect.poll(async () => (await asks())[0]?.waiting.count).toBe(2);
    const [ask] = await asks();
    await given.person.answer(`${ask?.id}`, choose("SQLite"));
    expect((await waiting).status).toBe("answered");
    // Another run is between two requests at the moment of the answer.
    const between = await given.app.create({ ...request, key: "between" });
    await given.person.answer(between.id, choose("SQLite"));
    await clock.untilSet(graceMs);
    expect((await given.app.wait(between.id))?.status).toBe("answered");
    expect(await deliveryOf(given, between.id)).toBe("taken");
    clock.advance(graceMs);
    const other = await createIn(given, "ana-1");
    await given.person.answer(other.id, choose("SQLite"));
    await expect.poll(() => heard.map(({ toolCallId }) => toolCallId)).toEqual(["call_1"]);
  });

  test("continues after the hub was away", async () => {
    const given = await startTestApp();
    const { heard, routes } = await listen(given);
    const ask = await createIn(given, "ana-1");
    const later = await given.hub.restart({ port: given.hub.port });
    await later.human("POST", `/v1/asks/${ask.id}/answer`, choose("SQLite"));
    await expect.poll(() => heard.map(({ ask }) => ask.id)).toEqual([ask.id]);
    await expect
      .poll(async () => (await later.human("GET", `/v1/asks/${ask.id}`)).body.delivery)
      .toMatchObject({ state: "taken" });
    await routes.close();
  });
});
