import { YourcallError } from "@yourcall/core";
import * as z from "zod/mini";
import { EndedError } from "../hub-errors.ts";
import type { TokenRecord } from "../store/store.ts";
import type { HttpContext } from "./context.ts";
import type { EventStreams } from "./event-stream.ts";
import { defineOpenRoute, defineRoute, json, type Route } from "./route.ts";
import { BadRequestError } from "./to-refusal.ts";
import * as schemas from "./wire-schemas.ts";

const type = "application/json";

/** Login and tokens. */
export function accessRoutes(context: HttpContext, streams: EventStreams): Route[] {
  const { access, hub } = context;
  return [
    defineOpenRoute({
      method: "POST",
      path: "/v1/login",
      summary: "Trade a one-time code for a session token",
      body: schemas.loginBody,
      replies: { 200: { description: "The session token", type, schema: z.object({ token: z.string() }) } },
      refusals: [401],
      async handle({ body }) {
        const token = await access.login(body.code);
        if (token !== null) return json(200, { token });
        throw new YourcallError(
          "unauthorized",
          "This login link was used or is older than a minute. `yourcall open` gives a new one.",
        );
      },
    }),

    defineRoute({
      method: "POST",
      path: "/v1/tokens",
      scopes: ["human"],
      summary: "Create a token, or a code for one login",
      body: schemas.tokenBody,
      replies: {
        201: {
          description: "The token with its secret, or the code",
          type,
          schema: z.union([
            z.object({ ...schemas.token.shape, token: z.string() }),
            z.object({ code: z.string(), url: z.string() }),
          ]),
        },
      },
      refusals: [404, 409],
      async handle({ body: { scope, name = scope, ask } }) {
        if (scope === "login") {
          const code = access.createLoginCode();
          return json(201, { code, url: `${context.baseUrl()}/#login=${code}` });
        }
        if (scope === "link") {
          if (ask === undefined)
            throw new BadRequestError([{ path: "ask", message: "A link is for one ask: give its id." }]);
          const record = await hub.get(ask);
          if (record.kind === "approval")
            throw new YourcallError("forbidden", "An approval cannot be given through a link.");
          if (record.outcome !== null) throw new EndedError(record.outcome);
        }
        const issued = await access.issue({ scope, name, ask: scope === "link" ? ask : undefined });
        return json(201, { ...toWireToken(issued.record), token: issued.secret });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/v1/tokens",
      scopes: ["human"],
      summary: "List tokens",
      replies: {
        200: {
          description: "The tokens without their secrets",
          type,
          schema: z.object({ tokens: z.array(schemas.token) }),
        },
      },
      handle: async () => json(200, { tokens: (await access.list()).map(toWireToken) }),
    }),

    defineRoute({
      method: "DELETE",
      path: "/v1/tokens/:id",
      scopes: ["human"],
      summary: "Revoke a token",
      replies: { 204: { description: "Revoked; its event streams end" } },
      refusals: [404],
      async handle({ params }) {
        const id = `${params.id}`;
        if (!(await access.revoke(id))) throw new YourcallError("not-found", "There is no token with that id.");
        streams.endOf(id);
        return { status: 204 };
      },
    }),
  ];
}

function toWireToken({ id, scope, name, ask, createdAt }: TokenRecord) {
  return { id, scope, name, ask: ask ?? undefined, createdAt: new Date(createdAt).toISOString() };
}
