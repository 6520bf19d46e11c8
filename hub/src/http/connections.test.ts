import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { openRawConnection, toRequest } from "../testing/raw-connection.ts";
import { choose, database } from "../testing/sample-questions.ts";
import { soon } from "../testing/soon.ts";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";
import { defineOpenRoute } from "./route.ts";

const ask = JSON.stringify({ questions: [database] });

function toAsk(hub: TestHub, more: Record<string, string> = {}): string {
  return toRequest(
    "/v1/asks",
    { Host: `127.0.0.1:${hub.port}`, Authorization: `Bearer ${hub.tokens.agent}`, ...more },
    ask,
  );
}

const health = (hub: TestHub) => `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\n\r\n`;

describe("a connection", () => {
  test("that sends more requests while an ask is held gets their replies after that of the ask", async () => {
    const hub = await startTestHub();
    const { say, heard } = openRawConnection({ port: hub.port });
    say(toAsk(hub, { Prefer: "wait=60" }));
    await soon(() => hub.hub.waiters.total()).toBe(1);
    // In two pieces; the second arrives while the first is held.
    say(toAsk(hub).slice(0, 50));
    say(toAsk(hub).slice(50) + health(hub));
    const [waiting] = (await hub.human("GET", "/v1/asks")).body.asks ?? [];
    await hub.human("POST", `/v1/asks/${waiting?.id}/answer`, choose("SQLite"));
    const first = await heard();
    expect(JSON.parse(first.text)).toMatchObject({ id: waiting?.id, status: "answered" });
    expect(JSON.parse((await heard()).text)).toMatchObject({ status: "pending" });
    expect((await heard()).status).toBe(200);
  });

  test("that sends more than twenty requests without waiting for a reply is closed, and they are not carried out", async () => {
    let calls = 0;
    const counted = defineOpenRoute({
      method: "GET",
      path: "/counted",
      summary: "Counts",
      replies: {},
      handle() {
        calls += 1;
        return { status: 204 };
      },
    });
    const hub = await startTestHub({ plugins: [() => [counted]] });
    const { say, closed } = openRawConnection({ port: hub.port });
    say(toAsk(hub, { Prefer: "wait=60" }));
    say(health(hub).replace("/healthz", "/counted").repeat(1000));
    await closed;
    expect(calls).toBeLessThanOrEqual(20);
    await soon(() => hub.hub.waiters.total()).toBe(0);
  });

  test("that its client closes stops waiting, and the ask stays", async () => {
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

  test("that is idle does not keep a hub from stopping, and one that waits gets 503 with the ask's address", async () => {
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
    expect(Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))).toMatchObject({
      connection: "close",
      "retry-after": "1",
      location: expect.stringMatching(/^\/v1\/asks\/ask_/),
    });
    await Promise.all([idle.closed, held.closed, stopped]);
  });

  test("that sends an ask in many small pieces has it read whole", async () => {
    const hub = await startTestHub();
    const body = JSON.stringify({ questions: [{ ...database, question: "Größe 𝒳?" }] });
    const headers = { Host: `127.0.0.1:${hub.port}`, Authorization: `Bearer ${hub.tokens.agent}`, Connection: "close" };
    const bytes = Buffer.from(toRequest("/v1/asks", headers, body));
    const { socket, heard, closed } = openRawConnection({ port: hub.port });
    for (let at = 0; at < bytes.length; at += 7)
      await new Promise((resolve) => socket.write(bytes.subarray(at, at + 7), resolve));
    const { status, text } = await heard();
    expect(status).toBe(201);
    expect(text).toContain("Größe 𝒳?");
    await closed;
  });

  test.each(["keep-alive", "close"])("whose client does not read the reply is ended (%s)", async (connection) => {
    let socket: Socket | undefined;
    const large = defineOpenRoute({
      method: "POST",
      path: "/large",
      summary: "More than a connection takes at once",
      replies: {},
      handle({ request }) {
        socket = request.socket;
        return { status: 200, body: JSON.stringify("x".repeat(16_000_000)) };
      },
    });
    const hub = await startTestHub({ idleMs: 50, plugins: [() => [large]] });
    const { say, socket: client } = openRawConnection({ port: hub.port });
    client.pause();
    say(toRequest("/large", { Host: `127.0.0.1:${hub.port}`, Connection: connection }, "{}"));
    await soon(() => socket?.closed).toBe(true);
  });

  test("that is idle is closed, but not while it holds a request", async () => {
    const hub = await startTestHub({ idleMs: 50 });
    const { say, heard, closed } = openRawConnection({ port: hub.port });
    say(health(hub));
    expect((await heard()).status).toBe(200);
    await closed;
    const held = openRawConnection({ port: hub.port });
    held.say(toAsk(hub, { Prefer: "wait=1" }));
    expect((await held.heard()).status).toBe(201);
  });
});
