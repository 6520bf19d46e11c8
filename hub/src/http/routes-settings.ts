import { YourcallError } from "@yourcall/core";
import { settings, settingsBody } from "@yourcall/core/internal/wire";
import type { Caller } from "../caller.ts";
import type { Hub } from "../hub.ts";
import type { HttpContext } from "./context.ts";
import { defineRoute, json, type ReplyShape, type Route } from "./route.ts";

/** Where the hub is, and its settings. */
export function settingsRoutes(context: HttpContext): Route[] {
  const { hub, version, place } = context;
  const shown: ReplyShape = { description: "The settings", schema: settings };
  const show = async ({ token, person }: Caller) =>
    json(200, {
      version,
      token,
      person,
      ...place(),
      keepMs: hub.keepMs(),
      timeoutMs: hub.defaultTimeoutMs,
      ...warned(hub.store.warnings()),
      ...(await toOverLimit(hub)),
      canSave: context.settings !== undefined,
    });

  return [
    defineRoute({
      method: "GET",
      path: "/v1/settings",
      scopes: ["human"],
      summary: "Where the hub is and how it is set up",
      replies: { 200: shown },
      handle: ({ caller }) => show(caller),
    }),

    defineRoute({
      method: "PUT",
      path: "/v1/settings",
      scopes: ["human"],
      summary: "Set how long ended asks are kept",
      description: "Takes effect at once: asks that ended longer ago are removed. `keepMs: null` keeps everything.",
      body: settingsBody,
      replies: { 200: shown },
      refusals: [404],
      async handle({ caller, body }) {
        if (context.settings === undefined)
          throw new YourcallError("not-found", "This hub cannot save settings. Set them where it is started.");
        await context.settings.save(body);
        hub.keep(body.keepMs);
        return show(caller);
      },
    }),
  ];
}

async function toOverLimit({ dailyUse, store }: Hub): Promise<{ overLimit?: string[] }> {
  const refused = [...dailyUse.refused().keys()];
  if (refused.length === 0) return {};
  const lines = refused.map(async (id) => {
    const name = (await store.getToken(id))?.name;
    const token = name === undefined ? `The shared ${id} token` : `The token ${name} (${id})`;
    return `${token} has used up its ${dailyUse.limit} bytes for today (maxBytesPerTokenAndDay); its asks are refused until midnight UTC.`;
  });
  return { overLimit: await Promise.all(lines) };
}

function warned(warnings: string[]): { warnings?: string[] } {
  return warnings.length === 0 ? {} : { warnings };
}
