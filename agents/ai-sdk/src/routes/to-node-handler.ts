import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

/**
 * A `Request → Response` handler for `node:http`, Express and Fastify. `body` is what the framework has already read of the request,
 * parsed. `docs/agents/ai-sdk.md` shows it.
 */
export function toNodeHandler(
  handle: (request: Request) => Promise<Response>,
): (request: IncomingMessage, response: ServerResponse, body?: unknown) => Promise<void> {
  return async (incoming, outgoing, body) => {
    const leaving = new AbortController();
    outgoing.once("close", () => leaving.abort());
    const response = await handle(toRequest(incoming, body, leaving.signal));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) return void outgoing.end();
    outgoing.flushHeaders();
    // A reader that leaves is no failure.
    await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing).catch(() => {});
  };
}

function toRequest(incoming: IncomingMessage, body: unknown, signal: AbortSignal): Request {
  const { method = "GET", headers, url = "/" } = incoming;
  const scheme = "encrypted" in incoming.socket ? "https" : "http";
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(":") ? [] : [[name, [value].flat().join(", ")] as [string, string]],
  );
  const hasBody = method !== "GET" && method !== "HEAD";
  const read = body === undefined ? Readable.toWeb(incoming) : JSON.stringify(body);
  return new Request(new URL(url, `${scheme}://${headers.host ?? headers[":authority"] ?? "localhost"}`), {
    method,
    headers: given,
    signal,
    ...(hasBody ? { body: read, duplex: "half" } : {}),
  } as RequestInit);
}
