import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { parse as parseQuery } from "node:querystring";
import type { Duplex } from "node:stream";
import { InvalidAnswerError, InvalidAskError, YourcallError } from "@yourcall/core";
import { toIssues } from "@yourcall/core/internal";
import * as z from "zod/mini";
import { type Hosts, hasTwoHosts, refuseHost } from "../access/hosts.ts";
import { permitScope } from "../access/permit.ts";
import { permitRight } from "../access/rights.ts";
import type { Caller } from "../caller.ts";
import type { Hub } from "../hub.ts";
import { connectionLimit } from "../state/connection-limit.ts";
import { type HttpContext, wireContext } from "./context.ts";
import { createEventStreams } from "./event-stream.ts";
import { toOpenApi } from "./openapi.ts";
import { readBody } from "./read-body.ts";
import { createRouter, defineOpenRoute, type Plugin, type Reply, type Route, type Schema } from "./route.ts";
import { accessRoutes } from "./routes-access.ts";
import { askRoutes } from "./routes-asks.ts";
import { batchRoutes } from "./routes-batches.ts";
import { deliveryRoutes } from "./routes-delivery.ts";
import { eventRoutes } from "./routes-events.ts";
import { grantRoutes } from "./routes-grants.ts";
import { logRoutes } from "./routes-log.ts";
import { pictureRoutes } from "./routes-pictures.ts";
import { presenceRoutes } from "./routes-presence.ts";
import { settingsRoutes } from "./routes-settings.ts";
import { statusRoutes } from "./routes-status.ts";
import { BadRequestError, MalformedError, toRefusal } from "./to-refusal.ts";

interface ServerOptions extends Omit<HttpContext, "stopping"> {
  maxBodyBytes?: number;
  maxConnections?: number;
  /** How long a connection may be idle, or not read its reply. */
  idleMs?: number;
  /** Further rows of the table: the page's files, `/mcp`. */
  plugins?: readonly Plugin<Hub>[];
  log?: (message: string) => void;
}

interface HubServer {
  /** The same routes on loopback TCP and on a unix socket. */
  tcp: Server;
  unix: Server;
  /** Ends every held request and stream with 503, and closes both. */
  stop(): Promise<void>;
}

// Long enough for a slow connection, short enough that a thousand half-open ones soon time out.
const headersMs = 10_000;
const requestMs = 30_000;

/** One table of routes on `node:http`: the hub's own rows and those of its plugins. */
export function createHubServer(options: ServerOptions): HubServer {
  const { maxBodyBytes = 1024 * 1024, idleMs = 60_000 } = options;
  let isStopping = false;
  const context: HttpContext = { ...options, stopping: () => isStopping };
  const streams = createEventStreams(options.hub, (audience) => wireContext(context, audience));
  const routes: Route[] = [
    ...askRoutes(context),
    ...batchRoutes(context),
    ...deliveryRoutes(context),
    ...eventRoutes(context, streams),
    ...accessRoutes(context),
    ...grantRoutes(context),
    ...logRoutes(context),
    ...settingsRoutes(context),
    ...pictureRoutes(context),
    ...presenceRoutes(context),
    ...statusRoutes(context, streams),
    ...(options.plugins ?? []).flatMap((plugin) => plugin(options.hub)),
  ];
  routes.push(documentRoute(routes, options.version));
  const find = createRouter(routes);

  async function answer(request: IncomingMessage, response: ServerResponse, isLocal: boolean): Promise<void> {
    let isStranger = !isLocal;
    try {
      refuseStranger(request, options.hosts(), isLocal);
      const url = request.url ?? "";
      const mark = url.indexOf("?");
      const path = mark === -1 ? url : url.slice(0, mark);
      const found = find(request.method ?? "", path);
      if (found === null) throw new YourcallError("not-found", `There is no route ${request.method} ${path}.`);
      const { route, params } = found;
      const known = route.scopes === null ? nobody : identify(request);
      const caller = known instanceof Promise ? await known : known;
      if (route.scopes !== null) {
        isStranger = false;
        permitScope(caller, ...route.scopes);
        permitRight(caller, route.right ?? (route.method === "GET" ? "read" : "administer"));
        endWhenRevoked(caller, response);
      }
      const query = route.query && check(route.query, mark === -1 ? {} : { ...parseQuery(url.slice(mark + 1)) });
      const body =
        route.body &&
        check(
          route.body,
          (await readBody(request, route.maxBodyBytes ?? maxBodyBytes, route.tooLarge)) ?? {},
          route.refusedAs,
        );
      // The token was revoked while the body arrived, and the client already has the refusal.
      if (response.writableEnded) return;
      const reply = await route.handle({ params, query, body, caller, request, response });
      if (reply !== undefined) send(response, reply);
    } catch (error) {
      refuse(error, response, isStranger);
    }
  }

  /** Ends a held reply or a stream as soon as the token of its request is revoked. */
  function endWhenRevoked({ token }: Caller, response: ServerResponse): void {
    const end = () => {
      // A request that revoked its own token has had its reply by now.
      if (response.writableEnded) return;
      if (response.headersSent) return void response.destroy();
      const { status, body, headers } = toRefusal(new YourcallError("unauthorized", "This token was revoked."));
      // Closing the connection also ends its other waiting requests.
      send(response, { status, body: JSON.stringify(body), headers: { ...headers, connection: "close" } });
    };
    const forget = options.access.onRevoked(token, () => setImmediate(end));
    if (forget !== null) response.once("close", forget);
  }

  /** Who calls. The tokens of the state directory are recognised without reading the store. */
  function identify({ headers }: IncomingMessage): Caller | Promise<Caller> {
    const token = /^Bearer (\S{1,300})$/i.exec(headers.authorization ?? "")?.[1];
    const caller = token === undefined ? null : options.access.identify(token);
    return caller instanceof Promise ? caller.then(needed) : needed(caller);
  }

  function refuse(error: unknown, response: ServerResponse, isStranger: boolean): void {
    // The client is gone.
    if (response.destroyed) return;
    const { status, body, headers } = toRefusal(error);
    // Only our own bugs need a stack trace. Pages look for a desk every second, and it is no failure if none runs.
    const stack = YourcallError.isInstance(error) ? undefined : (error as Error | undefined)?.stack;
    if (status >= 500 && body.code !== "desk-unreachable")
      options.log?.(stack ?? (error instanceof Error ? error.message : String(error)));
    // Such a message names files, or the host and user of a database.
    if (isStranger && body.code === "store-unavailable")
      body.message = "The hub cannot use its store now. Its log says why.";
    if (response.headersSent) response.destroy();
    else send(response, { status, body: JSON.stringify(body), headers });
  }

  function send(response: ServerResponse, { status, body, headers }: Reply): void {
    // The token was revoked in the meantime, and the client already has the refusal.
    if (response.headersSent) return;
    const all: OutgoingHttpHeaders = { ...(body === undefined ? nosniff : jsonHeaders), ...headers };
    if (body !== undefined) all["content-length"] = Buffer.byteLength(body);
    // A keep-alive connection would delay the hub's stop.
    if (isStopping) all.connection = "close";
    response.writeHead(status, all);
    response.end(body);
    // A client that does not read its reply must not keep it in memory forever.
    if (response.socket !== null && response.socket.writableLength > 0) response.socket.setTimeout(idleMs);
  }

  function listen(isLocal: boolean): Server {
    const server = createServer(
      {
        headersTimeout: headersMs,
        requestTimeout: requestMs,
        connectionsCheckingInterval: 5000,
        keepAliveTimeout: idleMs,
        // A missing Host is refused like a wrong one.
        requireHostHeader: false,
        noDelay: true,
      },
      (request, response) => {
        if (acceptPipelined(request, response)) void answer(request, response, isLocal);
      },
    );
    server.maxConnections = maxConnections;
    server.on("clientError", refuseUnreadable);
    return server;
  }

  const maxConnections = connectionLimit(options.maxConnections ?? 20_000);
  const [tcp, unix] = [listen(false), listen(true)];
  const stopBroadcast = options.hub.watch(streams.broadcast, streams.restart);
  return {
    tcp,
    unix,
    async stop() {
      isStopping = true;
      stopBroadcast();
      await options.hub.stop();
      streams.end();
      await Promise.all([close(tcp), close(unix)]);
    },
  };
}

const nosniff = { "x-content-type-options": "nosniff", "cache-control": "no-store" };
const jsonHeaders = { "content-type": "application/json; charset=utf-8", ...nosniff };
// A route without scopes has no caller, and neither does its handler's type.
const nobody = undefined as unknown as Caller;
const errors = { "invalid-ask": InvalidAskError, "invalid-answer": InvalidAnswerError, "bad-request": BadRequestError };

function needed(caller: Caller | null): Caller {
  if (caller !== null) return caller;
  throw new YourcallError(
    "unauthorized",
    "A valid token is needed: Authorization: Bearer …. It is in tokens.json of the state directory.",
  );
}

function check(schema: Schema, given: unknown, refusedAs: keyof typeof errors = "bad-request"): unknown {
  const result = z.safeParse(schema, given);
  if (result.success) return result.data;
  throw new errors[refusedAs](toIssues(result.error.issues, given));
}

// No usual client sends a request before it has the reply to the last one.
const maxWaiting = 20;
const waiting = new WeakMap<Duplex, number>();

/**
 * Limits pipelined requests per connection: false, and the connection is closed, if too many wait for earlier replies. Node handles all
 * requests of a packet before anybody else's, and their replies take memory until they can be sent.
 */
function acceptPipelined({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // Node gives a response its socket when its turn comes.
  if (response.socket !== null) return true;
  if (socket.destroyed) return false;
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  response.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  if (count > maxWaiting) socket.destroy();
  return count <= maxWaiting;
}

function refuseStranger({ url, headers, rawHeaders }: IncomingMessage, hosts: Hosts, isLocal: boolean): void {
  if (hasTwoHosts(rawHeaders)) throw new MalformedError("Malformed request: it has two Host headers.");
  // A request with an absolute address expects a proxy, and the hub forwards nothing.
  if (url?.startsWith("/") !== true) throw new YourcallError("forbidden", "This hub is not a proxy.");
  const { host, origin } = headers;
  const refused = refuseHost(hosts, { host, origin, socket: isLocal });
  if (refused !== null) throw new YourcallError("forbidden", refused);
}

function documentRoute(routes: readonly Route[], version: string): Route {
  let document: string | undefined;
  return defineOpenRoute({
    method: "GET",
    path: "/openapi.json",
    summary: "This document",
    replies: {
      200: {
        description: "An OpenAPI document",
        schema: z.record(z.string(), z.unknown()),
      },
    },
    handle() {
      document ??= JSON.stringify(toOpenApi(routes, version));
      return { status: 200, body: document };
    },
  });
}

const unreadable: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, "The headers are too long. Shorten them."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive. Send it again."],
};

/** Refuses a request that Node cannot parse, in the same form as any other, and closes the connection. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, message] = unreadable[error.code ?? ""] ?? [400, "Malformed request."];
  const body = JSON.stringify({ code: "bad-request", message });
  const headers = Object.entries({ ...jsonHeaders, "content-length": body.length, connection: "close" });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`, () => socket.destroy());
}

function close(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Replies under way get a moment to finish.
    setTimeout(() => server.closeAllConnections(), 500).unref();
  });
}
