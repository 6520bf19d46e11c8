import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { createHubClient } from "@yourcall/client/browser";
import { expect, onTestFinished, test } from "vitest";
import { choose, question, startTestApp } from "../test-support/app.ts";
import { createAskRoutes } from "./create-ask-routes.ts";
import { toNodeHandler } from "./to-node-handler.ts";

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text === "" ? undefined : JSON.parse(text);
}

test("a request that cannot become a Request is refused, and the server stays up", async () => {
  const handle = toNodeHandler(async ({ url }) => new Response(url));
  const url = await serve(handle);
  async function send(head: string): Promise<string> {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(`${head}\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).slice(0, 12);
  }
  expect(await send("GET / HTTP/1.1\r\nHost: not a host")).toBe("HTTP/1.1 400");
  expect(await send("TRACE / HTTP/1.1\r\nHost: localhost")).toBe("HTTP/1.1 400");
  expect(await send("GET // HTTP/1.1\r\nHost: localhost")).toBe("HTTP/1.1 200");
});

test("Express hands over the whole path, the parsed body and `next`", async () => {
  const handle = toNodeHandler(async (request) =>
    Response.json([new URL(request.url).pathname, await request.json()], {
      headers: [
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
      ],
    }),
  );
  const url = await serve(async (request, response) => {
    const body = await readBody(request);
    await handle(Object.assign(request, { originalUrl: request.url, url: "/v1", body }), response, () => {});
  });
  const response = await fetch(`${url}/api/v1`, { method: "POST", body: '{"a":1}' });
  expect(await response.json()).toEqual(["/api/v1", { a: 1 }]);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

test.each(["reads the body itself", "is given it by its framework"])(
  "a node server %s, and a page follows and answers",
  async (how) => {
    const { app, person } = await startTestApp();
    const routes = createAskRoutes({ hub: app, user: () => ({ name: "ana", owns: (session) => session === "c1" }) });
    onTestFinished(() => routes.close());
    const handle = toNodeHandler(routes.handle);
    const url = await serve(async (request, response) => {
      const isParsed = how.startsWith("is given");
      await handle(request, response, isParsed && request.method !== "GET" ? await readBody(request) : undefined);
    });
    const page = createHubClient({ baseUrl: `${url}/api/yourcall`, token: () => null });
    const ask = await app.create({
      questions: [{ ...question, kind: "choice" }],
      agent: { name: "chat", session: "c1" },
    });
    const seen: string[] = [];
    for await (const event of page.events({ session: "c1" })) {
      seen.push(event.type);
      if (event.type === "snapshot") await page.answer(ask.id, choose("SQLite"));
      if (event.type === "ask-ended") break;
    }
    expect(seen).toEqual(["snapshot", "ask-ended"]);
    expect((await person.get(ask.id)).outcome).toMatchObject({ by: { user: "ana", surface: "card" } });
    const foreign = await fetch(`${url}/api/yourcall/v1/asks/${ask.id}`, {
      headers: { origin: "http://evil.example.com" },
    });
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { code: "forbidden" }]);
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
    const large = JSON.stringify({ comment: "x".repeat(3 * 1024 * 1024) });
    const tooLarge = await fetch(`${url}/api/yourcall/v1/asks/${ask.id}/answer`, {
      ...{ method: "POST", headers: { "content-type": "application/json" }, body: large },
    });
    expect([tooLarge.status, await tooLarge.json()]).toMatchObject([413, { code: "too-large" }]);
    const stream = await fetch(`${url}/api/yourcall/v1/events`);
    // Otherwise a compressing middleware would hold the events back.
    expect(stream.headers.get("cache-control")).toContain("no-transform");
    await stream.body?.cancel();
    page.close();
  },
);
