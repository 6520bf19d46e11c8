import type { FastifyRequest } from "fastify";
import type { Access } from "../access/access.ts";
import type { Caller } from "../caller.ts";
import type { Hub } from "../create-hub.ts";
import type { HubPlace, SettingsPort } from "../settings-port.ts";
import type { AskRecord } from "../store/store.ts";
import { type Audience, toWire, type WireContext } from "../to-wire.ts";

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

export function wireFor(context: HttpContext, request: FastifyRequest, record: AskRecord) {
  return toWire(record, wireContext(context, audienceOf(request.caller)));
}
