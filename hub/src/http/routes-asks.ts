import type { DraftBody } from "@yourcall/client";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { permitAsk, permitScope, permitSession } from "../access/permit.ts";
import type { AskRecord, ListQuery } from "../store/store.ts";
import { toWireDraft } from "../to-wire.ts";
import { BadRequestError } from "./bad-request.ts";
import { audienceOf, type Exchange, type HttpContext, sendAsk, wireContext } from "./context.ts";
import { hold } from "./hold.ts";
import { listPage } from "./list-page.ts";
import { parseBody, without } from "./parse-body.ts";
import { permitPerson, postAnswer, postAsk } from "./post-asks.ts";
import { toReply } from "./reply.ts";
import { refusals } from "./responses.ts";
import * as schemas from "./wire-schemas.ts";

// Several times what four questions with notes can hold. Every reader of the event stream gets every draft.
const maxDraftBytes = 256 * 1024;
type Params = { Params: { id: string } };

export function addAskRoutes(app: FastifyInstance, context: HttpContext): void {
  const { hub } = context;

  app.post(
    "/v1/asks",
    {
      schema: {
        summary: "Ask",
        description:
          "With `Prefer: wait=N` the answer is held up to N seconds for the outcome. `Location` names the ask, also where a hub that stops lets go with 503.",
        headers: z.object({ prefer: z.optional(z.string()) }),
        body: schemas.askBody,
        response: { 200: schemas.ask, 201: schemas.ask, ...refusals(409, 413, 422, 429) },
      },
    },
    (request, reply) => {
      postAsk(context, toExchange(request, reply), request.body, (error, location) => {
        if (location !== undefined) reply.header("location", location);
        reply.send(error);
      });
    },
  );

  app.get(
    "/v1/asks",
    {
      schema: { summary: "List", querystring: schemas.listQuery, response: { 200: schemas.askPage, ...refusals(422) } },
    },
    async (request, reply) => {
      const query = parseBody(schemas.listQuery, request.query, "request");
      const status = query.status ?? "pending";
      const listed: ListQuery = {
        status,
        ...permitSession(request.caller, query.session),
        order: query.order ?? (status === "pending" ? "oldest" : "newest"),
        limit: query.limit ?? 100,
        agent: query.agent,
        ...(query.q === undefined || query.q.trim() === "" ? {} : { search: query.q }),
        cursor: query.cursor,
      };
      const page = await listPage(hub, listed, wireContext(context, audienceOf(request.caller))).catch((error) => {
        if (query.cursor === undefined || !(error instanceof RangeError)) throw error;
        throw new BadRequestError([{ path: "cursor", message: "No earlier page of this list gave that cursor." }]);
      });
      reply.type("application/json; charset=utf-8").serializer((text: string) => text);
      return page.text;
    },
  );

  app.get<Params & { Querystring: { wait?: string } }>(
    "/v1/asks/:id",
    {
      schema: {
        summary: "One ask",
        description: "With `?wait=N` held up to N seconds while pending.",
        querystring: schemas.waitQuery,
        response: { 200: schemas.ask, ...refusals(404, 422) },
      },
    },
    async (request, reply) => {
      const { wait } = request.query;
      if (wait !== undefined && !/^\d{1,6}$/.test(wait))
        throw new BadRequestError([{ path: "wait", message: "wait takes a number of seconds." }]);
      const record = await hub.get(request.params.id);
      permitAsk(request.caller, record);
      const exchange = toExchange(request, reply);
      hold(context, exchange, record, wait, {
        settled: (held, sent) => void send(exchange, reply, held, sent),
        refused: (error) => reply.send(error),
      });
      return reply;
    },
  );

  app.put<Params>(
    "/v1/asks/:id/draft",
    {
      bodyLimit: maxDraftBytes,
      schema: {
        summary: "Keep a draft",
        body: schemas.draftBody,
        response: { 200: schemas.savedDraft, ...refusals(404, 409, 413, 422) },
      },
    },
    async (request) => {
      await permitPerson(hub, request.caller, request.params.id);
      const body = parseBody(schemas.draftBody, request.body, "request");
      return toWireDraft(await hub.draft(request.params.id, body as unknown as DraftBody));
    },
  );

  app.post<Params>(
    "/v1/asks/:id/answer",
    {
      schema: {
        summary: "Answer",
        body: schemas.answerBody,
        response: { 200: schemas.ask, ...refusals(404, 409, 413, 422) },
      },
    },
    (request, reply) => {
      postAnswer(context, toExchange(request, reply), request.params.id, request.body, (error) => reply.send(error));
    },
  );

  app.post<Params>(
    "/v1/asks/:id/decline",
    {
      schema: {
        summary: "Decline",
        body: z.optional(schemas.declineBody),
        response: { 200: schemas.ask, ...refusals(404, 409, 413, 422) },
      },
    },
    async (request, reply) => {
      await permitPerson(hub, request.caller, request.params.id);
      const body = parseBody(schemas.declineBody, request.body, "answer");
      return send(toExchange(request, reply), reply, await hub.decline(request.params.id, without(body)));
    },
  );

  app.post<Params>(
    "/v1/asks/:id/cancel",
    {
      schema: {
        summary: "Withdraw",
        body: z.optional(schemas.cancelBody),
        response: { 200: schemas.ask, ...refusals(404, 409, 413, 422) },
      },
    },
    async (request, reply) => {
      permitScope(request.caller, "human", "agent");
      const body = parseBody(schemas.cancelBody, request.body, "request");
      return send(toExchange(request, reply), reply, await hub.cancel(request.params.id, body.reason));
    },
  );

  function send(exchange: Exchange, reply: FastifyReply, record: AskRecord, sent?: () => void): FastifyReply {
    sendAsk(context, exchange, record, { sent });
    // After it: what fails until here is still Fastify's to tell.
    return reply.hijack();
  }

  function toExchange({ caller, raw }: FastifyRequest, { raw: response }: FastifyReply): Exchange {
    const { prefer } = raw.headers;
    return {
      caller,
      socket: raw.socket,
      prefer: Array.isArray(prefer) ? prefer.join() : prefer,
      reply: toReply(response, context.stopping),
    };
  }
}
