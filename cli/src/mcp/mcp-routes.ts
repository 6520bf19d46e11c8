import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Call, type Caller, defineRoute, type Hub, type Route } from "@yourcall/hub";
import type { McpHttp } from "@yourcall/mcp/http";
import * as z from "zod/mini";
import { readDuration } from "../parse-duration.ts";

const query = z.object({
  session: z.optional(z.string()),
  wait: z.optional(
    z.string().check(z.refine((text) => readDuration(text) !== undefined, "must be a time like 90s, 5m or 2h")),
  ),
  elicitation: z.optional(z.unknown()),
});
const replies = {
  200: {
    description: "The reply, or a stream of messages that ends with it",
    type: "application/json",
    schema: z.unknown(),
  },
  202: { description: "A notification was taken" },
};

/** `/mcp`: the same server as `yourcall mcp`, over streamable HTTP. `cardKey` is for the cards in its clients. */
export function mcpRoutes(hub: Hub, cardKey: () => Buffer): Route[] {
  let loaded: Promise<(caller: Caller, secret: string) => McpHttp> | undefined;
  async function handle({ body, caller, request, response }: Call): Promise<undefined> {
    loaded ??= import("./mcp-handler.ts").then(({ createMcpHandler }) => createMcpHandler(hub, cardKey));
    const answer = (await loaded)(caller, request.headers.authorization ?? "");
    const left = new AbortController();
    response.once("close", () => left.abort());
    await send(await answer(toRequest(request, body, left.signal), body), response);
  }
  const row = { path: "/mcp", scopes: ["agent"], query, replies, refusals: [404, 405, 406, 415] } as const;
  return [
    defineRoute({ ...row, method: "POST", summary: "A message of an MCP client", body: z.unknown(), handle }),
    // The protocol answers these itself: there are no sessions to listen to or to end.
    defineRoute({ ...row, method: "GET", summary: "Refused with 405: messages come with the replies", handle }),
    defineRoute({ ...row, method: "DELETE", summary: "Refused with 405: there are no sessions to end", handle }),
  ];
}

function toRequest({ method, url, headers }: IncomingMessage, body: unknown, signal: AbortSignal): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(":") ? [] : [[name, String(value)] as [string, string]],
  );
  const text = method === "POST" ? JSON.stringify(body) : undefined;
  return new Request(new URL(url ?? "", "http://hub"), { method, headers: given, body: text, signal });
}

async function send(from: Response, to: ServerResponse): Promise<void> {
  to.writeHead(from.status, { ...Object.fromEntries(from.headers), "cache-control": "no-store" });
  if (from.body === null) return void to.end();
  // So that a client waiting for the stream knows immediately that it has begun.
  to.flushHeaders();
  // A client that leaves ends the stream, and with it the call.
  await pipeline(Readable.fromWeb(from.body as import("node:stream/web").ReadableStream), to).catch(() => {});
}
