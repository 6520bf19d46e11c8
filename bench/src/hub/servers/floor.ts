import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serveParent } from "../serve-parent.ts";
import { createFloorStore, type FloorKind } from "./floor-store.ts";

/**
 * The smallest server that does the round trip: it stores an ask and sends it to all readers, stores an answer and sends it to
 * the agent that waits. No tokens, no checks, no history, no resuming.
 */
await serveParent(async ({ kind, directory }: { kind: FloorKind; directory: string }) => {
  const store = createFloorStore(kind, join(directory, "floor.db"));
  const readers = new Set<ServerResponse>();
  const waiting = new Map<string, ServerResponse>();
  let last = 0;

  function ask(body: string, response: ServerResponse): void {
    const id = `ask_${++last}`;
    const { questions } = JSON.parse(body) as { questions: unknown };
    store.add(id, body, () => {
      waiting.set(id, response);
      const frame = `id: ${id}\nevent: ask-created\ndata: ${JSON.stringify({ ask: { id, questions } })}\n\n`;
      for (const reader of readers) reader.write(frame);
    });
  }

  function answer(id: string, body: string, response: ServerResponse): void {
    const { answers } = JSON.parse(body) as { answers: unknown };
    store.end(id, body, (first) => {
      const text = JSON.stringify({ id, outcome: { status: "answered", answers } });
      const waiter = first ? waiting.get(id) : undefined;
      waiting.delete(id);
      if (waiter !== undefined) send(waiter, 201, text);
      send(response, first ? 200 : 409, text);
    });
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const url = request.url ?? "";
    if (url === "/v1/events") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("event: snapshot\ndata: {}\n\n");
      readers.add(response);
      response.once("close", () => readers.delete(response));
    } else if (url === "/v1/asks") read(request, (body) => ask(body, response));
    else read(request, (body) => answer(url.split("/")[3] ?? "", body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { ready: { port: (server.address() as AddressInfo).port } };
});

function read(request: IncomingMessage, done: (body: string) => void): void {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (text: string) => {
    body += text;
  });
  request.on("end", () => done(body));
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}
