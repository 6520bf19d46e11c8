import type { IncomingMessage, ServerResponse } from "node:http";
import type { TokenRights } from "@yourcall/core/internal/wire";
import type * as z from "zod/mini";
import type { Caller } from "../caller.ts";

export type Schema = z.ZodMiniType;

/** The content of a reply with one status; without a `type` or a `schema` it has no body. */
export interface ReplyShape {
  description: string;
  /** JSON by default, if there is a `schema`. */
  type?: string;
  schema?: Schema;
}

/** A handler's reply. A body that is not JSON needs its own `content-type` header. */
export interface Reply {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** One request to a route without scopes, as its handler gets it. */
export interface OpenCall<Body = unknown, Query = unknown> {
  /** The `:id` of the path, or what `*` stands for under the name `path`. */
  params: Readonly<Record<string, string>>;
  query: Query;
  /** Read and checked if the route declares a body; otherwise the handler may read it from `request`. */
  body: Body;
  request: IncomingMessage;
  response: ServerResponse;
}

/** One request from a caller with one of the route's scopes. */
export interface Call<Body = unknown, Query = unknown> extends OpenCall<Body, Query> {
  caller: Caller;
}

type Handler<Given> = (call: Given) => Reply | undefined | Promise<Reply | undefined>;

interface Description {
  method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  /** Exact, with `:id` for one segment, or a prefix ending in `*`. */
  path: string;
  summary: string;
  description?: string;
  /** Request headers that change the reply, for the OpenAPI document. */
  headers?: Record<string, string>;
  /** How a body that does not fit its schema is refused; `bad-request` by default. */
  refusedAs?: "invalid-ask" | "invalid-answer";
  maxBodyBytes?: number;
  /** How a body with more bytes is refused. */
  tooLarge?: string;
  replies: Record<number, ReplyShape>;
  /** What a person's token must allow. By default reading with GET, and administering otherwise. */
  right?: TokenRights;
  /** Statuses it refuses with, besides those that follow from its scopes, body and query. */
  refusals?: readonly number[];
}

interface Row<Body extends Schema, Query extends Schema> extends Description {
  body?: Body;
  query?: Query;
}

/** One row of the table: the path, who may call it, what the request and the reply contain. */
export interface Route extends Description {
  /** The scopes that may call it; null for everybody, with or without a token. */
  scopes: readonly Caller["scope"][] | null;
  body?: Schema;
  query?: Schema;
  /**
   * Returns the reply, or undefined if it answers on `response` itself. An error that it throws becomes a refusal. A route without
   * scopes is called without a `caller`.
   */
  handle: Handler<Call>;
}

/**
 * A row whose handler gets its types from the schemas.
 *
 * @example
 * const count = defineRoute({
 *   method: "GET",
 *   path: "/v1/count",
 *   summary: "How many asks are pending",
 *   replies: { 200: { description: "The number", type: "application/json" } },
 *   scopes: ["human"],
 *   handle: () => json(200, { count: 0 }),
 * });
 */
export function defineRoute<Body extends Schema, Query extends Schema>(
  row: Row<Body, Query> & { scopes: readonly Caller["scope"][]; handle: Handler<Call<z.infer<Body>, z.infer<Query>>> },
): Route {
  return row as Route;
}

/**
 * Like `defineRoute`, for a row that needs no token: its handler learns nothing about the caller.
 *
 * @example
 * const ping = defineOpenRoute({
 *   method: "GET",
 *   path: "/ping",
 *   summary: "Whether this server runs",
 *   replies: { 200: { description: "It does", type: "application/json" } },
 *   handle: () => json(200, { ok: true }),
 * });
 */
export function defineOpenRoute<Body extends Schema, Query extends Schema>(
  row: Row<Body, Query> & { handle: Handler<OpenCall<z.infer<Body>, z.infer<Query>>> },
): Route {
  return { ...row, scopes: null } as Route;
}

/** Further routes, from outside the hub. */
export type Plugin<Given> = (given: Given) => readonly Route[];

/**
 * A reply with a JSON body.
 *
 * @example
 * const reply = json(200, { ok: true });
 */
export function json(status: number, value: unknown): Reply {
  return { status, body: JSON.stringify(value) };
}

type Find = (method: string, path: string) => { route: Route; params: Record<string, string> } | null;

// Every real id is shorter, so a longer one is not looked up.
const maxParamLength = 200;
const noParams: Record<string, string> = Object.freeze({});

/** Finds the row of a request. An exact path comes before one with parameters, which are tried in the table's order. */
export function createRouter(routes: readonly Route[]): Find {
  const exact = new Map<string, Route>();
  const patterns: { route: Route; pattern: RegExp }[] = [];
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    if (exact.has(name)) throw new Error(`Two routes for ${name}.`);
    exact.set(name, route);
    if (/[:*]/.test(route.path)) patterns.push({ route, pattern: toPattern(route.path) });
  }
  return (method, path) => {
    const found = exact.get(`${method} ${path}`);
    if (found !== undefined && !/[:*]/.test(path)) return { route: found, params: noParams };
    for (const { route, pattern } of patterns) {
      const groups = route.method === method ? pattern.exec(path)?.groups : undefined;
      const params = groups === undefined ? null : decode(groups);
      if (params !== null) return { route, params };
    }
    return null;
  };
}

function toPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)").replace(/\*$/, "(?<path>.+)")}$`);
}

function decode(groups: Record<string, string>): Record<string, string> | null {
  try {
    for (const name in groups) {
      const value = decodeURIComponent(groups[name] ?? "");
      if (value.length > maxParamLength) return null;
      groups[name] = value;
    }
    return groups;
  } catch {
    // Invalid percent-encoding matches nothing.
    return null;
  }
}
