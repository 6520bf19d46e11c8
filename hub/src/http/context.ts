import type { Socket } from "node:net";
import type { Access } from "../access/access.ts";
import type { Caller } from "../caller.ts";
import type { Hub } from "../create-hub.ts";
import type { HubPlace, SettingsPort } from "../settings-port.ts";
import type { AskRecord } from "../store/store.ts";
import { type Audience, toWireText, type WireContext } from "../to-wire.ts";
import type { Reply } from "./reply.ts";

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

/** One request of somebody who was let in, and where its response goes. */
export interface Exchange {
  caller: Caller;
  socket: Socket;
  /** The header of that name: how long to hold an ask. */
  prefer: string | undefined;
  reply: Reply;
}

/** Answers with an ask. Past what Fastify does to any reply: there is nothing left to choose about these. */
export function sendAsk(
  context: HttpContext,
  { caller, reply }: Exchange,
  record: AskRecord,
  options: { status?: 200 | 201; location?: string; sent?: (() => void) | undefined } = {},
): void {
  const { status = 200, location, sent } = options;
  const text = toWireText(record, wireContext(context, audienceOf(caller)));
  reply.send(status, text, location === undefined ? [] : ["location", location], sent);
}
