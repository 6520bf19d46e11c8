import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import type { WireAsk } from "@yourcall/client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "../support/free-port.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { testWith } from "../support/needs.ts";
import { hasPostgres, usePostgres } from "../support/postgres.ts";
import { makeCertificate, runPostgres } from "../support/postgres-server.ts";
import { root } from "../support/terminal.ts";
import { answerOf, question } from "./hubs.ts";

const page = readFileSync(join(root, "docs/team.md"), "utf8");
const nginx = "/usr/sbin/nginx";
const caddy = "caddy";

/** The block of docs/team.md that contains this. */
function blockWith(text: string): string {
  const blocks = Array.from(page.matchAll(/^```\w+\n(.*?)^```$/gms), ([, code = ""]) => code);
  return blocks.find((code) => code.includes(text)) ?? expect.fail(`docs/team.md has no block with ${text}`);
}

/** A database made as docs/team.md says, under another name. */
async function makeDatabase(): Promise<string> {
  const server = await usePostgres();
  const name = `team_${randomBytes(4).toString("hex")}`;
  for (const statement of blockWith("CREATE ROLE").replaceAll("yourcall", name).trim().split("\n"))
    runPostgres("psql", ["-q", "-d", server, "-c", statement]);
  return `postgres://${name}@${new URL(server).host}/${name}`;
}

describe.skipIf(!hasPostgres())("docs/team.md", () => {
  test("`yourcall move` brings a hub's questions along", async () => {
    const store = await makeDatabase();
    const alone = await startHub();
    const { id } = await alone.ask([question]);
    const move = ["move", "--from", join(alone.directory, "yourcall.db"), "--to", store];
    expect(await alone.run(move)).toMatchObject({ code: 1, stderr: expect.stringContaining("Run `yourcall stop`") });
    await alone.stop("SIGTERM");
    expect(await alone.run(move)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("Moved and compared: 1 pending and 0 ended asks, 0 tokens."),
    });
    const shared = await startHub({ env: { YOURCALL_STORE: store } });
    const person = shared.client("human");
    await person.answer(id, answerOf(await person.get(id), "Left"));
    expect(await alone.run(move)).toMatchObject({ code: 1, stderr: expect.stringContaining("is not empty") });
  });

  testWith(nginx)("two hubs behind nginx with TLS: people and agents with tokens of their own", () =>
    behind(startNginx),
  );

  testWith(caddy)("the same behind Caddy", () => behind(startCaddy));

  async function behind(startBalancer: typeof startNginx): Promise<void> {
    const store = await makeDatabase();
    const directories = [temporaryDirectory(), temporaryDirectory()] as const;
    const config = JSON.parse(/^\{.*"publicUrl".*$/m.exec(page)?.[0] ?? "") as object;
    const start = (directory: string) => {
      // Here the load balancer is on the same machine.
      writeFileSync(join(directory, "config.json"), JSON.stringify({ ...config, host: "127.0.0.1" }));
      return startHub({ directory, env: { YOURCALL_STORE: store } });
    };
    const one = await start(directories[0]);
    copyFileSync(join(directories[0], "identity.pem"), join(directories[1], "identity.pem"));
    const two = await start(directories[1]);
    const call = await startBalancer([one, two]);
    const proofs = [1, 2, 3, 4].map(async () => {
      const { body } = await call("POST", "/v1/proof", "", { nonce: "n".repeat(43), host: "calls.example.com" });
      return (body as { key?: string }).key;
    });
    expect(new Set(await Promise.all(proofs))).toEqual(new Set([expect.stringMatching(/^[\w-]{43}$/)]));

    const ana = makeToken(one, '{"scope": "human", "name": "ana", "rights": "answer"}');
    const bo = makeToken(two, '{"scope": "human", "name": "bo", "rights": "answer"}');
    const ci = makeToken(two, '{"scope": "agent", "name": "ci"}');
    const body = { questions: [question], agent: { name: "ci", session: "1" }, to: ["ana"] };
    // Which hub gets a request is up to the load balancer.
    for (let round = 0; round < 4; round++) {
      const asked = await call("POST", "/v1/asks", ci, body);
      expect(asked.status).toBe(201);
      const ask = asked.body as WireAsk;
      expect(ask.url).toMatch(/^https:\/\/calls\.example\.com\//);
      const waiting = call("GET", `/v1/asks/${ask.id}?wait=60`, ci);
      const answer = answerOf(ask, "Left");
      expect((await call("POST", `/v1/asks/${ask.id}/answer`, bo, answer)).status).toBe(403);
      expect((await call("POST", `/v1/asks/${ask.id}/answer`, ana, answer)).status).toBe(200);
      expect((await waiting).body).toMatchObject({
        outcome: { status: "answered", by: { token: { scope: "human", name: "ana" } } },
      });
    }

    // An agent that leaves is noticed.
    const left = (await call("POST", "/v1/asks", ci, body)).body as WireAsk;
    const waits = async () => ((await call("GET", `/v1/asks/${left.id}`, ana)).body as WireAsk).waiting.count;
    const leave = call.hold(`/v1/asks/${left.id}?wait=600`, ci);
    await expect.poll(waits).toBe(1);
    leave();
    await expect.poll(waits).toBe(0);

    // The command says for whom a question is, too.
    const asking = /^yourcall (ask --to .*)$/m.exec(page)?.[1] ?? expect.fail("docs/team.md has no such command");
    const words = Array.from(asking.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, word]) => quoted ?? word ?? "");
    const { stdout } = await one.run([...words, "--no-wait", "--format", "id"]);
    const shown = await call("GET", `/v1/asks/${stdout.trim()}`, bo);
    expect(shown.body).toMatchObject({ to: ["ana"] });
    expect(
      (await call("POST", `/v1/asks/${stdout.trim()}/answer`, bo, answerOf(shown.body as WireAsk, "Delete"))).status,
    ).toBe(403);

    // Events come through at once, and a hub that ends takes nobody along.
    const events = await call.events(ana);
    await events.until("event: snapshot");
    await one.stop("SIGTERM");
    let asked = await call("POST", "/v1/asks", ci, body);
    // As clients do.
    while (asked.status === 502) asked = await call("POST", "/v1/asks", ci, body);
    expect(asked.status).toBe(201);
    const again = await call.events(ana);
    await again.until((asked.body as WireAsk).id);
  }
});

/** Runs the command of docs/team.md that makes a token. */
function makeToken({ directory }: TestHub, body: string): string {
  const command = blockWith("--unix-socket")
    .replaceAll("/var/lib/yourcall", directory)
    .replace(/-d '.*'/, () => `-sS -d '${body}'`);
  const { stdout, stderr } = spawnSync("bash", ["-c", command], { encoding: "utf8" });
  const { token, code } = JSON.parse(stdout || "{}");
  return token ?? expect.fail(`${code} ${stdout} ${stderr}`);
}

/** nginx with the configuration of docs/team.md, on another port, with a certificate that was made here. */
function startNginx(hubs: readonly TestHub[]) {
  return start(hubs, (directory, port, toHub) => {
    mkdirSync(join(directory, "logs"));
    const server = blockWith("upstream hubs")
      .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
      .replace(/ssl_certificate [^;]+/, `ssl_certificate ${directory}/server.crt`)
      .replace(/ssl_certificate_key [^;]+/, `ssl_certificate_key ${directory}/server.key`)
      .replace(...toHub);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${directory};`,
    );
    writeFileSync(
      join(directory, "nginx.conf"),
      `daemon off; pid ${directory}/pid; error_log stderr; events {}\nhttp { access_log off; ${temporary.join(" ")}\n${server}}`,
    );
    return [nginx, "-p", directory, "-c", join(directory, "nginx.conf")];
  });
}

/** Caddy, the same way. */
function startCaddy(hubs: readonly TestHub[]) {
  return start(hubs, (directory, port, toHub) => {
    const site = blockWith("reverse_proxy")
      .replace(
        "calls.example.com {",
        `calls.example.com:${port} {\n  tls ${directory}/server.crt ${directory}/server.key`,
      )
      .replace(...toHub);
    writeFileSync(join(directory, "Caddyfile"), `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`);
    return [caddy, "run", "--config", join(directory, "Caddyfile")];
  });
}

type Replacement = [RegExp, (match: string, number: string) => string];

/** Starts a load balancer before the hubs. `configure` writes its configuration and returns its command. */
async function start(
  hubs: readonly TestHub[],
  configure: (directory: string, port: number, toHub: Replacement) => string[],
) {
  const directory = temporaryDirectory("balancer");
  makeCertificate(directory);
  const port = await freePort();
  const [program = "", ...args] = configure(directory, port, [
    /hub(\d)\.internal:2255/g,
    (_, number) => new URL(hubs[Number(number) - 1]?.url ?? "").host,
  ]);
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
  });
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  await vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        if (child.exitCode !== null) reject(new Error(said));
        const socket = connect(port, "127.0.0.1", () => resolve(void socket.destroy()));
        socket.on("error", reject);
      }),
    { timeout: 20_000 },
  );
  const agent = new Agent({
    keepAlive: true,
    ca: readFileSync(join(directory, "server.crt")),
    servername: "localhost",
  });
  onTestFinished(() => agent.destroy());
  const send = (method: string, path: string, token: string, body?: unknown) => {
    const headers = { host: "calls.example.com", authorization: `Bearer ${token}`, "content-type": "application/json" };
    const call = request({ agent, host: "127.0.0.1", port, method, path, headers });
    call.end(body === undefined ? undefined : JSON.stringify(body));
    return call;
  };
  const open = async (...given: Parameters<typeof send>) => {
    const [response] = await once(send(...given), "response");
    return response as IncomingMessage;
  };
  return Object.assign(
    async (method: string, path: string, token: string, body?: unknown) => {
      const response = await open(method, path, token, body);
      let text = "";
      for await (const piece of response.setEncoding("utf8")) text += piece;
      return { status: response.statusCode, body: text === "" ? null : (JSON.parse(text) as unknown) };
    },
    {
      /** Waits for a reply, until the caller leaves. */
      hold(path: string, token: string) {
        const waiting = send("GET", path, token).on("error", () => {});
        return () => void waiting.destroy();
      },
      async events(token: string) {
        const response = await open("GET", "/v1/events", token);
        let text = "";
        response.setEncoding("utf8").on("error", () => {});
        response.on("data", (piece) => {
          text += piece;
        });
        onTestFinished(() => void response.destroy());
        return { until: (wanted: string) => vi.waitFor(() => expect(text).toContain(wanted), { timeout: 20_000 }) };
      },
    },
  );
}
