import { YourcallError } from "@yourcall/core";
import type { FastifyInstance } from "fastify";
import { permitScope } from "../access/permit.ts";
import type { HttpContext } from "./context.ts";
import { settings, settingsBody } from "./log-schemas.ts";
import { parseBody } from "./parse-body.ts";
import { refusals } from "./responses.ts";

/** Where the hub is, and what a person may set while it runs. */
export function addSettingsRoutes(app: FastifyInstance, context: HttpContext): void {
  const { hub, version, place } = context;
  const show = (token: string) => ({
    version,
    token,
    ...place(),
    keepMs: hub.keepMs(),
    timeoutMs: hub.defaultTimeoutMs,
    canSave: context.settings !== undefined,
  });

  app.get(
    "/v1/settings",
    { schema: { summary: "Where the hub is and what is set", response: { 200: settings, ...refusals() } } },
    async (request) => {
      permitScope(request.caller, "human");
      return show(request.caller.token);
    },
  );

  app.put(
    "/v1/settings",
    {
      schema: {
        summary: "Set how long ended asks are kept",
        description:
          "Takes effect at once: what ended longer ago than that is taken away. `keepMs: null` keeps everything.",
        body: settingsBody,
        response: { 200: settings, ...refusals(404, 413, 422) },
      },
    },
    async (request) => {
      permitScope(request.caller, "human");
      const change = parseBody(settingsBody, request.body, "request");
      if (context.settings === undefined)
        throw new YourcallError("not-found", "This hub has no place to keep settings. Whoever starts it sets them.");
      await context.settings.save(change);
      hub.keep(change.keepMs);
      return show(request.caller.token);
    },
  );
}
