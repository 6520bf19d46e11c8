import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WireAsk } from "@yourcall/client";
import { toApprovalAsk } from "@yourcall/core";
import { describe, expect, test } from "vitest";
import { startDesk } from "../support/desk.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { hasPostgres, usePostgres } from "../support/postgres.ts";
import { root } from "../support/terminal.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { answerOf, openClient, question } from "./hubs.ts";
import { newStore } from "./new-store.ts";

function call(hub: TestHub, method: string, path: string, token: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return fetch(`${hub.url}${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
}

describe.skipIf(!hasPostgres())("what is allowed for a while at one hub of a database", () => {
  test("covers at the other, and nothing there once taking it back has been answered", async () => {
    const store = newStore(await usePostgres());
    const [one, two] = await Promise.all([0, 1].map(() => startHub({ env: { YOURCALL_STORE: store } })));
    if (one === undefined || two === undefined) throw new Error("Two hubs.");
    const agent = openClient(two, "agent");
    const person = openClient(one, "human");
    const call = {
      ...toApprovalAsk({ tool: "Bash", input: { command: "npm test" } }),
      agent: { name: "a", cwd: "/x" },
    };
    for (let round = 0; round < 10; round++) {
      const asked = await agent.create(call);
      const until = new Date(Date.now() + 60_000).toISOString();
      const grant = { covers: { kind: "input" as const }, where: "directory" as const, until };
      await person.answer(asked.id, { ...answerOf(asked, "allow-once"), grant });
      expect(await agent.ask(call)).toMatchObject({ by: { act: "covered", grantedWith: asked.id } });
      // Calls race with it; those made after the reply are never covered.
      const racing = [agent.create(call), agent.create(call)];
      await person.revokeGrants();
      const after = await agent.create(call);
      expect((await agent.get(after.id)).status, `round ${round}`).toBe("pending");
      for (const { id } of [after, ...(await Promise.all(racing))]) await agent.cancel(id).catch(() => {});
    }
  });
});

describe.skipIf(!hasPostgres())("what one hub knows holds at every hub of a database", () => {
  test("logins, tokens, who waits, limits, and webhooks", async () => {
    const store = newStore(await usePostgres());
    const receiver = await startReceiver();
    const config = {
      notify: { after: "50ms", desktop: false, webhooks: [{ url: receiver.url }] },
      maxPendingPerToken: 8,
    };
    const start = () => {
      const directory = temporaryDirectory();
      writeFileSync(join(directory, "config.json"), JSON.stringify(config));
      return startHub({ directory, env: { YOURCALL_STORE: store } });
    };
    const [one, two] = await Promise.all([start(), start()]);

    // A code from one hub logs in at the other, once.
    const made = await call(one, "POST", "/v1/tokens", one.tokens.human, { scope: "login" });
    const { code } = (await made.json()) as { code: string };
    const login = await call(two, "POST", "/v1/login", "", { code });
    const { token: session } = (await login.json()) as { token: string };
    expect((await call(one, "POST", "/v1/login", "", { code })).status).toBe(401);
    expect((await call(one, "GET", "/v1/asks", session)).status).toBe(200);

    // Who waits at one hub is counted at the other.
    const agent = openClient(one, "agent");
    const person = openClient(two, "human");
    const ask = await agent.create({ questions: [question], agent: { name: "a", session: "s" } });
    const waiting = agent.wait(ask.id);
    await expect.poll(async () => (await person.get(ask.id)).waiting.count).toBe(1);

    // The answer at one hub releases the agent at the other.
    await person.answer(ask.id, answerOf(ask, "Left"));
    expect(await waiting).toMatchObject({ status: "answered", answers: [{ selectedOptions: ["Left"] }] });
    await expect.poll(async () => (await person.get(ask.id)).waiting.count).toBe(0);

    // A token that is revoked at one hub ends its streams at the other.
    const named = (await (
      await call(one, "POST", "/v1/tokens", one.tokens.human, { scope: "human", name: "bo" })
    ).json()) as {
      id: string;
      token: string;
    };
    const stream = await call(two, "GET", "/v1/events", named.token);
    expect(stream.status).toBe(200);
    const ended = stream.text().then(
      () => "ended",
      () => "ended",
    );
    expect((await call(one, "DELETE", `/v1/tokens/${named.id}`, one.tokens.human)).status).toBe(204);
    expect(await ended).toBe("ended");
    expect((await call(two, "GET", "/v1/asks", named.token)).status).toBe(401);

    // One limit for both, and each webhook sent by one of them.
    const before = receiver.received.length;
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        call(index % 2 === 0 ? one : two, "POST", "/v1/asks", (index % 2 === 0 ? one : two).tokens.agent, {
          questions: [question],
          agent: { name: "many", session: `${index}` },
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 201)).toHaveLength(8);
    expect(results.filter(({ status }) => status === 429)).toHaveLength(4);
    await receiver.until(before + 8);
    const { asks } = await person.list({ status: "pending" });
    await expect
      .poll(async () =>
        (await Promise.all(asks.map(({ id }) => person.get(id)))).flatMap(({ notices }) => notices ?? []),
      )
      .toEqual(asks.map(() => expect.objectContaining({ state: "sent" })));
    const told = receiver.received.slice(before).map(({ body }) => body.id ?? JSON.stringify(body));
    expect(new Set(told).size).toBe(told.length);
  });

  test("only the hub beside a desk forwards to it; what its agents ask is answered at any hub", async () => {
    const store = newStore(await usePostgres());
    const directory = temporaryDirectory();
    const scripted = [process.execPath, join(root, "tests/agents/acp-scripted.mjs")];
    writeFileSync(join(directory, "config.json"), JSON.stringify({ agents: { scripted } }));
    const env = { YOURCALL_STORE: store };
    const [one, two] = await Promise.all([startHub({ directory, env }), startHub({ env })]);
    const desk = await startDesk(one);
    const { id } = await desk.start("scripted", "permission");
    const { asks } = await desk.until(id, { state: "waiting" });

    const elsewhere = openClient(two, "human");
    const refused = {
      code: "desk-unreachable",
      message: expect.stringContaining("No desk is running for this hub"),
    };
    await expect(elsewhere.sessions.get(id)).rejects.toMatchObject(refused);
    await expect(
      elsewhere.sessions.start({ agent: "scripted", prompt: "x", directory: desk.cwd }),
    ).rejects.toMatchObject(refused);
    const [ask] = (await elsewhere.list({ status: "pending" })).asks;
    expect(ask?.id).toBe(asks[0]);
    const allow = ask?.approval?.options?.find(({ effect }) => effect === "allow-once")?.id ?? "";
    await elsewhere.answer(ask?.id ?? "", answerOf(ask as WireAsk, allow));
    await desk.until(id, { state: "idle" });
  });

  test("a token that is revoked at one hub ends its streams at another that hears no notifications", async () => {
    const store = newStore(await usePostgres());
    const one = await startHub({ env: { YOURCALL_STORE: store } });
    // Nothing listens there.
    const deaf = await startHub({ env: { YOURCALL_STORE: `${store}&listen=127.0.0.1:1` } });
    const { id, token } = await one.client("human").createToken({ scope: "human", name: "bo" });
    const stream = await call(deaf, "GET", "/v1/events", token);
    expect(stream.status).toBe(200);
    const ended = stream.text().catch(() => "ended");
    const revokedAt = performance.now();
    await one.client("human").removeToken(id);
    await ended;
    expect(performance.now() - revokedAt).toBeLessThan(5000);
  });
});
