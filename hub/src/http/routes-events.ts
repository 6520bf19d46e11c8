import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { permitSession } from "../access/permit.ts";
import type { StoredEvent } from "../store/store.ts";
import { catchUp } from "./catch-up.ts";
import { audienceOf, type HttpContext, wireContext } from "./context.ts";
import type { EventStreams, Reader } from "./event-stream.ts";
import { stopping } from "./hold.ts";
import { parseBody } from "./parse-body.ts";
import { refusals, textResponse } from "./responses.ts";
import * as schemas from "./wire-schemas.ts";

export function addEventRoutes(app: FastifyInstance, context: HttpContext, streams: EventStreams): void {
  const { hub } = context;
  const cursor = (sequence: number) => toCursor(hub.store.id, sequence);

  app.get(
    "/v1/events",
    {
      schema: {
        summary: "Events",
        description:
          "Server-sent events: first `snapshot`, then `ask-created`, `ask-drafted`, `ask-ended`. `Last-Event-ID` resumes without gap, repeat or second snapshot.",
        headers: z.object({ "last-event-id": z.optional(z.string()) }),
        querystring: schemas.eventsQuery,
        response: { 200: textResponse("text/event-stream", "The stream"), ...refusals(422) },
      },
    },
    async (request, reply) => {
      if (context.stopping()) throw stopping();
      const scope = permitSession(request.caller, parseBody(schemas.eventsQuery, request.query, "request").session);
      const { raw: response } = reply;
      const audience = audienceOf(request.caller);
      const reader: Reader = {
        response,
        audience,
        owner: request.caller.token,
        token: scope.token,
        session: scope.session,
      };
      const wire = wireContext(context, audience);

      // Notices that come while we look are sent after what we found.
      const meanwhile: StoredEvent[] = [];
      const stopKeeping = hub.watch((events) => meanwhile.push(...events));
      try {
        const after = fromCursor(hub.store.id, request.headers["last-event-id"]);
        const opening = await catchUp({ hub, reader, cursor, wire }, after);
        reply.hijack();
        response.writeHead(200, {
          "content-type": "text/event-stream; charset=utf-8",
          "cache-control": "no-store",
          "x-accel-buffering": "no",
          ...(reply.getHeaders() as Record<string, string>),
        });
        streams.open(reader, opening, meanwhile);
      } finally {
        stopKeeping();
      }
    },
  );
}

export function toCursor(store: string, sequence: number): string {
  return `${store}.${sequence}`;
}

/** The sequence in a cursor of this store; null for none, a foreign one, or nonsense: then a snapshot is due. */
function fromCursor(store: string, cursor: unknown): number | null {
  if (typeof cursor !== "string") return null;
  const [, name, sequence] = /^(.*)\.(\d{1,15})$/.exec(cursor) ?? [];
  return name === store ? Number(sequence) : null;
}
