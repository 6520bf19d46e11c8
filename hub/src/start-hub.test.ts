import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createTestClock } from "../../core/src/testing/test-clock.ts";
import { HubRunsError, startHub } from "./start-hub.ts";
import { readHubFile } from "./state/hub-file.ts";
import { takeLock } from "./state/lock.ts";
import { openSqliteStore } from "./store/sqlite/open-store.ts";
import { choose, database } from "./testing/sample-questions.ts";
import { soon } from "./testing/soon.ts";
import { temporaryDirectory } from "./testing/temporary-directory.ts";
import { startTestHub } from "./testing/test-hub.ts";

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("the state directory", () => {
  test("is created if it is missing, and nobody else can read it", async () => {
    const directory = join(temporaryDirectory(), "state", "yourcall");
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const hub = await startTestHub({ directory });
    await hub.ask();
    expect(mode(directory)).toBe("700");
    for (const file of readdirSync(directory)) expect([file, mode(join(directory, file))]).toEqual([file, "600"]);
    expect(readdirSync(directory)).toEqual(
      expect.arrayContaining(["hub.json", "hub.lock", "hub.sock", "tokens.json", "yourcall.db"]),
    );
  });

  test("names the hub while it runs, and not afterwards", async () => {
    const hub = await startTestHub();
    expect(readHubFile(hub.directory)).toEqual({
      pid: process.pid,
      url: `http://127.0.0.1:${hub.port}`,
      socket: join(hub.directory, "hub.sock"),
      version: "1.2.3",
    });
    await hub.stop();
    expect(readHubFile(hub.directory)).toBe(null);
    expect(existsSync(hub.socket)).toBe(false);
  });

  test("gets its hub.json back soon after it was removed", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const file = readHubFile(hub.directory);
    for (let round = 0; round < 2; round++) {
      rmSync(join(hub.directory, "hub.json"));
      clock.advance(2000);
      expect(readHubFile(hub.directory)).toEqual(file);
    }
    await hub.stop();
    clock.advance(2000);
    expect(readHubFile(hub.directory)).toBe(null);
  });

  test("that is removed or replaced ends its hub, which leaves a new one alone", async () => {
    for (const replace of [false, true]) {
      const clock = createTestClock();
      const lost = vi.fn();
      // If the store is elsewhere, only the lock and hub.json show that the directory was replaced.
      const store = join(temporaryDirectory(), "other.db");
      const { directory } = await startTestHub({ clock, onLost: lost, store });
      clock.advance(2000);
      expect(lost).not.toHaveBeenCalled();
      renameSync(directory, `${directory}-old`);
      onTestFinished(() => rmSync(`${directory}-old`, { recursive: true }));
      if (replace) {
        mkdirSync(directory, { mode: 0o700 });
        writeFileSync(join(directory, "hub.lock"), "");
        writeFileSync(join(directory, "hub.json"), '{"pid":1,"url":"","socket":"","version":""}');
      }
      clock.advance(2000);
      expect(lost).toHaveBeenCalledOnce();
      expect(readHubFile(directory)?.pid).toBe(replace ? 1 : undefined);
    }
  });

  test("whose lock was removed is locked again, before another hub gets in", async () => {
    const clock = createTestClock();
    const lost = vi.fn();
    const { directory, stop } = await startTestHub({ clock, onLost: lost });
    rmSync(join(directory, "hub.lock"));
    clock.advance(2000);
    await expect(startTestHub({ directory })).rejects.toThrow(HubRunsError);
    clock.advance(2000);
    expect(lost).not.toHaveBeenCalled();
    await stop();
    expect((await startTestHub({ directory })).directory).toBe(directory);
  });

  test("whose store was removed ends the hub, since nobody would find its asks", async () => {
    for (const removed of ["other.db", "other.db-wal"]) {
      const clock = createTestClock();
      const lost = vi.fn();
      const elsewhere = temporaryDirectory();
      const hub = await startTestHub({ clock, onLost: lost, store: join(elsewhere, "other.db") });
      await hub.ask();
      clock.advance(2000);
      expect(lost).not.toHaveBeenCalled();
      rmSync(join(elsewhere, removed));
      clock.advance(2000);
      expect(lost).toHaveBeenCalledOnce();
    }
  });

  test("that is replaced while a hub starts is not touched by it", async () => {
    const directory = temporaryDirectory();
    onTestFinished(() => rmSync(`${directory}-old`, { recursive: true }));
    const store = async () => {
      renameSync(directory, `${directory}-old`);
      mkdirSync(directory, { mode: 0o700 });
      writeFileSync(join(directory, "hub.lock"), "");
      return openSqliteStore(join(directory, "yourcall.db"));
    };
    await expect(startTestHub({ directory, store })).rejects.toThrow("removed or replaced while the hub started");
    expect(readHubFile(directory)).toBe(null);
  });

  test("keeps its own tokens over restarts, and makes them private again", async () => {
    const hub = await startTestHub();
    const other = await startTestHub();
    const all = [hub.tokens.agent, hub.tokens.human, other.tokens.agent, other.tokens.human];
    expect(new Set(all).size).toBe(4);
    for (const token of all) expect(token).toMatch(/^yc_(agent|human)_[\w-]{43}$/);
    chmodSync(join(hub.directory, "tokens.json"), 0o644);
    const again = await hub.restart();
    expect(again.tokens).toEqual(hub.tokens);
    expect(mode(join(hub.directory, "tokens.json"))).toBe("600");
  });

  test.each(["", "{}", "not json", '{"agent":"short","human":"short"}', '{"agent":1,"human":2}'])(
    "with broken tokens (%j) starts nothing, says what to do, and leaves the file as it is",
    async (text) => {
      const directory = temporaryDirectory();
      writeFileSync(join(directory, "tokens.json"), text);
      await expect(startHub({ directory, version: "1.2.3", port: 0 })).rejects.toMatchObject({
        code: "store-unavailable",
        message: expect.stringContaining("remove it to create new tokens"),
      });
      expect(readFileSync(join(directory, "tokens.json"), "utf8")).toBe(text);
      expect(takeLock(directory)).not.toBe(null);
    },
  );

  test("that others can read does not hold the socket, which is in a private one", async () => {
    const directory = temporaryDirectory();
    chmodSync(directory, 0o755);
    const hub = await startTestHub({ directory });
    expect(dirname(hub.socket)).not.toBe(directory);
    expect(mode(dirname(hub.socket))).toBe("700");
    expect(mode(hub.socket)).toBe("600");
    expect(mode(directory)).toBe("755");
    expect((await hub.human("GET", "/v1/asks", undefined, { socket: true, host: "localhost" })).status).toBe(200);
  });

  test("on a long path has its socket on a short one, the same after a restart", async () => {
    const directory = join(temporaryDirectory(), "d".repeat(120));
    const hub = await startTestHub({ directory });
    expect(hub.socket.length).toBeLessThan(104);
    expect([mode(dirname(hub.socket)), mode(hub.socket)]).toEqual(["700", "600"]);
    expect((await hub.human("GET", "/v1/asks", undefined, { socket: true, host: "localhost" })).status).toBe(200);
    expect((await hub.restart()).socket).toBe(hub.socket);
  });
});

describe("one hub per state directory", () => {
  test("a second one is refused, whatever its port, and the first keeps running", async () => {
    const hub = await startTestHub();
    const second = startHub({ directory: hub.directory, version: "1.2.3", port: 0 });
    await expect(second).rejects.toBeInstanceOf(HubRunsError);
    await expect(second).rejects.toMatchObject({ code: "store-unavailable" });
    expect(readHubFile(hub.directory)).toMatchObject({ url: hub.url });
    expect((await hub.call("GET", "/healthz")).status).toBe(200);
    await hub.stop();
    const third = await startTestHub({ directory: hub.directory });
    expect((await third.call("GET", "/healthz")).status).toBe(200);
  });

  test("a hub in another process holds it until it is killed, and its leftover files do no harm", async () => {
    const directory = temporaryDirectory();
    const script = `
      import { startHub } from ${JSON.stringify(fileURLToPath(new URL("start-hub.ts", import.meta.url)))};
      const hub = await startHub({ directory: process.argv[1], version: "0.9.0", port: 0 });
      console.log(hub.url);
    `;
    const child = spawn(
      process.execPath,
      [
        "--conditions=yourcall-source",
        "--disable-warning=ExperimentalWarning",
        "--input-type=module",
        "-e",
        script,
        directory,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    onTestFinished(() => void child.kill("SIGKILL"));
    const [url] = await once(child.stdout, "data");
    expect(readHubFile(directory)).toMatchObject({ pid: child.pid, url: String(url).trim(), version: "0.9.0" });
    await expect(startHub({ directory, version: "1.2.3", port: 0 })).rejects.toBeInstanceOf(HubRunsError);

    child.kill("SIGKILL");
    await once(child, "exit");
    expect(existsSync(join(directory, "hub.sock"))).toBe(true);
    const next = await startTestHub({ directory });
    expect(readHubFile(directory)).toMatchObject({ pid: process.pid, version: "1.2.3" });
    expect((await next.human("GET", "/v1/asks", undefined, { socket: true, host: "localhost" })).status).toBe(200);
  });

  test("a hub that cannot start releases everything", async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, "yourcall.db"));
    await expect(startHub({ directory, version: "1.2.3", port: 0 })).rejects.toMatchObject({
      code: "store-unavailable",
    });
    expect(readHubFile(directory)).toBe(null);
    const elsewhere = await startTestHub({ directory, store: join(directory, "other.db") });
    expect((await elsewhere.call("GET", "/healthz")).status).toBe(200);
  });
});

describe("the address", () => {
  async function occupied(): Promise<number> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  }

  test("is the next free port if the wanted one is taken, and is remembered", async () => {
    const taken = await occupied();
    const hub = await startTestHub({ port: taken });
    expect(hub.port).toBeGreaterThan(taken);
    await hub.stop();
    const { port: _, ...rest } = { directory: hub.directory, version: "1.2.3", port: 0 };
    const again = await startHub(rest);
    onTestFinished(() => again.stop());
    expect(again.port).toBe(hub.port);
  });

  test("is exactly the port that was asked for, or the start fails", async () => {
    const directory = temporaryDirectory();
    const port = await occupied();
    await expect(startHub({ directory, version: "1.2.3", port, exactPort: true })).rejects.toThrow(`Port ${port}`);
    expect(takeLock(directory)).not.toBe(null);
  });

  test.each([
    ["0.0.0.0", undefined],
    ["::", undefined],
    ["", undefined],
    ["192.168.1.5", undefined],
    ["example.com", undefined],
    ["0.0.0.0", "http://call.example"],
    ["127.0.0.1", "http://call.example"],
    ["0.0.0.0", "call.example"],
    ["0.0.0.0", "javascript:alert(1)"],
    ["0.0.0.0", ""],
  ])(
    "that others can reach (%j, publicUrl %j) is refused without an https publicUrl, and nothing is touched",
    async (host, publicUrl) => {
      const directory = join(temporaryDirectory(), "state");
      const started = startHub({
        directory,
        version: "1.2.3",
        port: 0,
        host,
        publicUrl,
      });
      await expect(started).rejects.toMatchObject({ code: "forbidden", message: expect.stringContaining("https") });
      expect(existsSync(directory)).toBe(false);
    },
  );

  test("with an https publicUrl is used in links and accepted, as is loopback", async () => {
    const hub = await startTestHub({ host: "0.0.0.0", publicUrl: "https://call.example/" });
    const host = "call.example";
    const ask = await hub.ask({}, { host });
    expect(ask.url).toBe(`https://call.example/a/${ask.id}`);
    const own = { host, headers: { origin: "https://call.example" } };
    expect((await hub.human("GET", "/v1/asks", undefined, own)).status).toBe(200);
    const foreign = { host, headers: { origin: "https://call.example.evil.example" } };
    expect((await hub.human("GET", "/v1/asks", undefined, foreign)).status).toBe(403);
    expect((await hub.human("GET", "/v1/asks")).status).toBe(200);
    expect(hub.url).toBe(`http://127.0.0.1:${hub.port}`);
    const login = await hub.human("POST", "/v1/tokens", { scope: "login" });
    expect(login.body.url).toContain(`https://call.example/#login=${login.body.code}.`);
  });
});

describe("a public address", () => {
  test("that is set while the hub runs is used in links and accepted at once, and refused once it is gone", async () => {
    const hub = await startTestHub();
    const host = "call.example";
    const status = async () => (await hub.human("GET", "/v1/asks", undefined, { host })).status;
    expect(await status()).toBe(403);
    hub.publish("https://call.example/");
    expect(await status()).toBe(200);
    expect((await hub.ask()).url).toMatch(/^https:\/\/call\.example\/a\//);
    expect(() => hub.publish("http://call.example")).toThrow("https");
    expect(await status()).toBe(200);
    hub.publish(undefined);
    expect([await status(), hub.linkBase()]).toEqual([403, hub.url]);
  });

  test("cannot be taken from a hub that others can reach", async () => {
    const hub = await startTestHub({ host: "0.0.0.0", publicUrl: "https://call.example/" });
    expect(() => hub.publish(undefined)).toThrow("https");
    expect(hub.linkBase()).toBe("https://call.example");
  });
});

describe("stopping", () => {
  test("replies 503 with Retry-After to waiting clients, and loses nothing", async () => {
    const clock = createTestClock();
    const hub = await startTestHub({ clock });
    const pending = await hub.ask();
    await hub.human("PUT", `/v1/asks/${pending.id}/draft`, { draft: { half: true }, baseRevision: 0 });
    const call = { questions: [database], key: "k", timeoutMs: 60_000 };
    const held = [
      hub.agent("GET", `/v1/asks/${pending.id}?wait=600`),
      hub.human("GET", `/v1/asks/${pending.id}?wait=600`),
      hub.agent("GET", `/v1/asks/${pending.id}?wait=600`, undefined, { socket: true, host: "localhost" }),
      hub.agent("POST", "/v1/asks", call, { headers: { prefer: "wait=600" } }),
    ];
    const streams = [await hub.events(), await hub.events({ as: "agent", session: "s" })];
    const [seen] = await Promise.all(streams.map((stream) => stream.next()));
    await soon(() => hub.hub.waiters.total()).toBe(4);
    await hub.stop();
    const released = await Promise.all(held);
    for (const { status, body, headers } of released) {
      expect([status, body.code, headers["retry-after"]]).toEqual([503, "store-unavailable", "1"]);
      expect(body).not.toHaveProperty("outcome");
    }
    const created = `${released[3]?.headers.location}`;
    expect(created).toMatch(/^\/v1\/asks\/ask_/);
    await Promise.all(streams.map((stream) => stream.ended));
    await expect(hub.call("GET", "/healthz")).rejects.toThrow();

    const again = await startTestHub({ directory: hub.directory, clock });
    expect((await again.human("GET", `/v1/asks/${pending.id}`)).body).toMatchObject({
      status: "pending",
      draft: { draft: { half: true }, revision: 1 },
    });
    const reattached = await again.agent("POST", "/v1/asks", call);
    expect([reattached.status, `/v1/asks/${reattached.body.id}`]).toEqual([200, created]);
    await again.human("POST", `/v1/asks/${pending.id}/answer`, choose("SQLite"));
    const resumed = await again.events(seen === undefined ? {} : { after: seen.id });
    const next = await resumed.next();
    expect([next.type, (next.data.ask as { id: string }).id]).toEqual(["ask-ended", pending.id]);
  });

  test("under load loses nothing acknowledged", async () => {
    const hub = await startTestHub({ maxPendingPerSession: 10_000 });
    const asked: string[] = [];
    const answered: string[] = [];
    const refused = new Set<number>();
    const load = Array.from({ length: 8 }, async () => {
      for (;;) {
        const created = await hub.agent("POST", "/v1/asks", { questions: [database] }).catch(() => null);
        if (created === null) return;
        if (created.status !== 201) {
          refused.add(created.status);
          return;
        }
        asked.push(`${created.body.id}`);
        const answer = await hub
          .human("POST", `/v1/asks/${created.body.id}/answer`, choose("SQLite"))
          .catch(() => null);
        if (answer?.status === 200) answered.push(`${created.body.id}`);
        else if (answer !== null) refused.add(answer.status);
      }
    });
    await soon(() => answered.length).toBeGreaterThan(50);
    const again = await hub.restart();
    await Promise.all(load);
    expect([...refused].filter((status) => status !== 503)).toEqual([]);
    for (const id of asked) expect((await again.hub.get(id)).id).toBe(id);
    for (const id of answered) expect((await again.hub.get(id)).status).toBe("answered");
  });

  test("does not wait for silent connections", async () => {
    const hub = await startTestHub();
    const { connect } = await import("node:net");
    const silent = connect(hub.port, "127.0.0.1");
    silent.on("error", () => {});
    onTestFinished(() => void silent.destroy());
    let heard = "";
    silent.on("data", (bytes) => {
      heard += bytes;
    });
    const closed = once(silent, "close");
    await once(silent, "connect");
    silent.write("GET /v1/asks HTTP/1.1\r\nHost: ");
    await hub.call("GET", "/healthz");
    await hub.stop();
    await closed;
    // If the stop had waited, the reply would have been a timeout.
    expect(heard).toBe("");
  });
});
