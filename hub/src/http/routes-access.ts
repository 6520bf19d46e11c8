import { YourcallError } from "@yourcall/core";
import * as schemas from "@yourcall/core/internal/wire";
import * as z from "zod/mini";
import { isOwnHost, isOwnPort } from "../access/hosts.ts";
import { permitRight } from "../access/rights.ts";
import { toDevice } from "../access/to-device.ts";
import { alreadyEnded } from "../hub-errors.ts";
import type { TokenRecord } from "../store/store.ts";
import { type HttpContext, linkBase } from "./context.ts";
import { defineOpenRoute, defineRoute, json, type Route } from "./route.ts";
import { BadRequestError } from "./to-refusal.ts";

/** Login, proofs and tokens. */
export function accessRoutes(context: HttpContext): Route[] {
  const { access, hub } = context;
  return [
    defineOpenRoute({
      method: "POST",
      path: "/v1/login",
      summary: "Trade a one-time code for a session token",
      body: schemas.loginBody,
      maxBodyBytes: 4096,
      replies: { 200: { description: "The session token", schema: z.object({ token: z.string() }) } },
      refusals: [401],
      async handle({ body, request: { headers, socket } }) {
        const where = { device: toDevice(headers["user-agent"]), port: socket.localPort };
        const token = await access.login(body.code, where);
        if (token !== null) return json(200, { token });
        throw new YourcallError(
          "unauthorized",
          "This login link was used or is older than a minute. `yourcall open` gives a new one.",
        );
      },
    }),

    defineOpenRoute({
      method: "POST",
      path: "/v1/proof",
      summary: "Prove that this is the hub with a certain identity key",
      description:
        "An Ed25519 signature with the hub's identity key, `key`, over `yourcall proof`, `nonce`, `host` and `run`, a line each. A page asks for it before it sends its token, and again after any break. At the hub's own port `run` is the X25519 key for which the page encrypts its token.",
      body: schemas.proofBody,
      maxBodyBytes: 4096,
      replies: {
        200: {
          description: "The proof",
          schema: z.object({ proof: z.string(), key: z.string(), run: z.optional(z.string()) }),
        },
      },
      refusals: [403],
      async handle({ body, request }) {
        const { host } = body;
        const place = context.place();
        const publicHost = place.publicUrl === undefined ? undefined : new URL(place.publicUrl).host;
        // A program on another machine could relay a request for a port there, which a hub with the same key may have, too.
        const isRelayed =
          publicHost !== undefined && host !== publicHost && request.headers.host?.toLowerCase() === publicHost;
        if (isRelayed || !isOwnHost(context.hosts(), place, host))
          throw new YourcallError("forbidden", "This hub does not have that host name, so it gives no proof for it.");
        // Behind a proxy, TLS protects the token, and several hubs may take turns, each with a key of its own.
        return json(200, await access.prove(body, isOwnPort(place, host)));
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
          schema: z.union([schemas.createdToken, schemas.loginLink]),
        },
      },
      refusals: [404, 409],
      right: "read",
      async handle({ caller, body: { scope, name = scope, ask, rights } }) {
        if (scope === "login") {
          const code = await access.createLoginCode(caller.token);
          return json(201, { code, url: `${linkBase(context)}/#login=${code}.${access.keyInLinks}` });
        }
        // Everybody may log in as themselves; only administrators may give access to others.
        permitRight(caller, "administer");
        if (rights !== undefined && (scope !== "human" || name === scope))
          throw new BadRequestError([
            { path: "rights", message: "Rights are for a person: give scope human and a name." },
          ]);
        if (scope === "link") {
          if (ask === undefined)
            throw new BadRequestError([{ path: "ask", message: "A link is for one ask: give its id." }]);
          const record = await hub.get(ask);
          if (record.kind === "approval")
            throw new YourcallError("forbidden", "An approval cannot be given through a link.");
          if (record.outcome !== undefined) throw alreadyEnded(record.outcome);
        }
        const issued = await access.issue({
          ...{ scope, name, ask: scope === "link" ? ask : undefined },
          // A token that can answer is revoked with the one that made it. Agents cannot, and apps only their own asks: theirs stay.
          ...(rights === undefined ? {} : { rights, person: name }),
          madeFrom: scope === "agent" || scope === "app" ? undefined : caller.token,
        });
        return json(201, { ...toWireToken(issued.record), token: issued.secret });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/v1/tokens",
      scopes: ["human"],
      right: "administer",
      summary: "List tokens",
      replies: {
        200: {
          description: "The tokens without their secrets",
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
      description: "The sessions, links and people's tokens that were made with it are revoked too.",
      replies: { 204: { description: "Revoked; its waits and event streams end" } },
      refusals: [404],
      async handle({ params }) {
        if (!(await access.revoke(`${params.id}`)))
          throw new YourcallError("not-found", "There is no token with that id.");
        return { status: 204 };
      },
    }),
  ];
}

function toWireToken({ id, scope, name, ask, createdAt, lastUsedAt, device, madeFrom, rights }: TokenRecord) {
  const toTime = (ms: number) => new Date(ms).toISOString();
  return {
    ...{ id, scope, name, ask: ask ?? undefined, createdAt: toTime(createdAt), madeFrom, rights },
    device: scope === "device" ? undefined : device,
    lastUsedAt: lastUsedAt === undefined ? undefined : toTime(lastUsedAt),
  };
}
