import { refusal, shapeOf } from "@yourcall/core/internal/wire";
import * as z from "zod/mini";
import type { Route, Schema } from "./route.ts";

/** Why a request is refused with a status. Every refusal has the same body. */
const meanings: Record<number, string> = {
  400: "Not a proper HTTP request, or the body is not JSON",
  401: "No token, or a wrong one",
  403: "Wrong scope, Host or Origin",
  404: "Not found",
  409: "Something else came first; the reply says what",
  413: "The body is too large",
  422: "The JSON or the query does not fit; `issues` says where",
  429: "Too many are open already",
  503: "Not now; the same request may succeed after `Retry-After` seconds",
};

/** Every status that a route can refuse a request with. */
function refusalsOf({ refusals = [], scopes, body, query }: Route): number[] {
  const refused = [400, 403, 503, ...refusals];
  if (scopes !== null) refused.push(401);
  if (body !== undefined) refused.push(413, 422);
  if (query !== undefined) refused.push(422);
  return refused;
}

/** The OpenAPI document of a table of routes. */
export function toOpenApi(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}").replace(/\*$/, "{path}");
    const operations = paths[path] ?? {};
    paths[path] = operations;
    operations[route.method.toLowerCase()] = toOperation(route, path);
  }
  const refused = [...new Set(routes.flatMap(refusalsOf))];
  return {
    openapi: "3.1.0",
    info: { title: "yourcall hub", version, description: "Where an ask waits for a person." },
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      responses: Object.fromEntries(refused.map((status) => [`Refused${status}`, describeRefusal(status)])),
    },
    security: [{ bearer: [] }],
    paths,
  };
}

function describeRefusal(status: number): object {
  return { description: meanings[status] ?? "Refused", ...content(refusal, "output") };
}

function toOperation(route: Route, path: string): object {
  const { summary, description, scopes, body, query, headers = {} } = route;
  const fromQuery = query === undefined ? {} : toJsonSchema(query, "input");
  const required = new Set((fromQuery.required as string[] | undefined) ?? []);
  return {
    summary,
    description,
    security: scopes === null ? [] : undefined,
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameter(`${name}`, "path", { required: true })),
      ...Object.entries(fromQuery.properties ?? {}).map(([name, schema]) =>
        parameter(name, "query", { required: required.has(name), schema }),
      ),
      ...Object.entries(headers).map(([name, description]) => parameter(name, "header", { description })),
    ],
    requestBody: body === undefined ? undefined : { required: isRequired(body), ...content(body, "input") },
    responses: Object.fromEntries([
      ...refusalsOf(route).map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]),
      ...Object.entries(route.replies).map(([status, { description, type, schema }]) => [
        status,
        { description, ...(type === undefined && schema === undefined ? {} : content(schema, "output", type)) },
      ]),
    ]),
  };
}

function parameter(name: string, place: "path" | "query" | "header", more: object): object {
  return { name, in: place, schema: { type: "string" }, ...more };
}

function isRequired(body: Schema): boolean {
  return ((toJsonSchema(body, "input").required as string[] | undefined) ?? []).length > 0;
}

function content(schema: Schema | undefined, io: "input" | "output", type = "application/json"): object {
  return { content: { [type]: { schema: schema === undefined ? { type: "string" } : toJsonSchema(schema, io) } } };
}

function toJsonSchema(schema: Schema, io: "input" | "output"): Record<string, unknown> {
  const { $schema, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      const shape = shapeOf(zodSchema);
      if (shape !== undefined) Object.assign(jsonSchema, toJsonSchema(shape, io));
    },
  });
  return described;
}
