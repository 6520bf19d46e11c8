import { describe, expect, test } from "vitest";
import { choose } from "../testing/sample-questions.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";

const claim = { surface: "terminal", user: "root", token: { id: "human", scope: "human" } };

async function createToken(hub: TestHub, body: object): Promise<{ id: string; token: string }> {
  const created = await hub.human("POST", "/v1/tokens", body);
  expect(created.status).toBe(201);
  return { id: `${created.body.id}`, token: `${created.body.token}` };
}

describe("the token of an act", () => {
  test("is recorded by the hub, whatever the body claims", async () => {
    const hub = await startTestHub();
    const [one, two, three] = [await hub.ask(), await hub.ask(), await hub.ask()];
    const link = await createToken(hub, { scope: "link", name: "Bo", ask: one.id });
    const named = await createToken(hub, { scope: "human", name: "phone" });
    const code = (await hub.human("POST", "/v1/tokens", { scope: "login" })).body.code;
    const { token: session } = (await hub.call("POST", "/v1/login", { code })).body;
    const answer = (id: string, as: string) =>
      hub.call("POST", `/v1/asks/${id}/answer`, { ...choose("SQLite"), ...claim }, { as });
    expect((await answer(one.id, link.token)).body.outcome).toMatchObject({
      by: { surface: "terminal", user: "root", token: { id: link.id, scope: "link", name: "Bo" } },
    });
    const declined = await hub.call("POST", `/v1/asks/${two.id}/decline`, claim, { as: named.token });
    expect(declined.body.outcome).toMatchObject({ by: { token: { id: named.id, scope: "human", name: "phone" } } });
    // A logged-in browser is the person, and has no name.
    expect((await answer(three.id, `${session}`)).body.outcome).toMatchObject({
      by: { token: { id: expect.stringMatching(/^tok_/), scope: "human" } },
    });
    const later = await hub.restart();
    const { body } = await later.human("GET", `/v1/asks/${one.id}`);
    expect(body.outcome).toMatchObject({ by: { token: { id: link.id, name: "Bo" } } });
  });

  test("finds every ask that was created, answered or declined with it", async () => {
    const hub = await startTestHub();
    const ci = await createToken(hub, { scope: "agent", name: "ci" });
    const phone = await createToken(hub, { scope: "human", name: "phone" });
    const [waiting, answered] = [await hub.ask({}, { as: ci.token }), await hub.ask({}, { as: ci.token })];
    const declined = await hub.ask();
    const other = await hub.ask();
    await hub.call("POST", `/v1/asks/${answered.id}/answer`, choose("SQLite"), { as: phone.token });
    await hub.call("POST", `/v1/asks/${declined.id}/decline`, {}, { as: phone.token });
    await hub.human("POST", `/v1/asks/${other.id}/decline`, {});
    const list = async (query: string) => (await hub.human("GET", `/v1/asks?${query}`)).body.asks?.map(({ id }) => id);
    expect(await list(`token=${ci.id}`)).toEqual([answered.id, waiting.id]);
    expect(await list(`token=${ci.id}&status=pending`)).toEqual([waiting.id]);
    expect(await list(`token=${phone.id}`)).toEqual([declined.id, answered.id]);
    expect(await list(`token=${phone.id}&status=declined`)).toEqual([declined.id]);
    expect(await list("token=human")).toEqual([other.id]);
    expect(await list("token=tok_unknown")).toEqual([]);
    const agent = await hub.agent("GET", `/v1/asks?session=s&token=${phone.id}`);
    expect(agent).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });
});
