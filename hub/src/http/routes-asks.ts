import type { Socket } from "node:net";
import type { DraftBody } from "@yourcall/client";
import { YourcallError } from "@yourcall/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { permitAsk, permitScope, permitSession } from "../access/permit.ts";
import type { AskCall } from "../check-call.ts";
import type { AskRecord, ListQuery } from "../store/store.ts";
import { toWireDraft } from "../to-wire.ts";
import type { Leaving } from "../waiters.ts";
import { BadRequestError } from "./bad-request.ts";
import { audienceOf, type HttpContext, sendAsk, wireContext } from "./context.ts";
import { listPage } from "./list-page.ts";
import { parseBody } from "./parse-body.ts";
import { refusals } from "./responses.ts";
import * as schemas from "./wire-schemas.ts";

// Longer than any client should hold a connection for one answer; it comes back for more.
const maxWaitSeconds = 600;
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
    async (request, reply) => {
      permitScope(request.caller, "agent");
      const body = asObject(request.body);
      const call = {
        ...parseBody(schemas.askEnvelope, body, "ask"),
        questions: body.questions,
        kind: body.kind,
        approval: body.approval,
      };
      const { record, created } = await hub.ask(call as AskCall, request.caller);
      const location = `/v1/asks/${record.id}`;
      // For a refusal; what is sent by itself brings its own.
      reply.header("location", location);
      const seconds = /(?:^|[\s,;])wait=(\d{1,6})/.exec(String(request.headers.prefer ?? ""))?.[1];
      const settled = await hold(context, request, reply, record, seconds, created);
      return sendAsk(context, request, reply, settled, { status: created ? 201 : 200, location });
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
        ...(query.agent === undefined ? {} : { agent: query.agent }),
        ...(query.q === undefined || query.q.trim() === "" ? {} : { search: query.q }),
        ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
      };
      const page = await listPage(hub, listed, wireContext(context, audienceOf(request.caller))).catch((error) => {
        if (query.cursor === undefined || !(error instanceof RangeError)) throw error;
        throw new BadRequestError([{ path: "cursor", message: "No earlier page of this list gave that cursor." }]);
      });
      reply.type("application/json; charset=utf-8").serializer((text: string) => text);
      return page;
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
      return sendAsk(context, request, reply, await hold(context, request, reply, record, wait));
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
      await permit(request, "human", "link");
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
    async (request, reply) => {
      await permit(request, "human", "link");
      const body = asObject(request.body);
      const envelope = parseBody(schemas.answerEnvelope, body, "answer");
      const record = await hub.answer(request.params.id, { ...without(envelope), answers: body.answers });
      return sendAsk(context, request, reply, record);
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
      await permit(request, "human", "link");
      const body = parseBody(schemas.declineBody, request.body, "answer");
      return sendAsk(context, request, reply, await hub.decline(request.params.id, without(body)));
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
      return sendAsk(context, request, reply, await hub.cancel(request.params.id, body.reason));
    },
  );

  async function permit(request: FastifyRequest<Params>, ...scopes: ("human" | "link")[]): Promise<void> {
    permitScope(request.caller, ...scopes);
    if (request.caller.scope === "link") permitAsk(request.caller, await hub.get(request.params.id));
  }
}

/** Holds a request until the ask has ended, its time is over, or the caller has gone. A hub that stops says so: 503. */
async function hold(
  context: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  record: AskRecord,
  wait: string | undefined,
  isNew = false,
): Promise<AskRecord> {
  const { hub } = context;
  const asker = request.caller.scope === "agent";
  let settled = record;
  if (record.outcome === null && asker) hub.waiters.saw(record.id);
  if (record.outcome === null && wait !== undefined && wait !== "0") {
    const ms = Math.min(Number(wait), maxWaitSeconds) * 1000;
    const signal = leavingOf(request.raw.socket);
    settled = await hub.wait(record.id, ms, { signal, asker, ...(isNew ? { created: record } : {}) });
    if (settled.outcome === null && context.stopping()) throw stopping();
  }
  // Handed over means written to the one who asked, not only ready for them.
  if (settled.outcome !== null && settled.deliveredAt === null && asker)
    reply.raw.once("finish", () => hub.delivered(settled.id));
  return settled;
}

function leavingOf(socket: Socket): Leaving {
  return {
    // It may have gone while the ask was being written down; then nothing will tell us any more.
    aborted: socket.destroyed,
    addEventListener: (_type, listener) => void socket.once("close", listener),
    removeEventListener: (_type, listener) => void socket.off("close", listener),
  };
}

export function stopping(): YourcallError {
  return new YourcallError("store-unavailable", "The hub is stopping. Nothing is lost: call again in a moment.");
}

function asObject(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
}

/** Leaves fields out that are not there, which `exactOptionalPropertyTypes` tells from `undefined`. */
function without<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) if (field !== undefined) kept[name] = field;
  return kept as never;
}
