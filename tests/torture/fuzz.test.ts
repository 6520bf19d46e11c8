import { Agent, request } from "node:http";
import { connect } from "node:net";
import type { WireAsk } from "@yourcall/client";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryAsk, arbitraryText } from "../../core/src/testing/arbitrary-ask.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { openClient } from "./load.ts";
import { planTorture, tortureLimitMs } from "./torture.ts";

const inFlight = 20;

test("no request body makes the hub fail, hang or invent an answer", {
  timeout: tortureLimitMs,
}, async () => {
  const { seed, count } = planTorture("fuzzed bodies", { short: 1_500, long: 200_000 });
  const hub = await startHub();
  const target = await hub.ask([
    {
      question: "Which one?",
      header: "One",
      options: [{ label: "Keep the table" }, { label: "Drop the table" }],
      multiSelect: false,
    },
  ]);
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const created = new Set<string>();
  const call = fc.oneof(
    {
      weight: 3,
      arbitrary: arbitraryMutation(arbitraryAsk.map((ask) => ({ ...ask, agent: { name: "fuzz" } }))).map(
        toCall("POST", "/v1/asks", "agent"),
      ),
    },
    {
      weight: 2,
      arbitrary: arbitraryMutation(
        fc.constant({ answers: [{ question: "Which one?", header: "One", selectedOptions: ["C"] }] }),
      ).map(toCall("POST", `/v1/asks/${target.id}/answer`, "human")),
    },
    {
      weight: 1,
      arbitrary: arbitraryMutation(
        fc.constant({ draft: { entries: [], comment: "", reason: "" }, baseRevision: 0 }),
      ).map(toCall("PUT", `/v1/asks/${target.id}/draft`, "human")),
    },
    {
      weight: 1,
      arbitrary: arbitraryMutation(fc.constant({ name: "n", scope: "agent" })).map(
        toCall("POST", "/v1/tokens", "agent"),
      ),
    },
    { weight: 1, arbitrary: arbitraryMutation(fc.constant({ code: "x" })).map(toCall("POST", "/v1/login", "human")) },
  );
  const stream = fc.sample(call, { seed, numRuns: count });
  let next = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let sent = stream[next++]; sent !== undefined; sent = stream[next++]) {
        const { status, body } = await send(hub, agent, sent);
        const said = `${sent.method} ${sent.path} ${sent.body.slice(0, 400)} → ${status} ${body.slice(0, 400)}`;
        expect([200, 201, 400, 401, 403, 404, 409, 413, 415, 422, 429], said).toContain(status);
        const reply = JSON.parse(body);
        if (status >= 400) expect(reply, said).toMatchObject({ code: expect.any(String), message: expect.any(String) });
        if (status === 201 && sent.path === "/v1/asks") created.add((reply as WireAsk).id);
      }
    }),
  );
  agent.destroy();
  const reader = openClient(hub, "human");
  expect(await reader.get(target.id)).toMatchObject({ status: "pending" });
  const listed = new Map<string, WireAsk>();
  for await (const ask of reader.listAll({ status: "all", limit: 500 })) listed.set(ask.id, ask);
  for (const id of created) expect(listed.get(id)?.outcome, id).toBeUndefined();
  expect(listed.size).toBe(created.size + 1);
});

test("no bytes on the socket make the hub fail or hang", { timeout: tortureLimitMs }, async () => {
  const { seed, count } = planTorture("fuzzed bytes", { short: 300, long: 20_000 });
  const hub = await startHub();
  const valid = `POST /v1/asks HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${hub.tokens.agent}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`;
  const arbitraryBytes = fc.oneof(
    fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes)),
    // A valid request, cut off, with a piece replaced, or sent twice.
    fc
      .tuple(fc.nat(valid.length), arbitraryText, fc.nat(valid.length), fc.integer({ min: 1, max: 3 }))
      .map(([from, piece, to, times]) =>
        Buffer.from((valid.slice(0, Math.min(from, to)) + piece + valid.slice(Math.max(from, to))).repeat(times)),
      ),
  );
  for (const bytes of fc.sample(arbitraryBytes, { seed, numRuns: count })) await sendRaw(hub, bytes);
  expect(await openClient(hub, "agent").health()).toMatchObject({ status: "ok" });
  expect((await openClient(hub, "human").list({ status: "all" })).asks).toEqual([]);
});

interface Call {
  method: "POST" | "PUT";
  path: string;
  scope: "agent" | "human";
  body: string;
}

function toCall(method: Call["method"], path: string, scope: Call["scope"]): (body: string) => Call {
  return (body) => ({ method, path, scope, body });
}

/** A body as JSON text: as it is, with one value replaced or removed, or not JSON at all. */
function arbitraryMutation(body: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const odd = fc.oneof(fc.jsonValue(), arbitraryText, fc.constantFrom(null, [], {}, -1, 1e308, "__proto__", true));
  return fc.oneof(
    { weight: 1, arbitrary: body.map((value) => JSON.stringify(value)) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(body, fc.nat(), odd)
        .map(([value, place, put]) => JSON.stringify(replaceAt(value, place, put))),
    },
    {
      weight: 1,
      arbitrary: fc.oneof(
        arbitraryText,
        odd.map((value) => JSON.stringify(value)),
      ),
    },
  );
}

/** The value with the place-th value inside it replaced. */
function replaceAt(value: unknown, place: number, put: unknown): unknown {
  const copy = { root: structuredClone(value) };
  const places: [Record<string, unknown>, string][] = [];
  const walk = (holder: Record<string, unknown>) => {
    for (const key of Object.keys(holder)) {
      places.push([holder, key]);
      const inner = holder[key];
      if (typeof inner === "object" && inner !== null) walk(inner as Record<string, unknown>);
    }
  };
  walk(copy);
  const found = places[place % places.length];
  if (found !== undefined) found[0][found[1]] = put;
  return copy.root;
}

function send(
  hub: TestHub,
  agent: Agent,
  { method, path, scope, body }: Call,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: "localhost",
      authorization: `Bearer ${hub.tokens[scope]}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const sending = request({ agent, socketPath: hub.socket, method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece) => {
        text += piece;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sending.on("error", reject);
    sending.end(body);
  });
}

/** Sends the bytes and leaves; a response is read but not required. */
function sendRaw(hub: TestHub, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(hub.socket, () => socket.end(bytes));
    socket.on("data", () => {}).on("error", () => {});
    socket.once("close", () => resolve());
  });
}
