import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestClock, type TestClock } from "../../core/src/testing/test-clock.ts";
import type { HubClient, HubEvent } from "./index.ts";
import { createHubClient } from "./node.ts";
import { type SeenRequest, type SmallHub, startSmallHub } from "./testing/small-hub.ts";

let hub: SmallHub;
let clock: TestClock;
let client: HubClient;
let serve: (request: SeenRequest, response: ServerResponse) => void;

beforeEach(async () => {
  hub = await startSmallHub({ events: (request, response) => serve(request, response) });
  clock = createTestClock({ skipUpToMs: 10_000 });
  client = createHubClient({ url: hub.url, token: "token", clock, random: () => 1 });
});
afterEach(async () => {
  client.close();
  await hub.stop();
});

const snapshot = 'id: 0\nevent: snapshot\ndata: {"asks":[]}\n\n';
const created = (id: number, text = "") =>
  `id: ${id}\nevent: ask-created\ndata: {"ask":{"id":"ask_${id}","status":"pending","context":"${text}"}}\n\n`;
const nameOf = (event: HubEvent) => (event.type === "ask-created" ? event.ask.id : event.type);

async function take(count: number, events: AsyncIterable<HubEvent>): Promise<string[]> {
  const names: string[] = [];
  for await (const event of events) if (names.push(nameOf(event)) === count) break;
  return names;
}

describe("events", () => {
  test("are read whole however they are cut, even within a character", async () => {
    const bytes = Buffer.from(snapshot + created(1, "größer 🦊"));
    serve = async (_request, response) => {
      for (const byte of bytes) await new Promise((resolve) => response.write(Buffer.of(byte), resolve));
    };
    for await (const event of client.events()) {
      if (event.type !== "ask-created") continue;
      expect(event.ask.context).toBe("größer 🦊");
      break;
    }
  });

  test("continue after any number of drops, without gap or repeat", async () => {
    const log = Array.from({ length: 40 }, (_, index) => created(index + 1)).join("");
    let drops = 0;
    serve = (request, response) => {
      const last = request.headers["last-event-id"];
      const rest = last === undefined ? snapshot + log : log.slice(log.indexOf(created(Number(last) + 1)));
      // A prime number of characters, so that the stream breaks at a different place each time.
      const piece = drops++ < 30 ? rest.slice(0, 97 + 13 * drops) : rest;
      response.write(piece, () => (piece === rest ? undefined : response.socket?.destroy()));
    };
    expect(await take(41, client.events())).toEqual([
      "snapshot",
      ...Array.from({ length: 40 }, (_, i) => `ask_${i + 1}`),
    ]);
    expect(drops).toBeGreaterThan(10);
  });

  test("say when they are live and when they are not", async () => {
    const states: string[] = [];
    hub.plan("GET /v1/events", { status: 503 }, "drop-before");
    let connections = 0;
    serve = (_request, response) => {
      if (++connections === 1) response.end(snapshot);
      else response.write(created(1));
    };
    await take(2, client.events({ onState: (state) => states.push(state) }));
    expect(states).toEqual(["reconnecting", "live", "reconnecting", "live"]);
  });

  test("reconnect when the hub asked to, and later if it stays away", async () => {
    let connections = 0;
    serve = (_request, response) => {
      if (++connections === 1) {
        hub.plan("GET /v1/events", { status: 503 }, { status: 503 });
        response.end(`retry: 700\n\n${snapshot}`);
      } else if (connections === 2) response.end(created(1));
      else response.write(created(2));
    };
    await take(3, client.events());
    expect(clock.pauses).toEqual([700, 1400, 2800, 700]);
  });

  test("come over a new connection after 45 seconds without a heartbeat", async () => {
    let connections = 0;
    serve = (_request, response) => {
      response.write(++connections === 1 ? snapshot : created(1));
    };
    const events = client.events()[Symbol.asyncIterator]();
    expect((await events.next()).value.type).toBe("snapshot");
    const next = events.next();
    await clock.untilSet(45_000);
    clock.advance(44_999);
    expect(connections).toBe(1);
    clock.advance(1);
    expect(nameOf((await next).value)).toBe("ask_1");
    expect(hub.requests[1]?.headers["last-event-id"]).toBe("0");
    await events.return?.();
  });

  test("stay on a connection with a slow heartbeat", async () => {
    serve = (_request, response) => void response.write(snapshot);
    const events = client.events()[Symbol.asyncIterator]();
    await events.next();
    const next = events.next();
    for (let beat = 0; beat < 3; beat++) {
      await clock.untilSet(45_000);
      clock.advance(44_000);
      const heard = clock.untilNext(45_000);
      hub.say(":\n\n");
      await heard;
    }
    hub.say(created(1));
    expect(nameOf((await next).value)).toBe("ask_1");
    expect(hub.requests).toHaveLength(1);
    await events.return?.();
  });

  test("end without an error when aborted, and close their connection", async () => {
    const abort = new AbortController();
    const closed = new Promise<void>((resolve) => {
      serve = (_request, response) => {
        response.on("close", resolve);
        response.write(snapshot);
      };
    });
    const names: string[] = [];
    for await (const event of client.events({ signal: abort.signal })) {
      names.push(nameOf(event));
      setImmediate(() => abort.abort());
    }
    await closed;
    expect(names).toEqual(["snapshot"]);
  });

  test("close their connection when the reader stops", async () => {
    const closed = new Promise<void>((resolve) => {
      serve = (_request, response) => {
        response.on("close", resolve);
        response.write(snapshot);
      };
    });
    await take(1, client.events());
    await closed;
  });

  test("are limited to one session if one is given", async () => {
    serve = (_request, response) => void response.write(snapshot);
    await take(1, client.events({ session: "a b" }));
    expect(hub.requests[0]?.url).toBe("/v1/events?session=a+b");
    expect(hub.requests[0]?.headers).toMatchObject({ accept: "text/event-stream", authorization: "Bearer token" });
  });

  test("throw if the token is refused, instead of trying forever", async () => {
    hub.plan("GET /v1/events", { status: 401, body: { code: "unauthorized", message: "Who?" } });
    await expect(take(1, client.events())).rejects.toMatchObject({ code: "unauthorized" });
    expect(clock.pauses).toEqual([]);
  });
});
