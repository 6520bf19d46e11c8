import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Access } from "../access/access.ts";
import type { Caller } from "../caller.ts";
import type { Hub } from "../create-hub.ts";
import type { HubPlace, SettingsPort } from "../settings-port.ts";
import type { AskRecord } from "../store/store.ts";
import { type Audience, toWireText, type WireContext } from "../to-wire.ts";

/** What every route works with. */
export interface HttpContext {
  hub: Hub;
  access: Access;
  version: string;
  /** The address that links are made of. */
  baseUrl: () => string;
  /** Where the hub is, once it listens. */
  place: () => HubPlace;
  settings?: SettingsPort;
  stopping: () => boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set for every route that needs a token. */
    caller: Caller;
  }
}

export function audienceOf(caller: Caller): Audience {
  return caller.scope === "agent" ? "agent" : "human";
}

export function wireContext({ hub, baseUrl }: HttpContext, audience: Audience): WireContext {
  return {
    audience,
    baseUrl: baseUrl(),
    waiting: (id) => ({ count: hub.waiters.count(id), lastSeenAt: hub.waiters.lastSeenAt(id) }),
  };
}

/** One request of somebody who was let in, and its response. */
export interface Exchange {
  caller: Caller;
  socket: Socket;
  /** The header of that name: how long to hold an ask. */
  prefer: string | undefined;
  response: ServerResponse;
}

/**
 * Answers with an ask. Written to the connection at once, past what Fastify does to any reply: half of the hub's responses are
 * these, and there is nothing left to choose about them.
 */
export function sendAsk(
  context: HttpContext,
  { caller, response }: Exchange,
  record: AskRecord,
  status: 200 | 201 = 200,
  location?: string,
): void {
  const text = toWireText(record, wireContext(context, audienceOf(caller)));
  const length = Buffer.byteLength(text);
  const headers = ["content-type", "application/json; charset=utf-8", "content-length", `${length}`];
  headers.push("x-content-type-options", "nosniff", "cache-control", "no-store");
  if (location !== undefined) headers.push("location", location);
  // Kept alive, the connection would only keep the hub from going.
  if (context.stopping()) headers.push("connection", "close");
  response.writeHead(status, headers);
  // Plain ASCII, which most are, is the same in both and need not be encoded.
  response.end(text, length === text.length ? "latin1" : "utf8");
}
