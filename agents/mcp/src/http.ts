import { type ClientCapabilities, createMcpHandler } from "@modelcontextprotocol/server";
import type { ClientInfo } from "./call-context.ts";
import { showsCards } from "./card/card.ts";
import type { Connection, McpServers } from "./create-mcp-server.ts";

/** Answers one HTTP request. `body` is its JSON, already read. */
export type McpHttp = (request: Request, body: unknown) => Promise<Response>;

const sessionHeader = "mcp-session-id";
const maxSessionLength = 1000;

/**
 * The server over streamable HTTP, without any state between two requests. A client of 2025-11-25 says who it is only once, so the
 * session id that it then gets, and sends with each request, contains exactly that information.
 *
 * @example
 * import { machineClock } from "@yourcall/core";
 * import { createMcpServers } from "@yourcall/mcp";
 * const serve = createMcpHttp(createMcpServers({ hub: async () => hub, clock: machineClock, version: "1.0.0" }));
 * const response = await serve(new Request("http://localhost/mcp", { method: "POST" }), {});
 */
export function createMcpHttp(servers: McpServers, toConnection: (url: URL) => Connection = () => ({})): McpHttp {
  const handler = createMcpHandler(({ requestInfo }) => {
    const { session, ...rest } = requestInfo === undefined ? {} : toConnection(new URL(requestInfo.url));
    const known = readSession(requestInfo?.headers.get(sessionHeader) ?? null);
    return servers.open({ ...rest, ...known, session: session ?? known?.session });
  });
  const calls = createRunningCalls();
  return async (request, body) => {
    const response = await handler.fetch(calls.track(request, body), { parsedBody: body });
    const announced = toAnnounced(body);
    if (announced !== null && response.ok) response.headers.set(sessionHeader, writeSession(announced));
    return response;
  };
}

/**
 * The running calls of clients of 2025-11-25, which cancel a call with a separate request. Later clients close the connection
 * instead.
 */
function createRunningCalls() {
  const running = new Map<string, AbortController>();
  return {
    /** The same request with a signal that is also aborted when the client cancels the call. */
    track(request: Request, body: unknown): Request {
      const session = request.headers.get(sessionHeader);
      const { id, method, params } = (body ?? {}) as {
        id?: unknown;
        method?: unknown;
        params?: { requestId?: unknown };
      };
      if (session === null) return request;
      const nameOf = (call: unknown) => JSON.stringify([session, call]);
      if (method === "notifications/cancelled") running.get(nameOf(params?.requestId))?.abort();
      if (method !== "tools/call" || id === undefined) return request;
      const ending = new AbortController();
      const name = nameOf(id);
      running.set(name, ending);
      request.signal.addEventListener("abort", () => {
        ending.abort();
        if (running.get(name) === ending) running.delete(name);
      });
      return new Request(request, { signal: ending.signal });
    },
  };
}

/** What a client of 2025-11-25 says only once. */
type Announced = Required<Pick<Connection, "client" | "cards">>;

function toAnnounced(body: unknown): Announced | null {
  const { method, params } = (body ?? {}) as {
    method?: unknown;
    params?: { clientInfo?: Partial<ClientInfo>; capabilities?: ClientCapabilities };
  };
  const { name, version, title } = params?.clientInfo ?? {};
  if (method !== "initialize" || typeof name !== "string") return null;
  return { client: { name, version, title }, cards: showsCards(params?.capabilities) };
}

function writeSession({ client: { name, version, title }, cards }: Announced): string {
  const short = (text: unknown) => (typeof text === "string" ? text.slice(0, 80) : undefined);
  const text = JSON.stringify([crypto.randomUUID(), short(name), short(version), short(title), cards]);
  return Buffer.from(text).toString("base64url");
}

/** Decodes a session id. It can be trusted no more than the name a client gives itself. */
function readSession(id: string | null): (Announced & { session: string }) | null {
  if (id === null || id.length > maxSessionLength) return null;
  try {
    const [unique, name, version, title, cards] = JSON.parse(Buffer.from(id, "base64url").toString());
    const texts = [unique, name, version ?? "", title ?? ""];
    if (texts.some((text) => typeof text !== "string")) return null;
    const client = { name, version: version ?? undefined, title: title ?? undefined };
    return { client, cards: cards === true, session: `mcp:${unique}` };
  } catch {
    return null;
  }
}
