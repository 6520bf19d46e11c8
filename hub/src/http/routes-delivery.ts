import * as schemas from "@yourcall/core/internal/wire";
import { permitApp, permitAsker } from "../access/permit.ts";
import type { Caller } from "../caller.ts";
import { askReply, type HttpContext } from "./context.ts";
import { defineRoute, type ReplyShape, type Route } from "./route.ts";
import { BadRequestError } from "./to-refusal.ts";

/** What only the token and session that asked may do: report what was decided elsewhere, claim an outcome, say what became of it. */
export function deliveryRoutes(context: HttpContext): Route[] {
  const { hub } = context;
  const ask: ReplyShape = { description: "The ask", schema: schemas.ask };

  /** Refuses everybody but the token and session that asked. */
  async function permitItsAsker(id: string, caller: Caller, session: string | undefined): Promise<void> {
    const asked = await hub.get(id);
    permitApp(caller, asked);
    permitAsker(caller, session, asked);
  }

  return [
    defineRoute({
      method: "POST",
      path: "/v1/asks/:id/report",
      scopes: ["agent"],
      summary: "Say that the agent's own host was answered",
      description:
        "Only for the token and session that asked. People see the decision; every read by an agent, this reply included, shows `cancelled`.",
      query: schemas.sessionQuery,
      body: schemas.reportBody,
      refusedAs: "invalid-answer",
      replies: { 200: ask },
      refusals: [404, 409],
      async handle({ params, caller, query, body }) {
        const id = `${params.id}`;
        await permitItsAsker(id, caller, query.session);
        return askReply(context, caller, await hub.report(id, body, caller));
      },
    }),

    defineRoute({
      method: "POST",
      path: "/v1/asks/:id/claim",
      scopes: ["agent", "app"],
      summary: "Claim the outcome, to continue the run that asked",
      description:
        "Only for the token and session that asked. `claimed` for one holder at a time, for all asks of the session, until its delivery is reported or the claim runs out. Never for a pending ask, nor for an outcome that was delivered.",
      query: schemas.sessionQuery,
      body: schemas.claimBody,
      replies: { 200: { description: "Whether it is yours, and the ask", schema: schemas.claim } },
      refusals: [404],
      async handle({ params, caller, query, body }) {
        const id = `${params.id}`;
        await permitItsAsker(id, caller, query.session);
        const { claimed, record } = await hub.claim(id, body);
        const { body: ask } = askReply(context, caller, record);
        return { status: 200, body: `{"claimed":${claimed},"ask":${ask}}` };
      },
    }),

    defineRoute({
      method: "POST",
      path: "/v1/asks/:id/delivery",
      scopes: ["agent", "app"],
      summary: "Say what became of the outcome",
      description: "Only for the token and session that asked, once the ask has ended.",
      query: schemas.sessionQuery,
      body: schemas.deliveryBody,
      replies: { 200: ask },
      refusals: [404],
      async handle({ params, caller, query, body }) {
        const id = `${params.id}`;
        await permitItsAsker(id, caller, query.session);
        const record = await hub.deliver(id, body);
        if (record.outcome === undefined)
          throw new BadRequestError([
            { path: "state", message: "The ask is pending, so there is nothing to deliver." },
          ]);
        return askReply(context, caller, record);
      },
    }),
  ];
}
