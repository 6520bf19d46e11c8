import type { SettingsBody } from "@yourcall/core/internal/wire";
import type { Access } from "../access/access.ts";
import type { Hosts } from "../access/hosts.ts";
import type { Caller } from "../caller.ts";
import type { Hub } from "../hub.ts";
import type { Receipt } from "../store/device-store.ts";
import type { AskRecord, Notice } from "../store/store.ts";
import { type Audience, audienceOf, toWireText, type WireContext } from "../to-wire.ts";
import type { Reply } from "./route.ts";

/** Where a hub is. */
export interface HubPlace {
  url: string;
  socket: string;
  /** The https address in front of it, if there is one. */
  publicUrl?: string;
  directory: string;
}

/** Where a person's settings are saved. The hub itself reads no settings file: the program that starts it passes this in. */
export interface SettingsPort {
  /** Saves the change for the next start. If it throws a `YourcallError`, nothing was changed. */
  save(change: SettingsBody): void | Promise<void>;
}

/** What every route works with. */
export interface HttpContext {
  hub: Hub;
  access: Access;
  version: string;
  /** The host names under which the hub may be called. */
  hosts: () => Hosts;
  /** Where the hub is, once it listens. */
  place: () => HubPlace;
  settings?: SettingsPort;
  stopping: () => boolean;
}

/** The address that links start with. */
export function linkBase({ place }: HttpContext): string {
  const { publicUrl, url } = place();
  return publicUrl ?? url;
}

export function wireContext(context: HttpContext, audience: Audience): WireContext {
  return { audience, baseUrl: linkBase(context), waiting: context.hub.waiters.of };
}

/** A reply with an ask, as this caller may see it. */
export function askReply(
  context: HttpContext,
  caller: Caller,
  record: AskRecord,
  more: Partial<Reply> = {},
  notices: readonly Notice[] = [],
  receipts: readonly Receipt[] = [],
): Reply {
  return {
    status: 200,
    body: toWireText(record, wireContext(context, audienceOf(caller)), notices, receipts),
    ...more,
  };
}
