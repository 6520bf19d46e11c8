import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { openRawConnection, toRequest } from "../testing/raw-connection.ts";
import { choose, database } from "../testing/sample-questions.ts";
import { soon } from "../testing/soon.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";
import { type PlainOptions, takePlainConnections } from "./plain-connections.ts";

const ask = JSON.stringify({ questions: [database] });

/** What the agent says on a connection of this hub, in one piece. */
function toAsk(hub: TestHub, more: Record<string, string> = {}): string {
  return toRequest(
    "/v1/asks",
    { Host: `127.0.0.1:${hub.port}`, Authorization: `Bearer ${hub.tokens.agent}`, ...more },
    ask,
  );
}

const health = (hub: TestHub) => `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\n\r\n`;

describe("a connection", () => {
  test("carries asks, then anything else, then asks again", async () => {
    const hub = await startTestHub();
    const { say, heard } = openRawConnection({ port: hub.port });
    for (const request of [toAsk(hub), toAsk(hub), health(hub), toAsk(hub), health(hub)]) {
      say(request);
      expect((await heard()).status).toBe(request.startsWith("GET") ? 200 : 201);
    }
    expect((await hub.human("GET", "/v1/asks")).body.asks).toHaveLength(3);
  });

  test("gets its responses in the order of its requests, however they come", async () => {
    const hub = await startTestHub();
    const { say, heard } = openRawConnection({ port: hub.port });
    say(toAsk(hub) + toAsk(hub) + health(hub));
    const statuses = [(await heard()).status, (await heard()).status, (await heard()).status];
    expect(statuses).toEqual([201, 201, 200]);
  });

  test("that says more while an ask is held is answered when the ask is", async () => {
    const hub = await startTestHub();
    const { say, heard } = openRawConnection({ port: hub.port });
    say(toAsk(hub, { Prefer: "wait=60" }));
    await soon(() => hub.hub.waiters.total()).toBe(1);
    // In two pieces, the second of which comes while the first has to wait.
    say(toAsk(hub).slice(0, 50));
    say(toAsk(hub).slice(50) + health(hub));
    const [waiting] = (await hub.human("GET", "/v1/asks")).body.asks ?? [];
    await hub.human("POST", `/v1/asks/${waiting?.id}/answer`, choose("SQLite"));
    const first = await heard();
    expect(JSON.parse(first.text)).toMatchObject({ id: waiting?.id, status: "answered" });
    expect(JSON.parse((await heard()).text)).toMatchObject({ status: "pending" });
    expect((await heard()).status).toBe(200);
  });

  test.each(["close", "Close"])("that is to be closed (%s) is, after its response", async (word) => {
    const hub = await startTestHub();
    const { say, heard, closed } = openRawConnection({ path: hub.socket });
    say(toAsk(hub, { Host: "localhost", Connection: word }));
    const { status, headers } = await heard();
    expect(status).toBe(201);
    expect(headers).toContainEqual(["connection", "close"]);
    await closed;
  });

  test("whose other side has gone waits no more, and what it asked stays", async () => {
    const hub = await startTestHub();
    for (const leave of ["end", "destroy", "resetAndDestroy"] as const) {
      const { say, socket, closed } = openRawConnection({ port: hub.port });
      say(toAsk(hub, { Prefer: "wait=60" }));
      await soon(() => hub.hub.waiters.total()).toBe(1);
      socket[leave]();
      await soon(() => hub.hub.waiters.total()).toBe(0);
      await closed;
    }
    expect((await hub.human("GET", "/v1/asks")).body.asks).toHaveLength(3);
  });

  test("that waits for nothing does not keep a hub from stopping, and one that waits is told", async () => {
    const hub = await startTestHub();
    const idle = openRawConnection({ port: hub.port });
    idle.say(toAsk(hub));
    await idle.heard();
    const held = openRawConnection({ port: hub.port });
    held.say(toAsk(hub, { Prefer: "wait=60" }));
    await soon(() => hub.hub.waiters.total()).toBe(1);
    const stopped = hub.stop();
    const { status, headers } = await held.heard();
    expect(status).toBe(503);
    expect(Object.fromEntries(headers)).toMatchObject({
      connection: "close",
      "retry-after": "1",
      location: expect.stringMatching(/^\/v1\/asks\/ask_/),
    });
    await Promise.all([idle.closed, held.closed, stopped]);
  });

  test("is refused as everywhere where it comes under another name or with another token", async () => {
    const hub = await startTestHub();
    const status = async (more: Record<string, string>) => {
      const { say, heard } = openRawConnection({ port: hub.port });
      say(toAsk(hub, more));
      return (await heard()).status;
    };
    expect(await status({})).toBe(201);
    expect(await status({ Host: "127.0.0.1.evil.example" })).toBe(403);
    expect(await status({ Origin: "http://evil.example" })).toBe(403);
    expect(await status({ Authorization: "Bearer yc_agent_wrong" })).toBe(401);
    expect(await status({ Authorization: `Bearer ${hub.tokens.human}` })).toBe(403);
  });
});

describe("a server", () => {
  /** Takes every request and replies at once, unless told otherwise. */
  async function serve(options: Partial<PlainOptions> = {}) {
    const server = createServer((request, response) => void response.end(`by Node, ${request.socket.timeout} ms`));
    const handedOver: Socket[] = [];
    server.on("connection", (socket) => handedOver.push(socket));
    const taken: Socket[] = [];
    const reply: PlainOptions["take"] = (_request, _socket, reply) => {
      reply.send(200, "{}");
      return true;
    };
    const { take = reply, ...others } = options;
    const plain = takePlainConnections(server, {
      take: (request, socket, reply) => {
        taken.push(socket);
        return take(request, socket, reply);
      },
      isStopping: () => false,
      firstMs: 60_000,
      keepAliveMs: 60_000,
      spareMs: 0,
      ...others,
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
      plain.closeAll();
    });
    const open = () => openRawConnection({ port: (server.address() as AddressInfo).port });
    return { plain, open, taken, handedOver };
  }
  const request = toRequest("/v1/asks", {}, "{}");
  const large = JSON.stringify("x".repeat(16_000_000));

  test("closes a connection that says nothing", async () => {
    const { open } = await serve({ firstMs: 20 });
    await open().closed;
  });

  test("closes one that says nothing any more, and tells it beforehand how long that takes", async () => {
    const { open } = await serve({ keepAliveMs: 20, spareMs: 20 });
    const { say, heard, closed } = open();
    say(request);
    expect((await heard()).headers).toContainEqual(["keep-alive", "timeout=0.02"]);
    await closed;
  });

  test("does not end what is held, and counts anew from the response", async () => {
    const { open } = await serve({
      keepAliveMs: 20,
      take: (_request, socket, reply) => {
        // The time that it may be open has passed when it is answered.
        socket.once("timeout", () => reply.send(200, "{}"));
        return true;
      },
    });
    const { say, heard, closed, socket } = open();
    say(request);
    expect((await heard()).status).toBe(200);
    expect(socket.destroyed).toBe(false);
    await closed;
  });

  test("hears who does not read its responses again only when they are read", async () => {
    const { open, taken } = await serve({
      take: (_request, _socket, reply) => {
        reply.send(200, large);
        return true;
      },
    });
    const { say, heard, socket } = open();
    socket.pause();
    say(request);
    await soon(() => taken.length).toBe(1);
    say(request);
    await soon(() => taken[0]?.bytesRead).toBe(2 * request.length);
    expect(taken).toHaveLength(1);
    socket.resume();
    expect([(await heard()).status, (await heard()).status]).toEqual([200, 200]);
    expect(taken).toHaveLength(2);
  });

  test.each(["keep-alive", "close"])("does not wait for ever for one who does not read (%s)", async (connection) => {
    const said: string[] = [];
    const { open, taken } = await serve({
      keepAliveMs: 20,
      take: (_request, _socket, reply) => {
        reply.send(200, large, [], () => said.push("sent"));
        return true;
      },
    });
    const { say, socket } = open();
    socket.pause();
    say(toRequest("/v1/asks", { Connection: connection }, "{}"));
    await soon(() => taken[0]?.closed).toBe(true);
    expect(said).toEqual([]);
  });

  test("sees that one goes who has said more than it was told yet", async () => {
    const { open, taken } = await serve({ take: () => true });
    const { say, socket, closed } = open();
    say(request);
    await soon(() => taken[0]?.bytesRead).toBe(request.length);
    for (const count of [2, 3, 4]) {
      say(request);
      await soon(() => taken[0]?.bytesRead).toBe(count * request.length);
    }
    socket.end();
    await closed;
  });

  test.each([
    ["what is for Node", "GET"],
    ["another request", request],
  ])("does nothing about what was said by one who has gone: %s", async (_, more) => {
    const { open, taken, handedOver } = await serve({
      take: (_request, socket, reply) => {
        socket.once("close", () => reply.send(200, "{}"));
        return true;
      },
    });
    const { say, socket } = open();
    say(request);
    await soon(() => taken.length).toBe(1);
    say(more);
    await soon(() => taken[0]?.bytesRead).toBe(request.length + more.length);
    socket.destroy();
    await soon(() => taken[0]?.closed).toBe(true);
    expect(taken).toHaveLength(1);
    expect(handedOver).toEqual([]);
  });

  test("leaves the times of a connection to Node with everything else", async () => {
    const { open, handedOver } = await serve();
    const { say, heard } = open();
    say("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    expect((await heard()).text).toBe("by Node, 0 ms");
    expect(handedOver).toHaveLength(1);
  });

  test("closes those that wait for nothing, and the others when it has to", async () => {
    const { plain, open, taken } = await serve({
      take: ({ body }, _socket, reply) => {
        if (body === "{}") reply.send(200, "{}");
        return true;
      },
    });
    const [silent, idle, held] = [open(), open(), open()];
    held.say(toRequest("/v1/asks", {}, "[]"));
    await soon(() => taken.length).toBe(1);
    idle.say(request);
    await idle.heard();
    plain.closeIdle();
    await Promise.all([silent.closed, idle.closed]);
    expect(held.socket.destroyed).toBe(false);
    plain.closeAll();
    await held.closed;
  });

  test("that replies twice closes the connection instead of answering what was asked next", async () => {
    const { open } = await serve({
      take: (_request, _socket, reply) => {
        reply.send(200, "1");
        reply.send(500, "2");
        return true;
      },
    });
    const { say, heard, closed } = open();
    say(request);
    await expect(heard().then(({ text }) => text)).resolves.toBe("1");
    await closed;
  });
});
