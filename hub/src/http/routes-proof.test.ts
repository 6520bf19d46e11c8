import { createPublicKey, verify } from "node:crypto";
import { chmodSync, copyFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { join } from "node:path";
import { expectProof, sealToken } from "@yourcall/client/internal";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestClock } from "../../../core/src/testing/test-clock.ts";
import { hashToken, toTokenId } from "../access/token.ts";
import { soon } from "../testing/soon.ts";
import { temporaryDirectory } from "../testing/temporary-directory.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";

const nonce = "n".repeat(43);
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Logs a browser in with a code made by `as`. */
async function logIn(hub: TestHub, as = "human"): Promise<{ token: string; id: string }> {
  const { code } = (await hub.call("POST", "/v1/tokens", { scope: "login" }, { as })).body;
  const { body } = await hub.call("POST", "/v1/login", { code }, { headers: { "user-agent": firefox } });
  const token = `${body.token}`;
  return { token, id: toTokenId(hashToken(token)) };
}

const isIn = async (hub: TestHub, token: string) =>
  (await hub.call("GET", "/v1/asks", undefined, { as: token })).status === 200;

/** The public key of a hub's identity, as its file says. */
function keyOf({ directory }: TestHub): string {
  return `${createPublicKey(readFileSync(join(directory, "identity.pem"))).export({ format: "jwk" }).x}`;
}

const placeOf = ({ url, port }: TestHub) => ({ url, host: `127.0.0.1:${port}` });

describe("a proof", () => {
  test("is an Ed25519 signature with the key in the state directory, over nonce, host and the key of this run", async () => {
    const hub = await startTestHub();
    const host = `127.0.0.1:${hub.port}`;
    const { status, body } = await hub.call("POST", "/v1/proof", { nonce, host });
    const { proof, key, run } = body as { proof: string; key: string; run: string };
    expect([status, key]).toEqual([200, keyOf(hub)]);
    const signed = (text: string) =>
      verify(
        null,
        Buffer.from(text),
        createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: key }, format: "jwk" }),
        Buffer.from(proof, "base64url"),
      );
    expect(signed(`yourcall proof\n${nonce}\n${host}\n${run}`)).toBe(true);
    expect(signed(`yourcall proof\n${nonce}\n${host}\n`)).toBe(false);
    expect(await expectProof(key, placeOf(hub))).toMatchObject({ key, run });
    expect(statSync(join(hub.directory, "identity.pem")).mode & 0o777).toBe(0o600);
  });

  test("stays the same hub's after a restart, and is not another's", async () => {
    const [hub, other] = [await startTestHub(), await startTestHub()];
    const key = keyOf(hub);
    await expect(expectProof(keyOf(other), placeOf(hub))).rejects.toMatchObject({ name: "NotAHubError" });
    const later = await hub.restart({ port: hub.port });
    expect((await expectProof(key, placeOf(later))).key).toBe(key);
  });

  test("of hubs with the same key file is the same hub's", async () => {
    const hub = await startTestHub();
    const directory = temporaryDirectory();
    copyFileSync(join(hub.directory, "identity.pem"), join(directory, "identity.pem"));
    const copied = await startTestHub({ directory });
    const named = await startTestHub({ identityFile: join(hub.directory, "identity.pem") });
    for (const each of [copied, named]) expect((await expectProof(keyOf(hub), placeOf(each))).key).toBe(keyOf(hub));
  });

  test("needs a key file that is one, and that others cannot read", async () => {
    const directory = temporaryDirectory();
    const identityFile = join(directory, "key");
    const start = () => startTestHub({ directory, identityFile });
    await expect(start()).rejects.toThrow("cannot be used");
    writeFileSync(identityFile, "no key", { mode: 0o600 });
    await expect(start()).rejects.toThrow("cannot be used");
    chmodSync(identityFile, 0o604);
    await expect(start()).rejects.toThrow("Other users can read");
  });

  test("is not given for a port of this machine to somebody who calls from outside", async () => {
    const hub = await startTestHub({ publicUrl: "https://hub.example" });
    const ask = async (host: string, called: string) =>
      (await hub.call("POST", "/v1/proof", { nonce, host }, { host: called })).status;
    expect(await ask(`127.0.0.1:${hub.port}`, `127.0.0.1:${hub.port}`)).toBe(200);
    expect(await ask("hub.example", "hub.example")).toBe(200);
    expect(await ask(`127.0.0.1:${hub.port}`, "hub.example")).toBe(403);
    expect(await ask(`localhost:${hub.port}`, "HUB.example")).toBe(403);
  });

  test("is given only for a host name of the hub on which it listens", async () => {
    const hub = await startTestHub();
    const ask = async (host: string, called = host) =>
      (await hub.call("POST", "/v1/proof", { nonce, host }, { host: called })).status;
    expect(await ask(`127.0.0.1:${hub.port}`)).toBe(200);
    expect(await ask(`localhost:${hub.port}`)).toBe(200);
    for (const host of [`127.0.0.1:${hub.port + 1}`, `[::1]:${hub.port}`, "evil.example", "", `LOCALHOST:${hub.port}`])
      for (const called of [host, `127.0.0.1:${hub.port}`])
        expect([host, await ask(host, called)]).toEqual([host, 403]);
  });

  test.each([
    [{ host: "h" }],
    [{ nonce }],
    [{ nonce: "short", host: "h" }],
    [{ nonce: `${nonce}\n`, host: "h" }],
    [{ nonce, host: "h".repeat(300) }],
  ])("of the wrong shape is refused: %j", async (body) => {
    const hub = await startTestHub();
    expect((await hub.call("POST", "/v1/proof", body)).status).toBe(422);
  });
});

describe("a sealed token", () => {
  const seal = async (hub: TestHub, token: string) =>
    sealToken(token, `${(await expectProof(keyOf(hub), placeOf(hub))).run}`);

  test("stands for its token until the hub ends, or the token is revoked", async () => {
    const hub = await startTestHub();
    const { token, id } = await logIn(hub);
    const sealed = await seal(hub, token);
    expect(sealed).not.toContain(token);
    expect(await seal(hub, token)).not.toBe(sealed);
    expect(await isIn(hub, sealed)).toBe(true);
    expect(await isIn(hub, await seal(hub, hub.tokens.human))).toBe(true);
    expect((await hub.call("GET", "/v1/settings", undefined, { as: sealed })).body.token).toBe(id);
    const later = await hub.restart({ port: hub.port });
    expect(await isIn(later, sealed)).toBe(false);
    const next = await seal(later, token);
    expect(await isIn(later, sealed)).toBe(false);
    expect(await isIn(later, next)).toBe(true);
    await later.human("DELETE", `/v1/tokens/${id}`);
    expect(await isIn(later, next)).toBe(false);
  });

  test("of an unknown token, cut off or made up is refused", async () => {
    const hub = await startTestHub();
    const { token } = await logIn(hub);
    const sealed = await seal(hub, token);
    const wrong = [sealed.slice(0, -1), sealed.slice(0, 60), `${sealed}x`, "yc_sealed_", "yc_sealed_!", "yc_sealed_YQ"];
    for (const text of [...wrong, await seal(hub, "yc_human_unknown"), await seal(hub, "")])
      expect([text, await isIn(hub, text)]).toEqual([text, false]);
  });

  test("is not asked for at a public address, where several hubs may answer", async () => {
    for (const publicUrl of ["https://hub.example", "https://localhost:8443"]) {
      const hub = await startTestHub({ publicUrl });
      const { host } = new URL(publicUrl);
      const { body } = await hub.call("POST", "/v1/proof", { nonce, host }, { host });
      expect(body).toEqual({ proof: expect.any(String), key: keyOf(hub) });
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

  test("by nobody, or by another hub on the same store, logs out nobody", async () => {
    const hub = await startTestHub();
    const { token } = await logIn(hub);
    const moved = await hub.restart({ port: 0 });
    // Its stop waits for the check.
    await moved.stop();
    const back = await startTestHub({ directory: hub.directory, port: hub.port });
    expect(await isIn(back, token)).toBe(true);
    // With a directory, and so a key, of its own.
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "port"), `${hub.port}\n`);
    const second = await startTestHub({ directory, port: hub.port, store: join(hub.directory, "yourcall.db") });
    expect(second.port).not.toBe(hub.port);
    await second.stop();
    expect(await isIn(back, token)).toBe(true);
  });
});
