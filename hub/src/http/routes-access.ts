import { InvalidAnswerError, YourcallError } from "@yourcall/core";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { permitScope } from "../access/permit.ts";
import type { TokenRecord } from "../store/store.ts";
import type { HttpContext } from "./context.ts";
import { parseBody } from "./parse-body.ts";
import { refusals } from "./responses.ts";
import * as schemas from "./wire-schemas.ts";

/** Logging in and handing out tokens. */
export function addAccessRoutes(app: FastifyInstance, context: HttpContext): void {
  const { access, hub } = context;

  app.post(
    "/v1/login",
    {
      config: { open: true },
      schema: {
        summary: "Trade a one-time code for a session token",
        body: schemas.loginBody,
        response: { 200: z.object({ token: z.string() }), ...refusals(422) },
      },
    },
    async (request) => {
      const { code } = parseBody(schemas.loginBody, request.body, "answer");
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
          ...refusals(404, 422),
        },
      },
    },
    async (request, reply) => {
      permitScope(request.caller, "human");
      const { scope, name, ask } = parseBody(schemas.tokenBody, request.body, "answer");
      reply.code(201);
      if (scope === "login") {
        const code = access.createLoginCode();
        return { code, url: `${context.baseUrl()}/#login=${code}` };
      }
      if (scope === "link") {
        if (ask === undefined)
          throw new InvalidAnswerError([{ path: "ask", message: "A link is for one ask: give its id." }]);
        const record = await hub.get(ask);
        if (record.kind === "approval")
          throw new YourcallError("forbidden", "An approval is not given through a link.");
        if (record.status !== "pending")
          throw new YourcallError("forbidden", "This ask has ended, and a link with it.");
      }
      const { record, secret } = await access.issue({
        scope,
        name: name ?? scope,
        ...(scope === "link" && ask !== undefined ? { ask } : {}),
      });
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
      reply.code(204);
      return null;
    },
  );
}

function toWireToken({ id, scope, name, ask, createdAt }: TokenRecord) {
  return { id, scope, name, ...(ask === null ? {} : { ask }), createdAt: new Date(createdAt).toISOString() };
}
