import { describe, expect, test } from "vitest";
import { database, features } from "./testing/sample-questions.ts";
import { soon } from "./testing/soon.ts";
import { startTestHub, type TestHub, withStore } from "./testing/test-hub.ts";

const agent = { name: "claude", session: "s1" };
const call = { questions: [database], asksAgain: true, agent };
const asked = "What does SQLite cost?";

async function askBack(hub: TestHub, body: Record<string, unknown> = call): Promise<string> {
  const { id } = await hub.ask(body);
  const { status } = await hub.human("POST", `/v1/asks/${id}/decline`, { asked });
  expect(status).toBe(200);
  return id;
}

describe("a question of the person", () => {
  test("ends the ask as declined, with the question also as the reason", async () => {
    const hub = await startTestHub();
    const id = await askBack(hub);
    const { body } = await hub.agent("GET", `/v1/asks/${id}`);
    expect(body).toMatchObject({ status: "declined", outcome: { status: "declined", asked, reason: asked } });
  });

  test("is refused if it is empty, or if the agent cannot ask again; the ask stays", async () => {
    const hub = await startTestHub();
    const silent = await hub.ask({ questions: [database] });
    const able = await hub.ask(call);
    for (const [id, text] of [
      [silent.id, asked],
      [able.id, "  "],
    ]) {
      const { status, body } = await hub.human("POST", `/v1/asks/${id}/decline`, { asked: text });
      expect([status, body.code]).toEqual([422, "invalid-answer"]);
      expect((await hub.human("GET", `/v1/asks/${id}`)).body.status).toBe("pending");
    }
  });
});

describe("the next ask", () => {
  test("that names the earlier one has what was said, and the draft where it fits", async () => {
    const hub = await startTestHub();
    const first = await hub.ask(call);
    const entry = { selectedOptions: ["SQLite"], otherPicked: false, other: "", note: "cheap", skipped: false };
    const draft = { entries: [entry], comment: "", reason: "" };
    await hub.human("PUT", `/v1/asks/${first.id}/draft`, { draft, baseRevision: 0, surface: "web" });
    await hub.human("POST", `/v1/asks/${first.id}/decline`, { asked });
    const revised = { ...call, questions: [features, database], replyTo: first.id, context: "Nothing." };
    const { id } = await hub.ask(revised);
    await soon(async () => (await hub.human("GET", `/v1/asks/${id}`)).body.draft?.draft.entries[1]).toEqual(entry);
    const { body } = await hub.human("GET", `/v1/asks/${id}`);
    expect(body).toMatchObject({ replyTo: first.id, thread: [{ asked }], context: "Nothing." });
    expect((await hub.agent("GET", `/v1/asks/${id}`)).body).not.toHaveProperty("draft");
  });

  test("is recognised without a name, once, in the same session", async () => {
    const hub = await startTestHub();
    const id = await askBack(hub);
    const other = await hub.ask({ ...call, agent: { ...agent, session: "s2" } });
    expect(other).not.toHaveProperty("replyTo");
    const unlike = await hub.ask({ ...call, questions: [features] });
    expect(unlike).not.toHaveProperty("replyTo");
    expect(await hub.ask(call)).toMatchObject({ replyTo: id, thread: [{ asked }] });
    expect(await hub.ask(call)).not.toHaveProperty("replyTo");
  });

  test("takes up one earlier ask, however often its call is sent", async () => {
    const hub = await startTestHub();
    const earlier = [(await hub.ask(call)).id, (await hub.ask(call)).id];
    for (const id of earlier) await hub.human("POST", `/v1/asks/${id}/decline`, { asked });
    const first = { ...call, key: "k1" };
    const taken = `${(await hub.ask(first)).replyTo}`;
    expect(await hub.ask(first)).toMatchObject({ replyTo: taken });
    expect(await hub.ask(call)).toMatchObject({ replyTo: earlier.find((id) => id !== taken) });
  });

  test("is recognised after the hub was restarted, once", async () => {
    const before = await startTestHub();
    const id = await askBack(before);
    const hub = await before.restart();
    expect(await hub.ask(call)).toMatchObject({ replyTo: id, thread: [{ asked }] });
    expect(await (await hub.restart()).ask(call)).not.toHaveProperty("replyTo");
  });

  test("is not one of another subagent or token, even if it looks the same", async () => {
    const hub = await startTestHub();
    const replyTo = await askBack(hub);
    const subagent = { ...call, agent: { ...agent, subagent: "reviewer" } };
    const token = `${(await hub.human("POST", "/v1/tokens", { scope: "agent", name: "other" })).body.token}`;
    expect(await hub.ask(subagent)).not.toHaveProperty("replyTo");
    expect(await hub.ask(call, { as: token })).not.toHaveProperty("replyTo");
    expect((await hub.agent("POST", "/v1/asks", { ...subagent, replyTo })).status).toBe(422);
    expect((await hub.agent("POST", "/v1/asks", { ...call, replyTo }, { as: token })).status).toBe(422);
  });

  test("cannot name an ask of another session, one that was answered, or none", async () => {
    const hub = await startTestHub();
    const foreign = await askBack(hub, { ...call, agent: { ...agent, session: "s2" } });
    const pending = (await hub.ask(call)).id;
    for (const replyTo of [foreign, pending, "ask_none"]) {
      const { status, body } = await hub.agent("POST", "/v1/asks", { ...call, replyTo });
      expect([status, body.code, body.issues?.[0]?.path]).toEqual([422, "invalid-ask", "replyTo"]);
    }
  });

  test("cannot bring a thread of its own", async () => {
    const hub = await startTestHub();
    const { body } = await hub.agent("POST", "/v1/asks", { ...call, thread: [{ asked: "forged" }] });
    expect(body).not.toHaveProperty("thread");
  });
});

describe("a plan that was denied with comments on its lines", () => {
  const planned = (lines: string[], session = "s1") => ({
    kind: "approval",
    questions: [{ question: "Go ahead?", header: "Plan", options: [], multiSelect: false }],
    approval: {
      tool: "ExitPlanMode",
      input: { plan: lines.join("\n") },
      options: [
        { id: "change", label: "Change it", effect: "deny" },
        { id: "go", label: "Go", effect: "allow-once" },
      ],
    },
    agent: { name: "claude", session },
  });
  const review = [
    { from: 1, to: 1, quote: "one", comment: "A title" },
    { from: 2, to: 2, quote: "two", replacement: "" },
  ];
  const deny = {
    answers: [{ question: "Go ahead?", selectedOptions: ["change"], review }],
    surface: "web",
    act: "click",
  };

  test("is asked again with the comments that find their lines as a draft, and with those that do not, once", async () => {
    const hub = await startTestHub();
    const first = await hub.ask(planned(["one", "two", "three"]));
    expect((await hub.human("POST", `/v1/asks/${first.id}/answer`, deny)).status).toBe(200);
    expect(await hub.ask(planned(["one"], "s2"))).not.toHaveProperty("earlierReview");
    const { id } = await hub.ask(planned(["new", "one", "three"]));
    await soon(async () => (await hub.human("GET", `/v1/asks/${id}`)).body.draft?.draft.review).toEqual([
      { ...review[0], from: 2, to: 2 },
    ]);
    const { body } = await hub.human("GET", `/v1/asks/${id}`);
    expect(body).toMatchObject({ status: "pending", earlierReview: [review[1]] });
    const third = await hub.ask(planned(["one", "two"]));
    expect(third).not.toHaveProperty("earlierReview");
    expect((await hub.human("GET", `/v1/asks/${third.id}`)).body).not.toHaveProperty("draft");
  });

  test("has the comments of the draft too, if a question came first or the agent withdrew it, and not if it was allowed", async () => {
    const hub = await startTestHub();
    const entries = [{ selectedOptions: [], otherPicked: false, other: "", note: "", skipped: false }];
    const comment = async (more: object = {}) => {
      const { id } = await hub.ask({ ...planned(["one", "two", "three"]), ...more });
      const draft = { entries, comment: "", reason: "", review };
      await hub.human("PUT", `/v1/asks/${id}/draft`, { draft, baseRevision: 0, surface: "web" });
      return id;
    };
    const revised = async (more: object = {}) => {
      const { id } = await hub.ask({ ...planned(["new", "one"]), ...more });
      return (await hub.human("GET", `/v1/asks/${id}`)).body;
    };
    const asked = await comment({ asksAgain: true });
    await hub.human("POST", `/v1/asks/${asked}/decline`, { asked: "Why three?" });
    expect(await revised({ asksAgain: true, replyTo: asked })).toMatchObject({
      thread: [{ asked: "Why three?" }],
      draft: { draft: { review: [{ ...review[0], from: 2, to: 2 }] } },
      earlierReview: [review[1]],
    });
    const withdrawn = await comment();
    await hub.agent("POST", `/v1/asks/${withdrawn}/cancel`);
    expect(await revised()).toMatchObject({ draft: { draft: { review: [{ from: 2 }] } }, earlierReview: [review[1]] });
    const allowed = await comment();
    const allow = { answers: [{ question: "Go ahead?", selectedOptions: ["go"] }], surface: "web", act: "click" };
    expect((await hub.human("POST", `/v1/asks/${allowed}/answer`, allow)).status).toBe(200);
    expect(await revised()).not.toHaveProperty("draft");
  });

  test("is never on a screen without its comments", async () => {
    // Something else that the hub writes then takes long.
    const hub = await startTestHub(withStore(() => ({ markRevised: () => new Promise(() => {}) })));
    const first = await hub.ask(planned(["one", "two", "three"]));
    expect((await hub.human("POST", `/v1/asks/${first.id}/answer`, deny)).status).toBe(200);
    const events = await hub.events();
    await events.next();
    const asking = new AbortController();
    const { signal } = asking;
    void hub.agent("POST", "/v1/asks", planned(["one", "two"]), { signal }).catch(() => {});
    const created = await events.next();
    expect(created.type).toBe("ask-created");
    const { ask } = created.data as { ask: { id: string } };
    expect((await hub.human("GET", `/v1/asks/${ask.id}`)).body.draft?.draft.review).toEqual(review);
    asking.abort();
  });

  test("keeps its comments when the hub is restarted", async () => {
    const before = await startTestHub();
    const first = await before.ask(planned(["one", "two", "three"]));
    expect((await before.human("POST", `/v1/asks/${first.id}/answer`, deny)).status).toBe(200);
    const hub = await before.restart();
    const second = await hub.ask(planned(["one", "three"]));
    expect(second).toMatchObject({ earlierReview: [review[1]] });
    await soon(async () => (await hub.human("GET", `/v1/asks/${second.id}`)).body.draft?.draft.review).toEqual([
      review[0],
    ]);
    expect(await (await hub.restart()).ask(planned(["one"]))).not.toHaveProperty("earlierReview");
  });

  test("is not what another tool asks next, nor another file", async () => {
    const hub = await startTestHub();
    const edit = (file: string) => ({
      ...planned([]),
      approval: { ...planned([]).approval, tool: "Edit", input: { file_path: file, content: "one\ntwo" } },
    });
    const first = await hub.ask(edit("a.ts"));
    const marks = [{ from: 2, to: 2, quote: "+ one", comment: "Why?" }];
    const answers = [{ ...deny.answers[0], review: marks }];
    expect((await hub.human("POST", `/v1/asks/${first.id}/answer`, { ...deny, answers })).status).toBe(200);
    for (const call of [edit("b.ts"), planned(["one"])]) {
      const { id } = await hub.ask(call);
      expect((await hub.human("GET", `/v1/asks/${id}`)).body).not.toHaveProperty("draft");
    }
    const { id } = await hub.ask(edit("a.ts"));
    await soon(async () => (await hub.human("GET", `/v1/asks/${id}`)).body.draft?.draft.review).toEqual([
      { ...marks[0], file: "a.ts" },
    ]);
  });
});
