import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { json } from "./refuse.ts";

/** Express adds the full path, before the mount point was removed, and the body if a parser has read it. */
type NodeRequest = IncomingMessage & { originalUrl?: string; body?: unknown };

/**
 * A `Request → Response` handler for `node:http`, Express and Fastify. `body` is what the framework has already read of the request,
 * parsed; Express keeps it with the request, and passes `next` instead. `docs/agents/ai-sdk.md` shows it.
 *
 * @example
 * import { createServer } from "node:http";
 * const routes = createAskRoutes({ hub, user: () => null });
 * createServer(toNodeHandler(routes.handle)).listen(3000);
 */
export function toNodeHandler(
  handle: (request: Request) => Promise<Response>,
): (request: IncomingMessage, response: ServerResponse, body?: unknown) => Promise<void> {
  return async (incoming: NodeRequest, outgoing, body) => {
    const leaving = new AbortController();
    outgoing.once("close", () => leaving.abort());
    const read = typeof body === "function" || body === undefined ? incoming.body : body;
    const request = toRequest(incoming, read, leaving.signal);
    const response = await (request === null ? json(400, malformed) : handle(request));
    outgoing.writeHead(response.status, [...response.headers].flat());
    if (response.body === null) return void outgoing.end();
    outgoing.flushHeaders();
    // A reader that disconnects is not a failure.
    await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing).catch(() => {});
  };
}

const malformed = { code: "bad-request", message: "Malformed request." };

/** Null if the request cannot be represented: Node accepts addresses and methods that `Request` refuses. */
function toRequest(incoming: NodeRequest, body: unknown, signal: AbortSignal): Request | null {
  const { method = "GET", headers, originalUrl: url = incoming.url ?? "/" } = incoming;
  const scheme = "encrypted" in incoming.socket ? "https" : "http";
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(":") ? [] : [[name, [value].flat().join(", ")] as [string, string]],
  );
  const hasBody = method !== "GET" && method !== "HEAD";
  const read = body === undefined ? Readable.toWeb(incoming) : JSON.stringify(body);
  try {
    return new Request(`${scheme}://${headers.host ?? headers[":authority"] ?? "localhost"}${url}`, {
      method,
      headers: given,
      signal,
      ...(hasBody ? { body: read, duplex: "half" } : {}),
    } as RequestInit);
  } catch {
    return null;
  }
}
