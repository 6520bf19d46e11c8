import type { Access } from "../access/access.ts";
import type { Hosts } from "../access/hosts.ts";
import type { Caller } from "../caller.ts";
import type { Hub } from "../create-hub.ts";
import type { HubPlace, SettingsPort } from "../settings-port.ts";
import type { AskRecord, Notice } from "../store/store.ts";
import { type Audience, toWireText, type WireContext } from "../to-wire.ts";
import type { Reply } from "./route.ts";

/** What every route works with. */
export interface HttpContext {
  hub: Hub;
  access: Access;
  version: string;
  /** The address that links start with. */
  baseUrl: () => string;
  /** The host names under which the hub may be called. */
  hosts: () => Hosts;
  /** Where the hub is, once it listens. */
  place: () => HubPlace;
  settings?: SettingsPort;
  stopping: () => boolean;
}

export function audienceOf(caller: Caller): Audience {
  return caller.scope === "link" ? "human" : caller.scope;
}

export function wireContext({ hub, baseUrl }: HttpContext, audience: Audience): WireContext {
  return {
    audience,
    baseUrl: baseUrl(),
    waiting(record) {
      const follower = hub.followers.of(record);
      return {
        count: hub.waiters.count(record.id) + follower.count,
        lastSeenAt: Math.max(hub.waiters.lastSeenAt(record.id) ?? 0, follower.lastSeenAt),
      };
    },
  };
}

/** A reply with an ask, as this caller may see it. */
export function askReply(
  context: HttpContext,
  caller: Caller,
  record: AskRecord,
  more: Partial<Reply> = {},
  notices: readonly Notice[] = [],
): Reply {
  return { status: 200, body: toWireText(record, wireContext(context, audienceOf(caller)), notices), ...more };
}
