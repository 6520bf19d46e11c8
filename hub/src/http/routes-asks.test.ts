import { describe, expect, test } from "vitest";
import { createTestClock } from "../../../core/src/testing/test-clock.ts";
import { choose, database, features, removal } from "../testing/sample-questions.ts";
import { soon } from "../testing/soon.ts";
import { shareTestHub, startTestHub, type TestHub } from "../testing/test-hub.ts";

const running = shareTestHub();
const unknown = "ask_00000000000000000000000000";

async function untilWaits(hub: TestHub, id: string, count = 1): Promise<void> {
  await soon(async () => (await hub.human("GET", `/v1/asks/${id}`)).body.waiting?.count).toBe(count);
}

describe("POST /v1/asks", () => {
  test("replies 201 with the ask and its address", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const { status, body, headers } = await hub.agent("POST", "/v1/asks", {
      questions: [database],
      key: "call-1",
      agent: { name: "claude", session: "s1", title: "Build", cwd: "/work" },
      timeoutMs: 90_000,
      context: "I looked at both.",
      metadata: { source: "test" },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^ask_\w{22,}$/),
      key: "call-1",
      kind: "question",
      status: "pending",
      agent: { name: "claude", session: "s1", title: "Build", cwd: "/work" },
      questions: [database],
      context: "I looked at both.",
      metadata: { source: "test" },
      createdAt: "2030-01-01T00:00:00.000Z",
      expiresAt: "2030-01-01T00:01:30.000Z",
      waiting: { count: 0, lastSeenAt: "2030-01-01T00:00:00.000Z" },
      url: `${hub.url}/a/${body.id}`,
    });
    expect(headers.location).toBe(`/v1/asks/${body.id}`);
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("has no deadline by default, and the person's setting applies if the call has none", async () => {
    const plain = await startTestHub();
    expect(await plain.ask()).not.toHaveProperty("expiresAt");
    const set = await startTestHub({ clock: createTestClock(), defaultTimeoutMs: 60_000 });
    expect((await set.ask()).expiresAt).toBe("2030-01-01T00:01:00.000Z");
    expect((await set.ask({ timeoutMs: 5000 })).expiresAt).toBe("2030-01-01T00:00:05.000Z");
  });

  test("refuses an invalid ask with the path of each fault, and stores nothing", async () => {
    const hub = await startTestHub();
    const { status, body } = await hub.agent("POST", "/v1/asks", {
      questions: [{ ...database, options: [{ label: "" }], multiSelect: "no" }],
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "invalid-ask", message: expect.stringContaining("no person saw it") });
    expect(body.issues).toEqual([
      { path: "questions[0].options[0].label", message: expect.stringContaining("empty") },
      { path: "questions[0].multiSelect", message: expect.stringContaining("must be a boolean") },
    ]);
    expect((await hub.human("GET", "/v1/asks?status=all")).body.asks).toEqual([]);
  });

  test.each([
    ["no questions", {}, "questions"],
    [
      "five questions",
      { questions: Array.from({ length: 5 }, (_, n) => ({ ...database, question: `${n}` })) },
      "questions",
    ],
    ["the same question twice", { questions: [database, database] }, "questions[1].question"],
    ["a kind nobody knows", { questions: [database], kind: "order" }, "kind"],
    ["an approval without what it is about", { questions: removal.questions, kind: "approval" }, "approval"],
    ["an approval with other options", { ...removal, questions: [database] }, "questions"],
    ["a question with an approval", { questions: [database], approval: removal.approval }, "approval"],
    ["a deadline in the past", { questions: [database], timeoutMs: -1 }, "timeoutMs"],
    ["a deadline that is no number", { questions: [database], timeoutMs: "soon" }, "timeoutMs"],
    ["a deadline of no time at all", { questions: [database], timeoutMs: 0 }, "timeoutMs", "must be more than 0."],
    ["a deadline in parts", { questions: [database], timeoutMs: 1.5 }, "timeoutMs", "must be a whole number."],
    ["a deadline in years", { questions: [database], timeoutMs: 1e12 }, "timeoutMs", "must be at most 31622400000."],
    ["an empty key", { questions: [database], key: "" }, "key"],
    ["an agent without a name", { questions: [database], agent: { session: "s" } }, "agent.name"],
    ["another way to time out", { questions: [database], onTimeout: "first" }, "onTimeout"],
    ["a fallback nobody recommends", { questions: [database, features], onTimeout: "recommended" }, "onTimeout"],
    ["a fallback for an approval", { ...removal, onTimeout: "recommended" }, "onTimeout"],
  ])("refuses %s", async (_, body, path, message = "") => {
    const hub = running();
    const refused = await hub.agent("POST", "/v1/asks", body);
    expect(refused.status).toBe(422);
    expect(refused.body.code).toBe("invalid-ask");
    expect(refused.body.issues?.[0]).toEqual({ path, message: expect.stringMatching(/\w/) });
    expect(refused.body.issues?.[0]?.message).toContain(message);
  });

  test("with Prefer: wait is held until the answer comes, which is then part of the 201", async () => {
    const hub = await startTestHub();
    const held = hub.agent("POST", "/v1/asks", { questions: [database] }, { headers: { prefer: "wait=60" } });
    await soon(async () => (await hub.human("GET", "/v1/asks")).body.asks?.[0]?.waiting.count).toBe(1);
    const [ask] = (await hub.human("GET", "/v1/asks")).body.asks ?? [];
    await hub.human("POST", `/v1/asks/${ask?.id}/answer`, choose("SQLite"));
    const { status, body } = await held;
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: "answered", outcome: { answers: [{ selectedOptions: ["SQLite"] }] } });
  });

  test("with Prefer: wait replies when the time is up, and the ask stays pending", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const held = hub.agent(
      "POST",
      "/v1/asks",
      { questions: [database], key: "k" },
      { headers: { prefer: "respond-async, wait=5" } },
    );
    await soon(() => hub.hub.waiters.total()).toBe(1);
    clock.advance(5000);
    expect((await held).body).toMatchObject({ status: "pending" });
  });

  test("accepts no more pending asks of a session than the limit, even if many come at the same time", async () => {
    const hub = await startTestHub({ maxPendingPerSession: 5 });
    const call = { questions: [database], agent: { name: "a", session: "direct" } };
    // All in one turn of the event loop, before any of them is stored.
    const direct = await Promise.allSettled(
      Array.from({ length: 40 }, () => hub.hub.ask(call, { token: "agent", scope: "agent" })),
    );
    expect(direct.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    const all = await Promise.all(
      Array.from({ length: 40 }, () => hub.agent("POST", "/v1/asks", { questions: [database] })),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = all.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(35);
    expect(refused[0]?.body).toMatchObject({ code: "too-many", message: expect.stringContaining("has 5 pending") });
    const elsewhere = { questions: [database], agent: { name: "other", session: "other" } };
    expect((await hub.agent("POST", "/v1/asks", elsewhere)).status).toBe(201);
    const taken = all.find(({ status }) => status === 201)?.body.id;
    await hub.human("POST", `/v1/asks/${taken}/decline`);
    expect((await hub.agent("POST", "/v1/asks", { questions: [database] })).status).toBe(201);
  });

  test("accepts no more asks of a token that varies its session, and says which limit was reached", async () => {
    const hub = await startTestHub({ maxPendingPerToken: 5 });
    const ask = (index: number, more: object = {}) =>
      hub.agent("POST", "/v1/asks", { questions: [database], agent: { name: "a", session: `s${index}` }, ...more });
    const all = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(index)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = all.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: "too-many" });
    expect(refused?.body.message).toContain("This token already has 5 pending asks, the limit (maxPendingPerToken");
    await hub.human("POST", `/v1/asks/${all.find(({ status }) => status === 201)?.body.id}/decline`);
    expect((await ask(41)).status).toBe(201);
    const later = await hub.restart({ maxPendingPerToken: 10, maxPendingBytesPerToken: 30_000 });
    const large = { questions: [database], context: "x".repeat(20_000), agent: { name: "a", session: "large" } };
    expect((await later.agent("POST", "/v1/asks", large)).status).toBe(201);
    const tooLarge = await later.agent("POST", "/v1/asks", large);
    expect(tooLarge).toMatchObject({ status: 429, body: { code: "too-many" } });
    expect(tooLarge.body.message).toContain("would take more than 30000 bytes, the limit (maxPendingBytesPerToken");
    const { body } = await later.human("POST", "/v1/tokens", { scope: "agent", name: "ci" });
    expect((await later.agent("POST", "/v1/asks", large, { as: `${body.token}` })).status).toBe(201);
  });

  test("counts the limit for each token separately", async () => {
    const hub = await startTestHub({ maxPendingPerSession: 1 });
    await hub.ask();
    const { body } = await hub.human("POST", "/v1/tokens", { scope: "agent", name: "ci" });
    expect((await hub.ask({}, { as: `${body.token}` })).status).toBe("pending");
  });
});

describe("GET /v1/asks", () => {
  test("lists what is pending, oldest first, and what has ended, last ended first", async () => {
    const hub = await startTestHub();
    const asks = [await hub.ask(), await hub.ask(), await hub.ask(), await hub.ask()];
    const ids = asks.map(({ id }) => id);
    await hub.human("POST", `/v1/asks/${ids[2]}/decline`);
    await hub.human("POST", `/v1/asks/${ids[0]}/answer`, choose("SQLite"));
    const list = async (query: string) => {
      const { status, body } = await hub.human("GET", `/v1/asks${query}`);
      expect(status).toBe(200);
      return body.asks?.map(({ id }) => ids.indexOf(id));
    };
    expect(await list("")).toEqual([1, 3]);
    expect(await list("?status=pending&order=newest")).toEqual([3, 1]);
    expect(await list("?status=ended")).toEqual([0, 2]);
    expect(await list("?status=ended&order=oldest")).toEqual([2, 0]);
    expect(await list("?status=answered")).toEqual([0]);
    expect(await list("?status=declined")).toEqual([2]);
    expect(await list("?status=cancelled")).toEqual([]);
    expect(await list("?status=all")).toEqual([3, 2, 1, 0]);
  });

  test("gives pages that neither miss nor repeat an ask while asks come and go", async () => {
    const hub = await startTestHub();
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) ids.push((await hub.ask()).id);
    const first = await hub.human("GET", "/v1/asks?limit=3");
    expect(first.body.asks?.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    await hub.human("POST", `/v1/asks/${ids[1]}/decline`);
    ids.push((await hub.ask()).id);
    const second = await hub.human("GET", `/v1/asks?limit=3&cursor=${first.body.cursor}`);
    expect(second.body.asks?.map(({ id }) => id)).toEqual(ids.slice(3, 6));
    const third = await hub.human("GET", `/v1/asks?limit=3&cursor=${second.body.cursor}`);
    expect(third.body.asks?.map(({ id }) => id)).toEqual(ids.slice(6));
    expect(third.body).not.toHaveProperty("cursor");
  });

  test("finds words in questions, options, answers and comments, ignoring case", async () => {
    const hub = await startTestHub();
    const one = await hub.ask();
    const other = await hub.ask({ questions: [features] });
    await hub.human("POST", `/v1/asks/${other.id}/answer`, {
      answers: [{ question: features.question, selectedOptions: [], customInput: "Dark mode" }],
      comment: "Schön wäre es",
    });
    const find = async (q: string) =>
      (await hub.human("GET", `/v1/asks?status=all&q=${encodeURIComponent(q)}`)).body.asks?.map(({ id }) => id);
    expect(await find("which DATABASE")).toEqual([one.id]);
    expect(await find("postgresql")).toEqual([one.id]);
    expect(await find("dark MODE")).toEqual([other.id]);
    expect(await find("SCHÖN")).toEqual([other.id]);
    expect(await find("which")).toEqual([other.id, one.id]);
    expect(await find("nowhere")).toEqual([]);
    expect(await find("%")).toEqual([]);
    expect(await find("  ")).toEqual([other.id, one.id]);
  });

  test("shows a person every session or one of them, and an agent its own session and nothing else", async () => {
    const hub = await startTestHub();
    const mine = await hub.ask({ agent: { name: "a", session: "mine" } });
    const other = await hub.ask({ agent: { name: "a", session: "other" } });
    const none = await hub.ask();
    const { body: named } = await hub.human("POST", "/v1/tokens", { scope: "agent", name: "ci" });
    const foreign = await hub.ask({ agent: { name: "a", session: "mine" } }, { as: `${named.token}` });
    const list = async (as: string, query: string) =>
      (await hub.call("GET", `/v1/asks${query}`, undefined, { as })).body.asks?.map(({ id }) => id);
    expect(await list("human", "")).toEqual([mine.id, other.id, none.id, foreign.id]);
    expect(await list("human", "?session=mine")).toEqual([mine.id, foreign.id]);
    expect(await list("agent", "?session=mine")).toEqual([mine.id]);
    expect(await list(`${named.token}`, "?session=mine")).toEqual([foreign.id]);
    const refused = await hub.agent("GET", "/v1/asks");
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: "forbidden", message: expect.stringContaining("?session=") });
    expect((await hub.agent("GET", "/v1/asks?session=")).status).toBe(403);
  });

  test.each([
    "status=open",
    "limit=0",
    "limit=501",
    "limit=many",
    "order=up",
    "cursor=nonsense",
    "cursor=position-3",
    "cursor=another-store.position-3",
    "status=pending&status=ended",
  ])("refuses ?%s with 422 and says which", async (query) => {
    const hub = running();
    const { status, body } = await hub.human("GET", `/v1/asks?${query}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "bad-request", issues: [{ path: query.split("=")[0] }] });
    expect(body.message).not.toMatch(/no person saw it/);
  });
});

describe("GET /v1/asks/:id", () => {
  test("gives one ask to a person, and to an agent that knows the id", async () => {
    const hub = await startTestHub();
    const ask = await hub.ask();
    for (const as of ["human", "agent"]) {
      const { status, body } = await hub.call("GET", `/v1/asks/${ask.id}`, undefined, { as });
      expect([status, body.id]).toEqual([200, ask.id]);
    }
  });

  test("replies 404 for an unknown ask immediately, even with a wait", async () => {
    const hub = await startTestHub();
    for (const path of [`/v1/asks/${unknown}`, `/v1/asks/${unknown}?wait=60`, "/v1/asks/x", "/v1/asks/__proto__"]) {
      const { status, body } = await hub.agent("GET", path);
      expect([status, body.code]).toEqual([404, "not-found"]);
    }
  });

  test("is held while pending, and every waiting caller gets the outcome", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask();
    const held = Array.from({ length: 3 }, () => hub.agent("GET", `/v1/asks/${id}?wait=60`));
    await untilWaits(hub, id, 3);
    await hub.human("POST", `/v1/asks/${id}/decline`, { reason: "Not now" });
    for (const { status, body } of await Promise.all(held)) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: "declined", outcome: { status: "declined", reason: "Not now" } });
    }
    expect((await hub.agent("GET", `/v1/asks/${id}?wait=60`)).body.status).toBe("declined");
  });

  test("returns the pending ask when the time is up", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const { id } = await hub.ask();
    const held = hub.agent("GET", `/v1/asks/${id}?wait=30`);
    await untilWaits(hub, id);
    clock.advance(29_999);
    expect(hub.hub.waiters.total()).toBe(1);
    clock.advance(1);
    expect((await held).body.status).toBe("pending");
    expect((await hub.agent("GET", `/v1/asks/${id}?wait=0`)).body.status).toBe("pending");
  });

  test.each(["-1", "1.5", "soon", "", "9999999"])("refuses ?wait=%s with 422", async (wait) => {
    const hub = running();
    const { id } = await hub.ask();
    const { status, body } = await hub.agent("GET", `/v1/asks/${id}?wait=${wait}`);
    expect([status, body.issues?.[0]?.path]).toEqual([422, "wait"]);
  });

  test("says how many askers wait and when one was last seen, not counting people", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const { id } = await hub.ask();
    const waiting = async () => (await hub.human("GET", `/v1/asks/${id}`)).body.waiting;
    const person = hub.human("GET", `/v1/asks/${id}?wait=60`);
    await soon(() => hub.hub.waiters.total()).toBe(1);
    clock.advance(10_000);
    expect(await waiting()).toEqual({ count: 0, lastSeenAt: "2030-01-01T00:00:00.000Z" });

    const asker = hub.agent("GET", `/v1/asks/${id}?wait=20`);
    await untilWaits(hub, id);
    clock.advance(15_000);
    expect(await waiting()).toEqual({ count: 1, lastSeenAt: "2030-01-01T00:00:25.000Z" });
    clock.advance(5000);
    await asker;
    clock.advance(1000);
    expect(await waiting()).toEqual({ count: 0, lastSeenAt: "2030-01-01T00:00:30.000Z" });

    clock.advance(9000);
    await hub.agent("GET", `/v1/asks/${id}`);
    clock.advance(1000);
    expect(await waiting()).toEqual({ count: 0, lastSeenAt: "2030-01-01T00:00:40.000Z" });
    clock.advance(60_000);
    await person;
  });

  test("remembers over a restart when an asker was last seen", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const { id } = await hub.ask();
    clock.advance(40_000);
    const asker = hub.agent("GET", `/v1/asks/${id}?wait=600`);
    await untilWaits(hub, id);
    clock.advance(20_000);
    const again = await hub.restart();
    expect((await asker).status).toBe(503);
    clock.advance(3_600_000);
    expect((await again.human("GET", `/v1/asks/${id}`)).body.waiting).toEqual({
      count: 0,
      lastSeenAt: "2030-01-01T00:01:00.000Z",
    });
  });
});

describe("PUT /v1/asks/:id/draft", () => {
  const draft = { questions: [{ selected: [1] }] };

  test("keeps a draft under a revision that the next one builds on", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const { id } = await hub.ask();
    const path = `/v1/asks/${id}/draft`;
    const first = await hub.human("PUT", path, { draft, baseRevision: 0, surface: "web" });
    expect([first.status, first.body]).toEqual([
      200,
      { draft, revision: 1, surface: "web", at: "2030-01-01T00:00:00.000Z" },
    ]);
    const second = await hub.human("PUT", path, { draft: { questions: [] }, baseRevision: 1 });
    expect(second.body).toMatchObject({ draft: { questions: [] }, revision: 2 });
    expect((await hub.human("GET", `/v1/asks/${id}`)).body.draft).toEqual(second.body);
  });

  test("refuses a draft made on an older revision, and sends the current one", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask();
    const path = `/v1/asks/${id}/draft`;
    const { body: kept } = await hub.human("PUT", path, { draft, baseRevision: 0, surface: "web" });
    const { status, body } = await hub.human("PUT", path, { draft: {}, baseRevision: 0, surface: "terminal" });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "draft-conflict", draft: kept });
  });

  test("accepts one of twenty drafts on the same revision", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => hub.human("PUT", `/v1/asks/${id}/draft`, { draft: { n }, baseRevision: 0 })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status, body }) => status === 409 && body.code === "draft-conflict")).toHaveLength(19);
  });

  test("refuses a draft for an ask that has ended, with the outcome", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask();
    await hub.human("POST", `/v1/asks/${id}/decline`);
    const { status, body } = await hub.human("PUT", `/v1/asks/${id}/draft`, { draft, baseRevision: 0 });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "already-ended", outcome: { status: "declined" } });
  });

  test.each([
    ["no body", undefined, "draft"],
    ["no revision", { draft }, "baseRevision"],
    ["a revision below zero", { draft, baseRevision: -1 }, "baseRevision"],
    ["a draft that is a list", { draft: [], baseRevision: 0 }, "draft"],
  ])("refuses %s with 422", async (_, body, path) => {
    const hub = running();
    const { id } = await hub.ask();
    const refused = await hub.human("PUT", `/v1/asks/${id}/draft`, body);
    expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([422, path]);
  });

  test("never shows a draft to an agent, in a get, a list or a held request, nor to anybody once the ask has ended", async () => {
    const hub = await startTestHub();
    const ask = await hub.ask({ key: "k", agent: { name: "a", session: "s" } });
    await hub.human("PUT", `/v1/asks/${ask.id}/draft`, { draft: { secret: true }, baseRevision: 0 });
    expect((await hub.human("GET", "/v1/asks")).text).toContain("secret");
    expect((await hub.agent("GET", `/v1/asks/${ask.id}`)).text).not.toContain("draft");
    expect((await hub.agent("GET", "/v1/asks?session=s")).text).not.toContain("draft");
    const again = { questions: [database], key: "k", agent: { name: "a", session: "s" } };
    expect((await hub.agent("POST", "/v1/asks", again)).text).not.toContain("draft");
    const held = hub.agent("GET", `/v1/asks/${ask.id}?wait=60`);
    await untilWaits(hub, ask.id);
    const answered = await hub.human("POST", `/v1/asks/${ask.id}/answer`, choose("SQLite"));
    expect((await held).text).not.toContain("draft");
    expect(answered.text).not.toContain("secret");
  });
});

describe("POST /v1/asks/:id/answer", () => {
  test("ends the ask and records who answered, where, how and when, in the ask's own words", async () => {
    const hub = await startTestHub({ clock: createTestClock() });
    const { id } = await hub.ask({ questions: [database, features] });
    const { status, body } = await hub.human("POST", `/v1/asks/${id}/answer`, {
      answers: [
        { question: features.question, skipped: true },
        { question: database.question, selectedOptions: ["SQLite"], notes: "Small" },
      ],
      comment: "Go on",
      surface: "web",
      act: "click",
      user: "ana",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: "answered" });
    expect(body.outcome).toEqual({
      status: "answered",
      answers: [
        { question: database.question, header: "Database", selectedOptions: ["SQLite"], notes: "Small" },
        { question: features.question, header: "Features", selectedOptions: [], skipped: true },
      ],
      comment: "Go on",
      by: { surface: "web", act: "click", user: "ana", token: { id: "human", scope: "human" } },
      at: "2030-01-01T00:00:00.000Z",
    });
  });

  test.each([
    ["an empty body", {}, "answers"],
    ["no body at all", undefined, "answers"],
    ["no entries", { answers: [] }, "answers"],
    ["an untouched entry", { answers: [{ question: database.question }] }, "answers[0]"],
    ["an unknown option", choose("Oracle"), "answers[0].selectedOptions[0]"],
    ["an unknown question", { answers: [{ question: "?", selectedOptions: ["SQLite"] }] }, "answers[0].question"],
    [
      "two options where one is taken",
      { answers: [{ question: database.question, selectedOptions: ["SQLite", "PostgreSQL (Recommended)"] }] },
      "answers[0]",
    ],
    ["an act nobody knows", { ...choose("SQLite"), act: "guess" }, "act"],
    ["a comment with an escape sequence", { ...choose("SQLite"), comment: "\u001b[2J" }, "comment"],
    ["a comment without end", { ...choose("SQLite"), comment: "x".repeat(2001) }, "comment"],
  ])("refuses %s with 422, and the ask stays pending", async (_, body, path) => {
    const hub = running();
    const { id } = await hub.ask();
    const refused = await hub.human("POST", `/v1/asks/${id}/answer`, body);
    expect(refused.status).toBe(422);
    expect(refused.body.code).toBe("invalid-answer");
    expect(refused.body.issues?.[0]).toEqual({ path, message: expect.stringMatching(/\w/) });
    expect((await hub.human("GET", `/v1/asks/${id}`)).body.status).toBe("pending");
  });

  test("refuses a second answer with 409 and the first one", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask();
    const first = await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    for (const [verb, body] of [
      ["answer", choose("PostgreSQL (Recommended)")],
      ["answer", choose("No such option")],
      ["decline", {}],
      ["cancel", {}],
    ] as const) {
      const second = await hub.human("POST", `/v1/asks/${id}/${verb}`, body);
      expect(second.status).toBe(409);
      expect(second.body).toMatchObject({ code: "already-ended", outcome: first.body.outcome });
    }
  });
});

describe("POST /v1/asks/:id/decline and /cancel", () => {
  test.each(["", "  ", "\u001b[0m", undefined])("a surface that is %j is recorded as api", async (surface) => {
    const hub = await startTestHub();
    const [one, other] = [await hub.ask(), await hub.ask()];
    const answered = await hub.human("POST", `/v1/asks/${one.id}/answer`, {
      ...choose("SQLite"),
      act: undefined,
      surface,
    });
    expect(answered.body.outcome).toMatchObject({ status: "answered", by: { surface: "api", act: "script" } });
    const declined = await hub.human("POST", `/v1/asks/${other.id}/decline`, { surface, act: "click" });
    expect(declined.body.outcome).toMatchObject({ status: "declined", by: { surface: "api", act: "click" } });
  });

  test("declining records who did it and why, and needs no body", async () => {
    const hub = await startTestHub({ clock: createTestClock() });
    const [one, other] = [await hub.ask(), await hub.ask()];
    const said = await hub.human("POST", `/v1/asks/${one.id}/decline`, { reason: " Later ", surface: "terminal" });
    expect(said.status).toBe(200);
    expect(said.body.outcome).toEqual({
      status: "declined",
      reason: "Later",
      by: { surface: "terminal", act: "script", token: { id: "human", scope: "human" } },
      at: "2030-01-01T00:00:00.000Z",
    });
    const silent = await hub.human("POST", `/v1/asks/${other.id}/decline`);
    expect(silent.status).toBe(200);
    expect(silent.body.outcome).not.toHaveProperty("reason");
    expect(silent.body.outcome).toMatchObject({ by: { surface: "api", act: "script" } });
  });

  test("a person, and any agent that knows the id, may withdraw an ask", async () => {
    const hub = await startTestHub({ clock: createTestClock() });
    for (const as of ["human", "agent"]) {
      const { id } = await hub.ask();
      const { status, body } = await hub.call("POST", `/v1/asks/${id}/cancel`, { reason: "Moot" }, { as });
      expect(status).toBe(200);
      expect(body.outcome).toEqual({ status: "cancelled", reason: "Moot", at: "2030-01-01T00:00:00.000Z" });
    }
  });

  test("a withdrawal never fails because of its reason", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask();
    const { status, body } = await hub.agent("POST", `/v1/asks/${id}/cancel`, {
      reason: `\u001b[2J${"x".repeat(5000)}`,
    });
    expect(status).toBe(200);
    expect(body.outcome).toMatchObject({ reason: `\u001b[2J${"x".repeat(1996)}` });
  });

  test.each(["draft", "answer", "decline", "cancel"])("%s of an unknown ask is 404", async (verb) => {
    const hub = running();
    const body = { draft: {}, baseRevision: 0, answers: [] };
    const { status } = await hub.human(verb === "draft" ? "PUT" : "POST", `/v1/asks/${unknown}/${verb}`, body);
    expect(status).toBe(404);
  });
});
