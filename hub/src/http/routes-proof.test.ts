import { createHash, createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { join } from "node:path";
import { expectProof, hashToken, toTokenId } from "@yourcall/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { soon } from "../testing/soon.ts";
import { createTestClock } from "../testing/test-clock.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";

const nonce = "n".repeat(43);
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Logs a browser in with a code made by `as`. */
async function logIn(hub: TestHub, as = "human"): Promise<{ token: string; id: string }> {
  const { code } = (await hub.call("POST", "/v1/tokens", { scope: "login" }, { as })).body;
  const { body } = await hub.call("POST", "/v1/login", { code }, { headers: { "user-agent": firefox } });
  const token = `${body.token}`;
  return { token, id: toTokenId(await hashToken(token)) };
}

const isIn = async (hub: TestHub, token: string) =>
  (await hub.call("GET", "/v1/asks", undefined, { as: token })).status === 200;

describe("a proof", () => {
  test("is an HMAC under the hash of the token, over nonce and host", async () => {
    const hub = await startTestHub();
    const { token, id } = await logIn(hub);
    const host = `127.0.0.1:${hub.port}`;
    const { status, body } = await hub.call("POST", "/v1/proof", { tokenId: id, nonce, host });
    const key = createHash("sha256").update(token).digest();
    const proof = createHmac("sha256", key).update(`yourcall proof\n${nonce}\n${host}`).digest("base64url");
    expect([status, body]).toEqual([200, { proof, run: expect.stringMatching(/^[\w-]{22}$/) }]);
    await expectProof(await hashToken(token), { url: hub.url, host });
    for (const local of [hub.tokens.human, hub.tokens.agent])
      await expectProof(await hashToken(local), { url: hub.url, host });
  });

  test("is given only for a host name of the hub on which it listens", async () => {
    const hub = await startTestHub();
    const { id } = await logIn(hub);
    const ask = async (host: string) => (await hub.call("POST", "/v1/proof", { tokenId: id, nonce, host })).status;
    expect(await ask(`127.0.0.1:${hub.port}`)).toBe(200);
    expect(await ask(`localhost:${hub.port}`)).toBe(200);
    for (const host of [`127.0.0.1:${hub.port + 1}`, `[::1]:${hub.port}`, "evil.example", "", `LOCALHOST:${hub.port}`])
      expect([host, await ask(host)]).toEqual([host, 403]);
  });

  test("of an unknown token looks like any other, each time and after a restart", async () => {
    const hub = await startTestHub();
    const ask = async (running: TestHub, nonce: string) =>
      (await running.call("POST", "/v1/proof", { tokenId: "tok_unknown", nonce, host: `localhost:${hub.port}` })).body
        .proof;
    const first = await ask(hub, nonce);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(await ask(hub, nonce)).toBe(first);
    expect(await ask(hub, nonce.replace("n", "m"))).not.toBe(first);
    expect(await ask(await hub.restart({ port: hub.port }), nonce)).toBe(first);
  });

  test.each([
    [{ nonce, host: "h" }],
    [{ tokenId: "t", host: "h" }],
    [{ tokenId: "t", nonce: "short", host: "h" }],
    [{ tokenId: "t", nonce: `${nonce}\n`, host: "h" }],
    [{ tokenId: "t".repeat(300), nonce, host: "h" }],
  ])("of the wrong shape is refused: %j", async (body) => {
    const hub = await startTestHub();
    expect((await hub.call("POST", "/v1/proof", body)).status).toBe(422);
  });

  test("is still given for a token that was just revoked, so that its page learns of it", async () => {
    const hub = await startTestHub();
    const { token, id } = await logIn(hub);
    await hub.human("DELETE", `/v1/tokens/${id}`);
    await expectProof(await hashToken(token), { url: hub.url, host: `127.0.0.1:${hub.port}` });
  });
});

describe("a pass", () => {
  test("stands for its token until the hub ends, or the token is revoked", async () => {
    const hub = await startTestHub();
    const { token, id } = await logIn(hub);
    const passAt = async ({ url, port }: TestHub) =>
      `${await expectProof(await hashToken(token), { url, host: `127.0.0.1:${port}` })}`;
    const pass = await passAt(hub);
    expect(pass).not.toContain(token);
    expect(await isIn(hub, pass)).toBe(true);
    expect((await hub.call("GET", "/v1/settings", undefined, { as: pass })).body.token).toBe(id);
    const later = await hub.restart({ port: hub.port });
    expect(await isIn(later, pass)).toBe(false);
    expect(await isIn(later, token)).toBe(true);
    const next = await passAt(later);
    expect(await isIn(later, next)).toBe(true);
    await later.human("DELETE", `/v1/tokens/${id}`);
    expect(await isIn(later, next)).toBe(false);
  });

  test("of another token, cut off or made up is refused", async () => {
    const hub = await startTestHub();
    const [mine, theirs] = [await logIn(hub), await logIn(hub)];
    const host = `127.0.0.1:${hub.port}`;
    const pass = `${await expectProof(await hashToken(mine.token), { url: hub.url, host })}`;
    const proof = `${(await hub.call("POST", "/v1/proof", { tokenId: mine.id, nonce, host })).body.proof}`;
    for (const wrong of [
      pass.replace(mine.id, theirs.id),
      pass.slice(0, -1),
      `yc_pass_${mine.id}.${proof}`,
      `yc_pass_${mine.id}.`,
      "yc_pass_tok_unknown.x",
      "yc_pass_.",
    ])
      expect([wrong, await isIn(hub, wrong)]).toEqual([wrong, false]);
  });

  test("is not asked for at a public address, where several hubs may answer", async () => {
    for (const publicUrl of ["https://hub.example", "https://localhost:8443"]) {
      const hub = await startTestHub({ publicUrl });
      const { id } = await logIn(hub);
      const { body } = await hub.call("POST", "/v1/proof", { tokenId: id, nonce, host: new URL(publicUrl).host });
      expect(body).toEqual({ proof: expect.any(String) });
    }
  });
});

describe("a session", () => {
  test("is listed by its device and its last use", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const { token, id } = await logIn(hub);
    clock.advance(3_600_000);
    expect(await isIn(hub, token)).toBe(true);
    await soon(async () => (await hub.human("GET", "/v1/tokens")).body.tokens).toEqual([
      {
        ...{ id, scope: "human", name: "browser", device: "Firefox on Linux", madeFrom: "human" },
        ...{ createdAt: "2030-01-01T00:00:00.000Z", lastUsedAt: "2030-01-01T01:00:00.000Z" },
      },
    ]);
  });

  test("ends after 30 days without use, and not while it is used", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const days = (count: number) => clock.set(count * 86_400_000);
    const [used, unused] = [await logIn(hub), await logIn(hub)];
    const named = (await hub.human("POST", "/v1/tokens", { scope: "human", name: "phone" })).body;
    days(20);
    expect(await isIn(hub, used.token)).toBe(true);
    await soon(async () => (await hub.hub.store.getToken(used.id))?.lastUsedAt).toBe(clock.now());
    days(11);
    expect(await isIn(hub, unused.token)).toBe(false);
    expect(await isIn(hub, used.token)).toBe(true);
    expect(await isIn(hub, `${named.token}`)).toBe(true);
    const ids = (await hub.human("GET", "/v1/tokens")).body.tokens?.map(({ id }) => id);
    expect(ids?.toSorted()).toEqual([used.id, named.id].toSorted());
  });

  test("is revoked with the session it was made from, like everything that can answer, but unlike an agent's token", async () => {
    const hub = await startTestHub();
    const { id: ask } = await hub.ask();
    const first = await logIn(hub);
    const second = await logIn(hub, first.token);
    const third = await logIn(hub, second.token);
    const other = await logIn(hub);
    const make = async (body: object) =>
      `${(await hub.call("POST", "/v1/tokens", body, { as: second.token })).body.token}`;
    const [phone, link, ci] = [
      await make({ scope: "human", name: "phone" }),
      await make({ scope: "link", ask }),
      await make({ scope: "agent", name: "ci" }),
    ];
    const { code } = (await hub.call("POST", "/v1/tokens", { scope: "login" }, { as: third.token })).body;
    expect((await hub.human("DELETE", `/v1/tokens/${first.id}`)).status).toBe(204);
    for (const token of [first.token, second.token, third.token, phone]) expect(await isIn(hub, token)).toBe(false);
    expect((await hub.call("GET", `/v1/asks/${ask}`, undefined, { as: link })).status).toBe(401);
    expect((await hub.call("POST", "/v1/login", { code })).status).toBe(401);
    expect(await isIn(hub, other.token)).toBe(true);
    expect((await hub.call("GET", "/v1/asks?session=s", undefined, { as: ci })).status).toBe(200);
  });
});

describe("a hub whose port is taken", () => {
  async function take(port: number, answer: RequestListener): Promise<Server> {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return server;
  }

  test.each<[string, RequestListener]>([
    ["something that says nothing of use", (_, response) => response.end("hello")],
    ["something that makes up a proof", (_, response) => response.end(JSON.stringify({ proof: "x".repeat(43) }))],
    ["something that refuses", (_, response) => response.writeHead(503).end()],
  ])("by %s logs out the browsers that logged in there", async (_, answer) => {
    const hub = await startTestHub();
    const { token } = await logIn(hub);
    const named = (await hub.human("POST", "/v1/tokens", { scope: "human", name: "phone" })).body;
    await hub.stop();
    await take(hub.port, answer);
    const said: string[] = [];
    const later = await startTestHub({ directory: hub.directory, port: hub.port, log: (text) => said.push(text) });
    expect(later.port).not.toBe(hub.port);
    await soon(() => isIn(later, token)).toBe(false);
    expect(await isIn(later, `${named.token}`)).toBe(true);
    expect(said.join()).toContain(`Another program has port ${hub.port}`);
    expect(said.join()).toContain("1 browser that had logged in there was logged out");
  });

  test("by nobody, or by a hub that knows the token too, logs out nobody", async () => {
    const hub = await startTestHub();
    const { token } = await logIn(hub);
    const moved = await hub.restart({ port: 0 });
    // Its stop waits for the check.
    await moved.stop();
    const key = createHash("sha256").update(token).digest();
    const asked: string[] = [];
    await take(hub.port, async (request, response) => {
      let text = "";
      for await (const piece of request) text += piece;
      const { nonce, host } = JSON.parse(text);
      asked.push(host);
      const proof = createHmac("sha256", key).update(`yourcall proof\n${nonce}\n${host}`).digest("base64url");
      response.end(JSON.stringify({ proof }));
    });
    writeFileSync(join(hub.directory, "port"), `${hub.port}\n`);
    const last = await startTestHub({ directory: hub.directory, port: hub.port });
    await soon(() => asked).toEqual([`127.0.0.1:${hub.port}`]);
    expect(await isIn(last, token)).toBe(true);
  });
});
