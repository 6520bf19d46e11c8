import * as schemas from "@yourcall/core/internal/wire";
import type { HttpContext } from "./context.ts";
import { defineRoute, json, type Route } from "./route.ts";

/** What a person has allowed ahead of time. No agent can make, widen or read a grant. */
export function grantRoutes({ hub }: HttpContext): Route[] {
  const revoked = { 200: { description: "The ids of those taken back", schema: schemas.revoked } };
  return [
    defineRoute({
      method: "GET",
      path: "/v1/grants",
      scopes: ["human"],
      summary: "What is allowed for a while",
      replies: { 200: { description: "The grants, oldest first", schema: schemas.grantsPage } },
      handle: async () => json(200, { grants: await hub.grants.list() }),
    }),
    defineRoute({
      method: "GET",
      path: "/v1/asks/:id/grants",
      scopes: ["human"],
      right: "answer",
      summary: "What could be allowed for a while with this approval",
      replies: { 200: { description: "What a grant could cover, and where", schema: schemas.grantOffers } },
      refusals: [404],
      handle: async ({ params }) => json(200, await hub.grants.offers(await hub.get(`${params.id}`))),
    }),
    defineRoute({
      method: "DELETE",
      path: "/v1/grants/:id",
      scopes: ["human"],
      right: "answer",
      summary: "Take one back",
      description: "Nothing is covered by it once this has been answered.",
      replies: revoked,
      handle: async ({ params }) => json(200, { revoked: await hub.grants.revoke([`${params.id}`]) }),
    }),
    defineRoute({
      method: "DELETE",
      path: "/v1/grants",
      scopes: ["human"],
      right: "answer",
      summary: "Take all back",
      replies: revoked,
      handle: async () => json(200, { revoked: await hub.grants.revoke() }),
    }),
    defineRoute({
      method: "POST",
      path: "/v1/session-ended",
      scopes: ["agent"],
      summary: "Say that a session has ended",
      description: "What was allowed in it until its end is taken back.",
      body: schemas.sessionEndedBody,
      replies: { 204: { description: "Done" } },
      async handle({ caller, body }) {
        await hub.grants.endSession(caller.token, body.session);
        return { status: 204, body: "" };
      },
    }),
  ];
}
