import { type Approval, toApprovalAsk } from "@yourcall/core";
import { describe, expect, test } from "vitest";
import { createTestClock } from "../../core/src/testing/test-clock.ts";
import { startTestHub, type TestHub } from "./testing/test-hub.ts";

const npmTest = { tool: "Bash", input: { command: "npm test" } };

const request = (hub: TestHub, session: string, approval: Approval = npmTest, cwd = "/shop") =>
  hub.ask({ ...toApprovalAsk(approval), agent: { name: "claude", session, cwd } });

async function start(count = 3) {
  const clock = createTestClock();
  const hub = await startTestHub({ clock });
  const asks = await Promise.all(Array.from({ length: count }, (_, at) => request(hub, `s${at}`)));
  const [first] = asks;
  const answers = (label: string) => [{ question: first?.questions[0]?.question, selectedOptions: [label] }];
  const answer = (ids: readonly string[], label = "allow-once", more: object = {}) =>
    hub.human("POST", "/v1/batches/answer", {
      ...{ asks: ids, answers: answers(label), surface: "web", act: "click", user: "ana" },
      ...more,
    });
  const outcomeOf = async (id: string) => (await hub.human("GET", `/v1/asks/${id}`)).body.outcome;
  return { clock, hub, asks, ids: asks.map(({ id }) => id), answers, answer, outcomeOf };
}

describe("one act for several asks that are the same", () => {
  test("answers each of those it lists, with an outcome of its own that names the batch, and no other", async () => {
    const { hub, ids, answer, outcomeOf } = await start(4);
    const late = await request(hub, "late");
    const reply = await answer(ids.slice(0, 3));
    expect(reply.status).toBe(200);
    expect(reply.body.batch).toMatch(/^batch_/);
    expect(reply.body.results).toMatchObject(ids.slice(0, 3).map((id) => ({ id, ask: { id, status: "answered" } })));
    for (const id of ids.slice(0, 3))
      expect(await outcomeOf(id)).toMatchObject({
        answers: [{ selectedOptions: ["allow-once"] }],
        by: { surface: "web", act: "click", user: "ana", batch: reply.body.batch },
      });
    for (const id of [ids[3], late.id]) expect(await outcomeOf(`${id}`)).toBeUndefined();
  });

  test("says which had already ended, or are unknown, and answers the others", async () => {
    const { hub, ids, answer, answers, outcomeOf } = await start();
    const [one = "", two = "", three = ""] = ids;
    await hub.human("POST", `/v1/asks/${two}/answer`, { answers: answers("deny"), surface: "terminal", act: "submit" });
    const { results } = (await answer([one, two, "ask_none", three, one])).body;
    expect(results).toMatchObject([
      { id: one, ask: { status: "answered" } },
      { id: two, refusal: { code: "already-ended", outcome: { by: { surface: "terminal" } } } },
      { id: "ask_none", refusal: { code: "not-found" } },
      { id: three, ask: { status: "answered" } },
    ]);
    expect(await outcomeOf(two)).not.toHaveProperty("by.batch");
  });

  test.each<[string, Approval, string]>([
    ["one differing byte", { tool: "Bash", input: { command: "npm test " } }, "/shop"],
    ["another tool", { tool: "Shell", input: { command: "npm test" } }, "/shop"],
    ["another directory", npmTest, "/shop/x"],
  ])("sends nothing if the list has an ask with %s", async (_, approval, cwd) => {
    const { hub, ids, answer, outcomeOf } = await start();
    const other = await request(hub, "other", approval, cwd);
    const reply = await answer([...ids, other.id]);
    expect(reply.status).toBe(422);
    expect(reply.body.message).toContain(`${other.id} is not the same`);
    for (const id of [...ids, other.id]) expect(await outcomeOf(id)).toBeUndefined();
  });

  test("never allows for ever, answers nothing without answers, and is for people only", async () => {
    const { hub, ids, answer, outcomeOf } = await start();
    expect((await answer(ids, "allow-always")).status).toBe(422);
    expect((await answer(ids, "allow-once", { answers: undefined })).status).toBe(422);
    for (const path of ["/v1/batches/answer", "/v1/batches/decline"])
      expect((await hub.agent("POST", path, { asks: ids })).status).toBe(403);
    for (const id of ids) expect(await outcomeOf(id)).toBeUndefined();
  });

  test("declines each of those it lists", async () => {
    const { hub, ids, outcomeOf } = await start();
    const { body } = await hub.human("POST", "/v1/batches/decline", { asks: ids, reason: "Not now", act: "submit" });
    for (const id of ids)
      expect(await outcomeOf(id)).toMatchObject({ status: "declined", reason: "Not now", by: { batch: body.batch } });
  });

  test("makes one grant, with the first answer that is accepted", async () => {
    const { hub, clock, ids, answer, answers, outcomeOf } = await start();
    await hub.human("POST", `/v1/asks/${ids[0]}/answer`, { answers: answers("deny"), act: "click" });
    const until = new Date(clock.now() + 60_000).toISOString();
    const { body } = await answer(ids, "allow-once", {
      grant: { covers: { kind: "input" }, where: "directory", until },
    });
    expect((await hub.human("GET", "/v1/grants")).body.grants).toMatchObject([
      { ask: ids[1], by: { batch: body.batch } },
    ]);
    const covered = await request(hub, "next");
    expect(covered.status).toBe("answered");
    expect(await outcomeOf(covered.id)).not.toHaveProperty("by.batch");
  });
});
