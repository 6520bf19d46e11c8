import { isUtf8 } from "node:buffer";
import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import swagger from "@fastify/swagger";
import { YourcallError } from "@yourcall/core";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { createJsonSchemaTransform } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { type Hosts, refuseHost } from "../access/hosts.ts";
import type { Caller } from "../caller.ts";
import { BadRequestError } from "./bad-request.ts";
import type { HttpContext } from "./context.ts";
import { wireContext } from "./context.ts";
import { createDirectAsks } from "./direct-asks.ts";
import { createEventStreams } from "./event-stream.ts";
import { type PlainConnections, takePlainConnections } from "./plain-connections.ts";
import type { PlainHeaders } from "./plain-request.ts";
import { readJson } from "./read-json.ts";
import { refuseUnreadable } from "./refuse-unreadable.ts";
import type { Reply } from "./reply.ts";
import { refusals } from "./responses.ts";
import { addAccessRoutes } from "./routes-access.ts";
import { addAskRoutes } from "./routes-asks.ts";
import { addEventRoutes, toCursor } from "./routes-events.ts";
import { addLogRoutes } from "./routes-log.ts";
import { addSettingsRoutes } from "./routes-settings.ts";
import { addStatusRoutes } from "./routes-status.ts";
import { type Refusal, toRefusal } from "./to-refusal.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Needs no token. */
    open?: boolean;
  }
}

export interface ServerOptions extends Omit<HttpContext, "stopping"> {
  hosts: () => Hosts;
  maxBodyBytes?: number;
  maxConnections?: number;
  /** Further routes: the page's files, `/mcp`. They come in from outside. */
  plugins?: ((app: FastifyInstance) => void | Promise<void>)[];
  log?: (message: string) => void;
}

export interface HubServer {
  /** The same routes on loopback TCP and on a unix socket. */
  tcp: Server;
  unix: Server;
  /** Lets go everybody who waits or listens, with 503, and closes both. */
  stop(): Promise<void>;
}

// Long enough for a slow line, short enough that a thousand half-open connections go away by themselves.
const headersMs = 10_000;
const requestMs = 30_000;
const keepAliveMs = 60_000;
// The reader of JSON never looks at the request it is given.
const noRequest = undefined as never;

export async function createHubServer(options: ServerOptions): Promise<HubServer> {
  let isStopping = false;
  const context: HttpContext = { ...options, stopping: () => isStopping };
  const servers: Server[] = [];
  // A socket that has just closed no longer knows its peer, so where a request came in is noted when it comes in.
  const local = new WeakSet<object>();
  type Named = Pick<PlainHeaders, "host" | "origin">;
  function whyStranger({ host, origin }: Named, socket: Socket): string | null {
    return refuseHost(options.hosts(), { host, origin, socket: local.has(socket) });
  }
  function refuseStranger({ raw }: FastifyRequest): void {
    // A whole address names a host of its own, and the hub passes nothing on.
    if (raw.url?.startsWith("/") !== true) throw new YourcallError("forbidden", "This hub is no proxy.");
    const refused = whyStranger(raw.headers as Named, raw.socket);
    if (refused !== null) throw new YourcallError("forbidden", refused);
  }
  function note(error: unknown, { status }: Refusal): void {
    // Where the fault lies in the code is worth a line only where it is a fault of the code.
    const place = YourcallError.isInstance(error) ? undefined : (error as Error | undefined)?.stack;
    if (status >= 500) options.log?.(place ?? (error instanceof Error ? error.message : String(error)));
  }
  function refuse(error: unknown, reply: FastifyReply): void {
    const refusal = toRefusal(error);
    note(error, refusal);
    reply.code(refusal.status).headers(refusal.headers).send(refusal.body);
  }
  function refuseDirectly(error: unknown, reply: Reply, headers: readonly string[]): void {
    const refusal = toRefusal(error);
    note(error, refusal);
    reply.send(refusal.status, JSON.stringify(refusal.body), [...Object.entries(refusal.headers).flat(), ...headers]);
  }
  const maxBodyBytes = options.maxBodyBytes ?? 1024 * 1024;
  // The headers of a connection are read once as long as they stay the same, and local tokens never change.
  const callers = new WeakMap<PlainHeaders, Caller>();
  const takeDirectly = createDirectAsks({
    context,
    maxBodyBytes,
    letIn(headers, socket) {
      if (whyStranger(headers, socket) !== null) return null;
      let caller = callers.get(headers);
      if (caller === undefined) {
        const token = tokenOf(headers.authorization);
        caller = (token === undefined ? null : options.access.identifyLocal(token)) ?? undefined;
        if (caller !== undefined) callers.set(headers, caller);
      }
      return caller ?? null;
    },
    readJson: (text) => readBody(text),
    refuse: refuseDirectly,
  });
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be read meets no hook, so who calls is looked at here.
    frameworkErrors: (error, request, reply) => {
      try {
        refuseStranger(request);
        refuse(error, reply);
      } catch (refused) {
        refuse(refused, reply);
      }
    },
    clientErrorHandler: refuseUnreadable,
    serverFactory: (handler) => {
      for (let count = 0; count < 2; count++) servers.push(createHttpServer(handler, options.maxConnections ?? 20_000));
      return servers[0] as Server;
    },
  });
  // Every route checks its own body, with faults in our words; the schemas here describe them.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.decorateRequest("caller");
  app.removeContentTypeParser(["text/plain", "application/json"]);
  const parseJson = app.getDefaultJsonParser("error", "error");
  const readBody = (text: string) => readJson(text, (given, done) => parseJson(noRequest, given, done));
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, bytes: Buffer, done) => {
    try {
      if (!isUtf8(bytes)) throw new BadRequestError([{ path: "", message: "It is not UTF-8. Send it in UTF-8." }]);
      done(null, readBody(bytes.toString("utf8")));
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler((error, _request, reply) => refuse(error, reply));
  app.setNotFoundHandler((request, reply) => {
    reply
      .code(404)
      .send({ code: "not-found", message: `There is no ${request.method} ${request.url.split("?")[0]} here.` });
  });

  function letIn(request: FastifyRequest, caller: Caller | null): void {
    if (caller === null)
      throw new YourcallError(
        "unauthorized",
        "A token is needed: Authorization: Bearer …. It is in tokens.json of the state directory.",
      );
    request.caller = caller;
  }
  // Calls back rather than returning a promise: most callers are known at once, and a promise for each costs more than the look.
  app.addHook("onRequest", (request, reply, done) => {
    try {
      reply.header("x-content-type-options", "nosniff");
      refuseStranger(request);
      if (request.routeOptions.config.open === true || request.is404) return done();
      const token = tokenOf(request.headers.authorization);
      const caller = token === undefined ? null : options.access.identify(token);
      if (caller instanceof Promise) return void caller.then((known) => letIn(request, known)).then(() => done(), done);
      letIn(request, caller);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.url.startsWith("/v1/")) reply.header("cache-control", "no-store");
    // Kept alive, the connection would only keep the hub from going.
    if (isStopping) reply.header("connection", "close");
    done(null, payload);
  });

  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "yourcall hub", version: options.version, description: "Where an ask waits for a person." },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
      security: [{ bearer: [] }],
    },
    transform: createJsonSchemaTransform({}),
  });
  const streams = createEventStreams({
    cursor: (sequence) => toCursor(options.hub.store.id, sequence),
    wire: (audience) => wireContext(context, audience),
    clock: options.hub.clock,
  });
  const stopBroadcast = options.hub.watch((events) => streams.broadcast(events));
  addAskRoutes(app, context);
  addEventRoutes(app, context, streams);
  addAccessRoutes(app, context, streams);
  addLogRoutes(app, context);
  addSettingsRoutes(app, context);
  addStatusRoutes(app, context, streams);
  addDocumentRoute(app);
  for (const plugin of options.plugins ?? []) await app.register(async (scoped) => plugin(scoped));
  await app.ready();

  const [tcp, unix] = servers as [Server, Server];
  const plainOptions = {
    take: takeDirectly,
    isStopping: () => isStopping,
    firstMs: headersMs,
    keepAliveMs,
    spareMs: 1000,
  };
  const plain = servers.map((server) => takePlainConnections(server, plainOptions));
  unix.on("connection", (socket) => local.add(socket));
  // Fastify looks after the first one only.
  unix.on("clientError", refuseUnreadable);
  return {
    tcp,
    unix,
    async stop() {
      isStopping = true;
      stopBroadcast();
      await options.hub.stop();
      streams.end();
      await Promise.all(servers.map((server, index) => close(server, plain[index])));
      await app.close();
    },
  };
}

function tokenOf(authorization = ""): string | undefined {
  return /^Bearer (\S{1,300})$/i.exec(authorization)?.[1];
}

function addDocumentRoute(app: FastifyInstance): void {
  app.get(
    "/openapi.json",
    {
      config: { open: true },
      schema: {
        summary: "This document",
        security: [],
        response: { 200: z.record(z.string(), z.unknown()), ...refusals("open") },
      },
    },
    async () => app.swagger(),
  );
}

function createHttpServer(listener: RequestListener, maxConnections: number): Server {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: 5000,
      keepAliveTimeout: keepAliveMs,
      // Who calls under no name is told so in our own words.
      requireHostHeader: false,
      noDelay: true,
    },
    listener,
  );
  server.maxConnections = maxConnections;
  return server;
}

function close(server: Server, plain: PlainConnections | undefined): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    plain?.closeIdle();
    // What is still being answered has a moment to end.
    setTimeout(() => {
      server.closeAllConnections();
      plain?.closeAll();
    }, 500).unref();
  });
}
