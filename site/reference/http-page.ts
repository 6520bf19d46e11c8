import { nameShapes, type Schema, type Types } from "./schema-types.ts";

interface Content {
  description?: string;
  content?: Record<string, { schema: Schema }>;
}

interface Operation {
  summary: string;
  description?: string;
  security?: unknown[];
  parameters: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content & { $ref?: string }>;
}

export interface OpenApi {
  components: { responses: Record<string, Content> };
  paths: Record<string, Record<string, Operation>>;
}

const isForPrograms = (path: string) => /^\/(v1|mcp|healthz|metrics|openapi\.json)/.test(path);

/** docs/http-reference.md: every route for programs, from the document that the hub serves. */
export function toHttpPage({ paths, components }: OpenApi): string {
  const refusal = schemaOf(Object.values(components.responses)[0]) ?? {};
  const routes = Object.entries(paths)
    .filter(([path]) => isForPrograms(path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, operation] as const,
      ),
    );
  const schemas = routes.flatMap(([, { requestBody, responses }]) => [
    schemaOf(requestBody),
    ...Object.values(responses).map(schemaOf),
  ]);
  const types = nameShapes([refusal, ...schemas.filter((schema) => schema !== undefined)]);
  return `${[
    "# HTTP reference",
    "Generated from the hub's `GET /openapi.json`; [HTTP](http.md) explains how to use it. A name with `?` may be left out. A reply may have fields that are not listed: ignore them.",
    `Every refusal has this body; [Errors](errors.md) explains each \`code\`.\n\n${inBlock(types.of(refusal))}`,
    ...routes.map(([title, operation]) => toSection(title, operation, types)),
    "## Shapes",
    ...types.named.map(([name, type]) => inBlock(`${name} = ${type}`)),
  ].join("\n\n")}\n`;
}

function toSection(title: string, operation: Operation, types: Types): string {
  const { summary, description, security, parameters, requestBody, responses } = operation;
  const replies = Object.entries(responses).filter(([, { $ref }]) => $ref === undefined);
  const refusals = Object.entries(responses).flatMap(([status, { $ref }]) => ($ref === undefined ? [] : [status]));
  const given = parameters.filter((parameter) => parameter.in !== "path");
  const body = schemaOf(requestBody);
  return [
    `## ${title}`,
    `${summary}.${description === undefined ? "" : ` ${description}`}${security?.length === 0 ? " Needs no token." : ""}`,
    ...(given.length === 0 ? [] : [given.map((parameter) => toParameter(parameter, types)).join("\n")]),
    ...(body === undefined || types.of(body) === "unknown" ? [] : [`Body:\n\n${inBlock(types.of(body))}`]),
    ...replies.map(([status, reply]) => toReply(status, reply, types)),
    `Refused with ${refusals.join(", ")}.`,
  ].join("\n\n");
}

function toParameter({ name, in: place, description, schema }: Operation["parameters"][number], types: Types): string {
  const words = [`\`${types.of(schema)}\``, description ?? schema.description].filter((word) => word !== undefined);
  return `- ${place} \`${name}\`: ${words.join(". ")}`;
}

function toReply(status: string, reply: Content, types: Types): string {
  const [kind] = Object.keys(reply.content ?? {});
  const schema = schemaOf(reply);
  const line = `${status}: ${reply.description}${kind === undefined || kind === "application/json" ? "" : `, as \`${kind}\``}.`;
  const type = schema === undefined || schema.type === "string" ? "unknown" : types.of(schema);
  if (type === "unknown") return line;
  return type.includes("\n") ? `${line}\n\n${inBlock(type)}` : `${line.slice(0, -1)}: \`${type}\`.`;
}

const inBlock = (type: string): string => `\`\`\`txt\n${type}\n\`\`\``;

const schemaOf = (content: Content | undefined): Schema | undefined => Object.values(content?.content ?? {})[0]?.schema;
