import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Ask } from "@yourcall/core";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { goLive, stopHubHere } from "./go-live.ts";

const ask: Ask = {
  kind: "question",
  questions: [{ question: "Ship it?", header: "Ship", kind: "text", options: [], multiSelect: false }],
};

afterEach(() => vi.unstubAllEnvs());

/** A hub that is only this handler, and the environment that points at it. */
async function pretendHub(handle: (request: IncomingMessage, body: string, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => handle(request, body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  vi.stubEnv("YOURCALL_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("YOURCALL_TOKEN", "token");
  return server;
}

test("if the connection breaks after the hub got the ask, it is sent again under the same key, since the hub may have it", async () => {
  const keys: string[] = [];
  await pretendHub((request, body, response) => {
    if (request.method !== "POST") return;
    keys.push(JSON.parse(body).key);
    if (keys.length === 1) return void request.socket.destroy();
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: "ask_1", status: "pending" }));
  });
  const live = goLive(ask, ask, { onHere: () => {}, onLost: () => {} });
  onTestFinished(live.close);
  expect((await live.created).id).toBe("ask_1");
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test("if nothing listens at YOURCALL_URL, the ask is in memory and the notice says why", async () => {
  const server = await pretendHub(() => {});
  await new Promise((resolve) => server.close(resolve));
  vi.stubGlobal("VERSION", "0.1.0");
  onTestFinished(() => void vi.unstubAllGlobals());
  const notices: string[] = [];
  const live = goLive(ask, ask, { onHere: (notice) => void notices.push(notice), onLost: () => {} });
  onTestFinished(stopHubHere);
  onTestFinished(live.close);
  expect((await live.created).status).toBe("pending");
  expect(notices).toEqual([expect.stringMatching(/^No hub has this question.* No hub answers at http:/)]);
  await live.submit({ type: "submitted", answers: [{ question: "Ship it?", customInput: "yes" }] as never });
});
