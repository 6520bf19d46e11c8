import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface EndpointRequest {
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read the fields they expect
  body: any;
}

/** One response: a status with a JSON body, or server-sent events, among which promises are awaited. */
export type EndpointReply = { status: number; json: unknown; headers?: Record<string, string> } | { events: unknown[] };

/** A model provider on loopback that follows a script and records its requests. */
export async function openEndpoint(replies: EndpointReply[]): Promise<{ url: string; requests: EndpointRequest[] }> {
  const requests: EndpointRequest[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    requests.push({ path: request.url ?? "", headers: request.headers, body: JSON.parse(text) });
    const reply = replies[requests.length - 1] ?? {
      status: 500,
      json: { error: { message: "The script has ended." } },
    };
    if ("json" in reply) {
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      response.end(JSON.stringify(reply.json));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of reply.events) {
      if (event instanceof Promise) {
        await event;
        continue;
      }
      const name = typeof event === "object" && event !== null && "type" in event ? `event: ${event.type}\n` : "";
      response.write(`${name}data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
