import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";

const mostBytes = 4 * 1024 * 1024;

/** A server of Node for handlers of `Request` and `Response`, as most frameworks have them. */
export function serveRequests(handle: (request: Request) => Promise<Response>): Server {
  return createServer(async (from, to) => {
    try {
      await send(await handle(await toRequest(from, to)), to);
    } catch (error) {
      if (!to.headersSent) to.writeHead(error instanceof RangeError ? 413 : 500);
      to.end();
    }
  });
}

async function toRequest(from: IncomingMessage, to: ServerResponse): Promise<Request> {
  const leaving = new AbortController();
  to.once("close", () => leaving.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(from.headers)) headers.set(name, String(value));
  const { method = "GET" } = from;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of from as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > mostBytes) throw new RangeError("The body is too large.");
    parts.push(part);
  }
  const body = method === "GET" || method === "HEAD" ? undefined : Buffer.concat(parts);
  const url = `http://${from.headers.host ?? "localhost"}${from.url ?? "/"}`;
  return new Request(url, { method, headers, body, signal: leaving.signal });
}

async function send(response: Response, to: ServerResponse): Promise<void> {
  to.writeHead(response.status, [...response.headers].flat());
  if (response.body === null) {
    to.end();
    return;
  }
  const body = Readable.fromWeb(response.body as never);
  // A page that has left ends only its own reading.
  to.once("close", () => body.destroy());
  body.on("error", () => to.destroy());
  body.pipe(to);
}
