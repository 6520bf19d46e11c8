import { YourcallError } from "@yourcall/core";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { permitScope } from "../access/permit.ts";
import { EndedError } from "../hub-errors.ts";
import type { TokenRecord } from "../store/store.ts";
import { BadRequestError } from "./bad-request.ts";
import type { HttpContext } from "./context.ts";
import type { EventStreams } from "./event-stream.ts";
import { parseBody } from "./parse-body.ts";
import { refusals } from "./responses.ts";
import * as schemas from "./wire-schemas.ts";

/** Logging in and handing out tokens. */
export function addAccessRoutes(app: FastifyInstance, context: HttpContext, streams: EventStreams): void {
  const { access, hub } = context;

  app.post(
    "/v1/login",
    {
      config: { open: true },
      schema: {
        summary: "Trade a one-time code for a session token",
        security: [],
        body: schemas.loginBody,
        response: { 200: z.object({ token: z.string() }), ...refusals(401, 413, 422) },
      },
    },
    async (request) => {
      const { code } = parseBody(schemas.loginBody, request.body, "request");
      const token = await access.login(code);
      if (token === null)
        throw new YourcallError(
          "unauthorized",
          "This login link was used or is older than a minute. `yourcall open` gives a new one.",
        );
      return { token };
    },
  );

  app.post(
    "/v1/tokens",
    {
      schema: {
        summary: "Make a token, or a code for one login",
        body: schemas.tokenBody,
        response: {
          201: z.union([
            z.object({ ...schemas.token.shape, token: z.string() }),
            z.object({ code: z.string(), url: z.string() }),
          ]),
          ...refusals(404, 409, 413, 422),
        },
      },
    },
    async (request, reply) => {
      permitScope(request.caller, "human");
      const { scope, name, ask } = parseBody(schemas.tokenBody, request.body, "request");
      if (scope === "login") {
        reply.code(201);
        const code = access.createLoginCode();
        return { code, url: `${context.baseUrl()}/#login=${code}` };
      }
      if (scope === "link") {
        if (ask === undefined)
          throw new BadRequestError([{ path: "ask", message: "A link is for one ask: give its id." }]);
        const record = await hub.get(ask);
        if (record.kind === "approval")
          throw new YourcallError("forbidden", "An approval is not given through a link.");
        if (record.outcome !== null) throw new EndedError(record.outcome);
      }
      const { record, secret } = await access.issue({
        scope,
        name: name ?? scope,
        ...(scope === "link" && ask !== undefined ? { ask } : {}),
      });
      reply.code(201);
      return { ...toWireToken(record), token: secret };
    },
  );

  app.get(
    "/v1/tokens",
    {
      schema: {
        summary: "The tokens that were made",
        response: { 200: z.object({ tokens: z.array(schemas.token) }), ...refusals() },
      },
    },
    async (request) => {
      permitScope(request.caller, "human");
      return { tokens: (await access.list()).map(toWireToken) };
    },
  );

  app.delete<{ Params: { id: string } }>(
    "/v1/tokens/:id",
    { schema: { summary: "Take a token back", response: { 204: z.null(), ...refusals(404) } } },
    async (request, reply) => {
      permitScope(request.caller, "human");
      if (!(await access.revoke(request.params.id)))
        throw new YourcallError("not-found", "There is no token with that id.");
      streams.endOf(request.params.id);
      reply.code(204);
      return null;
    },
  );
}

function toWireToken({ id, scope, name, ask, createdAt }: TokenRecord) {
  return { id, scope, name, ...(ask === null ? {} : { ask }), createdAt: new Date(createdAt).toISOString() };
}
