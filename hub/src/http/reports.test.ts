import type { WireAsk } from "@yourcall/core/internal/wire";
import { describe, expect, test } from "vitest";
import { choose, database, removal } from "../testing/sample-questions.ts";
import { shareTestHub, startTestHub } from "../testing/test-hub.ts";

const session = "s1";
const agent = { name: "claude", session };
const sqlite = { status: "answered", answers: choose("SQLite").answers };
const allow = {
  status: "answered",
  answers: [{ question: removal.questions[0]?.question ?? "", selectedOptions: ["allow-once"] }],
};
const words = /SQLite"\]|allow-once"\]|answered|declined|reported|not now|so small/;

describe("a report", () => {
  const shared = shareTestHub();
  const report = (id: string, outcome: unknown, more: { as?: string; query?: string; surface?: string } = {}) =>
    shared().call(
      "POST",
      `/v1/asks/${id}/report${more.query ?? `?session=${session}`}`,
      { outcome, surface: more.surface ?? "claude-code" },
      { as: more.as ?? "agent" },
    );

  test("ends the ask, and people see what was decided and where", async () => {
    const hub = shared();
    const { id } = await hub.ask({ agent });
    const said = { ...sqlite, comment: "so small" };
    expect(await report(id, said)).toMatchObject({ status: 200, body: { id, status: "cancelled" } });
    const { body } = await hub.human("GET", `/v1/asks/${id}`);
    expect(body).toMatchObject({
      status: "answered",
      delivery: { state: "taken" },
      outcome: {
        status: "answered",
        answers: [{ header: "Database", selectedOptions: ["SQLite"] }],
        comment: "so small",
        by: { surface: "claude-code", act: "reported", token: { id: "agent", scope: "agent" } },
      },
    });
  });

  test.each([
    ["an answer", {}, sqlite],
    ["a refusal", {}, { status: "declined", reason: "not now" }],
    ["an approval", removal, allow],
  ])("of %s is cancelled to every agent that reads it", async (name, ask, outcome) => {
    const hub = shared();
    const mine = name.replace(" ", "-");
    const asked = { ...ask, agent: { ...agent, session: mine }, key: "call-1" };
    const { id } = await hub.ask(asked);
    const events = await hub.events({ as: "agent", session: mine });
    const waiting = hub.agent("GET", `/v1/asks/${id}?wait=20`);
    const [first] = await events.take(1);
    const replied = await report(id, outcome, { query: `?session=${mine}` });
    const ended = await events.next();
    const list = async (status: string, more = "") => {
      const { body } = await hub.agent("GET", `/v1/asks?session=${mine}&status=${status}${more}`);
      return (body.asks as WireAsk[]).filter((listed) => listed.id === id);
    };
    const reads = [
      replied.body,
      ended.data.ask,
      (await waiting).body,
      (await hub.agent("GET", `/v1/asks/${id}`)).body,
      (await hub.agent("GET", `/v1/asks/${id}?wait=1`)).body,
      await hub.ask(asked),
      await hub.ask(asked, { headers: { prefer: "wait=1" } }),
      (await list("ended"))[0],
      (await list("all"))[0],
      (await list("cancelled"))[0],
    ];
    for (const read of reads) {
      expect(read).toMatchObject({ id, status: "cancelled", outcome: { status: "cancelled" } });
      expect(JSON.stringify((read as WireAsk).outcome)).not.toMatch(words);
    }
    for (const status of ["answered", "declined", "expired", "pending"]) expect(await list(status)).toEqual([]);
    expect(await list("ended", "&q=not%20now")).toEqual([]);
    for (const act of ["cancel", "report"]) {
      const body = act === "cancel" ? {} : { outcome, surface: "claude-code" };
      const query = act === "cancel" ? "" : `?session=${mine}`;
      const late = await hub.agent("POST", `/v1/asks/${id}/${act}${query}`, body);
      expect(late).toMatchObject({ status: 409, body: { code: "already-ended", outcome: { status: "cancelled" } } });
      expect(JSON.stringify(late.body)).not.toMatch(words);
    }
    // A resumed stream shows the same.
    const again = await hub.events({ as: "agent", session: mine, after: first?.id ?? "" });
    const replayed = await again.next();
    expect(replayed).toMatchObject({ type: "ask-ended", data: { ask: { id, status: "cancelled" } } });
    expect(JSON.stringify((replayed.data.ask as WireAsk).outcome)).not.toMatch(words);
  });

  test("a search by an agent finds the ask by its own words", async () => {
    const hub = shared();
    const { id } = await hub.ask({ agent: { ...agent, session: "search" } });
    await report(id, { status: "declined", reason: "zebra" }, { query: "?session=search" });
    const find = async (word: string) =>
      (await hub.agent("GET", `/v1/asks?session=search&status=ended&q=${word}`)).body.asks;
    expect(await find("database")).toMatchObject([{ id, status: "cancelled" }]);
    expect(await find("zebra")).toEqual([]);
  });

  test("is accepted only from the token and session that asked", async () => {
    const hub = shared();
    const { id } = await hub.ask({ agent });
    const other = `${(await hub.human("POST", "/v1/tokens", { scope: "agent", name: "ci" })).body.token}`;
    for (const more of [{ as: other }, { query: "?session=s2" }, { query: "" }, { as: "human" }])
      expect(await report(id, sqlite, more)).toMatchObject({ status: 403 });
    expect((await hub.agent("GET", `/v1/asks/${id}`)).body.status).toBe("pending");
  });

  test("is checked like an answer, and cannot name who decided", async () => {
    const hub = shared();
    const { id } = await hub.ask({ agent });
    const answer = { question: database.question, selectedOptions: ["Oracle"] };
    for (const outcome of [
      { status: "answered", answers: [answer] },
      { status: "answered", answers: [] },
      { status: "cancelled" },
      { ...sqlite, by: { surface: "web", act: "click" } },
    ])
      expect(await report(id, outcome)).toMatchObject({ status: 422 });
    expect(await report(id, sqlite, { surface: "" })).toMatchObject({ status: 422 });
    const forged = await hub.human("POST", `/v1/asks/${id}/answer`, { ...choose("SQLite"), act: "reported" });
    expect(forged.status).toBe(422);
    expect((await hub.agent("GET", `/v1/asks/${id}`)).body.status).toBe("pending");
  });

  test("changes nothing about an ask that a person answered first", async () => {
    const hub = shared();
    const { id } = await hub.ask({ agent });
    await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    expect(await report(id, { status: "declined" })).toMatchObject({
      status: 409,
      body: { code: "already-ended", outcome: { status: "answered" } },
    });
  });
});

describe("the delivery of an outcome", () => {
  test("is waiting until the token that asked waits for it", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask({ agent });
    const events = await hub.events();
    await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    const other = `${(await hub.human("POST", "/v1/tokens", { scope: "agent", name: "ci" })).body.token}`;
    const reads: [string, string][] = [
      ["agent", `/v1/asks/${id}`],
      ["agent", `/v1/asks?session=${session}&status=ended`],
      ["human", `/v1/asks/${id}?wait=1`],
      [other, `/v1/asks/${id}?wait=1`],
    ];
    for (const [as, path] of reads) await hub.call("GET", path, undefined, { as });
    const stream = await hub.events({ as: "agent", session });
    await stream.next();
    expect((await hub.human("GET", `/v1/asks/${id}`)).body.delivery).toMatchObject({ state: "waiting" });
    await hub.agent("GET", `/v1/asks/${id}?wait=0`);
    const [, ended, delivered] = await events.take(3);
    expect(ended).toMatchObject({ type: "ask-ended", data: { ask: { delivery: { state: "waiting" } } } });
    expect(delivered).toMatchObject({ type: "ask-delivered", data: { id, delivery: { state: "taken" } } });
    expect(await stream.next()).toMatchObject({ type: "ask-delivered", data: { id } });
    expect((await hub.human("GET", `/v1/asks/${id}`)).body.delivery).toMatchObject({ state: "taken" });
    const later = await hub.restart();
    const resumed = await later.events({ after: `${ended?.id}` });
    expect(await resumed.next()).toMatchObject({ id: delivered?.id, type: "ask-delivered", data: { id } });
  });

  test("is taken in the commit that ends the ask if its asker waits then, or by one that asks again with its key", async () => {
    const hub = await startTestHub();
    const events = await hub.events();
    await events.next();
    const held = hub.ask({ agent }, { headers: { prefer: "wait=20" } });
    const { data } = await events.next();
    const { id } = data.ask as WireAsk;
    await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    expect((await held).status).toBe("answered");
    expect(await events.next()).toMatchObject({
      type: "ask-ended",
      data: { ask: { id, delivery: { state: "taken" } } },
    });
    const keyed = await hub.ask({ agent, key: "k" });
    await hub.human("POST", `/v1/asks/${keyed.id}/decline`, {});
    await hub.ask({ agent, key: "k" }, { headers: { prefer: "wait=20" } });
    expect((await events.take(3)).at(-1)).toMatchObject({ type: "ask-delivered", data: { id: keyed.id } });
  });

  test("is whatever its agent, and only its agent, reports, with a note", async () => {
    const hub = await startTestHub();
    const { id } = await hub.ask({ agent });
    const say = (body: unknown, query = `?session=${session}`, as = "agent") =>
      hub.call("POST", `/v1/asks/${id}/delivery${query}`, body, { as });
    expect(await say({ state: "taken" })).toMatchObject({ status: 422 });
    await hub.human("POST", `/v1/asks/${id}/answer`, choose("SQLite"));
    for (const [query, as] of [
      ["", "agent"],
      ["?session=s2", "agent"],
      [`?session=${session}`, "human"],
    ])
      expect(await say({ state: "taken" }, query, as)).toMatchObject({ status: 403 });
    expect(await say({ state: "lost" })).toMatchObject({ status: 422 });
    const refused = { state: "refused", note: "it went on with PostgreSQL" };
    expect(await say(refused)).toMatchObject({ status: 200, body: { status: "answered", delivery: refused } });
    expect((await hub.human("GET", `/v1/asks/${id}`)).body).toMatchObject({ status: "answered", delivery: refused });
  });

  test("an agent that withdraws its ask has that outcome, and a person who dismisses it leaves it waiting", async () => {
    const hub = await startTestHub();
    const [own, dismissed] = [await hub.ask({ agent }), await hub.ask({ agent })];
    const withdrawn = await hub.agent("POST", `/v1/asks/${own.id}/cancel`, {});
    expect(withdrawn.body.delivery).toMatchObject({ state: "taken" });
    const gone = await hub.human("POST", `/v1/asks/${dismissed.id}/cancel`, {});
    expect(gone.body.delivery).toMatchObject({ state: "waiting" });
  });
});
