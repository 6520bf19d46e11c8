import { describe, expect, test } from "vitest";
import { choose } from "../testing/sample-questions.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";

async function createPerson(hub: TestHub, name: string, rights: string) {
  const { status, body } = await hub.human("POST", "/v1/tokens", { scope: "human", name, rights });
  expect([status, body]).toMatchObject([201, { scope: "human", name, rights }]);
  const as = `${body.token}`;
  return {
    id: `${body.id}`,
    as,
    call: (method: string, path: string, sent?: unknown) => hub.call(method, path, sent, { as }),
  };
}

describe("people", () => {
  test("answer what is for them, see what is for others, and are named in the outcome", async () => {
    const hub = await startTestHub();
    const [ana, bo, chief] = [
      await createPerson(hub, "ana", "answer"),
      await createPerson(hub, "bo", "answer"),
      await createPerson(hub, "chief", "administer"),
    ];
    const ask = await hub.ask({ to: ["ana"] });
    expect(ask).toMatchObject({ to: ["ana"] });
    const path = `/v1/asks/${ask.id}`;
    expect((await bo.call("GET", path)).body).toMatchObject({ id: ask.id, to: ["ana"] });
    for (const [method, act, body] of [
      ["POST", "answer", choose("SQLite")],
      ["POST", "decline", {}],
      ["POST", "cancel", {}],
      ["PUT", "draft", { draft: {}, baseRevision: 0 }],
    ] as const)
      expect(await bo.call(method, `${path}/${act}`, body)).toMatchObject({
        status: 403,
        body: { code: "forbidden", message: "This question is for ana. You can read it, but not answer it." },
      });
    const answered = await ana.call("POST", `${path}/answer`, choose("SQLite"));
    expect(answered.body.outcome).toMatchObject({ by: { token: { id: ana.id, scope: "human", name: "ana" } } });

    const other = await hub.ask({ to: ["ana"] });
    expect((await chief.call("POST", `/v1/asks/${other.id}/answer`, choose("SQLite"))).status).toBe(200);
    const open = await hub.ask();
    expect((await bo.call("POST", `/v1/asks/${open.id}/answer`, choose("SQLite"))).status).toBe(200);
    const own = await hub.ask({ to: ["ana"] });
    expect((await hub.human("POST", `/v1/asks/${own.id}/answer`, choose("SQLite"))).status).toBe(200);
  });

  test("with the right to read can neither answer nor administer, and with the right to answer cannot administer", async () => {
    const hub = await startTestHub();
    const [reader, ana] = [await createPerson(hub, "rita", "read"), await createPerson(hub, "ana", "answer")];
    const ask = await hub.ask();
    expect((await reader.call("GET", "/v1/asks")).body.asks).toMatchObject([{ id: ask.id }]);
    expect(await reader.call("POST", `/v1/asks/${ask.id}/answer`, choose("SQLite"))).toMatchObject({
      status: 403,
      body: {
        message: expect.stringContaining('Your token may only read; this needs a token with the right "answer"'),
      },
    });
    for (const person of [reader, ana]) {
      expect((await person.call("GET", "/v1/tokens")).status).toBe(403);
      expect((await person.call("POST", "/v1/tokens", { scope: "human", name: "x" })).status).toBe(403);
      expect((await person.call("DELETE", `/v1/tokens/${ana.id}`)).status).toBe(403);
      expect((await person.call("PUT", "/v1/settings", { keepMs: 1000 })).status).toBe(403);
    }
  });

  test("keep their name and rights in the browser", async () => {
    const hub = await startTestHub();
    const ana = await createPerson(hub, "ana", "answer");
    const login = await ana.call("POST", "/v1/tokens", { scope: "login" });
    const { body } = await hub.call("POST", "/v1/login", { code: login.body.code });
    const as = `${body.token}`;
    const forBo = await hub.ask({ to: ["bo"] });
    expect((await hub.call("POST", `/v1/asks/${forBo.id}/answer`, choose("SQLite"), { as })).status).toBe(403);
    expect((await hub.call("GET", "/v1/tokens", undefined, { as })).status).toBe(403);
    const forAna = await hub.ask({ to: ["ana"] });
    const answered = await hub.call("POST", `/v1/asks/${forAna.id}/answer`, choose("SQLite"), { as });
    expect(answered.body.outcome).toMatchObject({ by: { token: { scope: "human", name: "ana" } } });
  });

  test("need a name and valid rights, and an ask needs valid addressees", async () => {
    const hub = await startTestHub();
    for (const body of [
      { scope: "agent", name: "ci", rights: "read" },
      { scope: "human", rights: "read" },
      { scope: "human", name: "ana", rights: "everything" },
    ])
      expect((await hub.human("POST", "/v1/tokens", body)).status).toBe(422);
    for (const to of [[], [""], "ana", Array.from({ length: 21 }, () => "ana")])
      expect((await hub.agent("POST", "/v1/asks", { questions: [], to })).status).toBe(422);
  });
});
