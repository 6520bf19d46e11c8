import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { permitSession } from "../access/permit.ts";
import type { StoredEvent } from "../store/store.ts";
import { audienceOf, type HttpContext, wireContext } from "./context.ts";
import { concerns, type EventStreams, type Reader, textFrame, toFrame } from "./event-stream.ts";
import { stopping } from "./hold.ts";
import { listPage } from "./list-page.ts";
import { parseBody } from "./parse-body.ts";
import { replay } from "./replay.ts";
import { refusals, textResponse } from "./responses.ts";
import * as schemas from "./wire-schemas.ts";

const snapshotSize = 200;

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

      // What is committed while we look is kept and sent after what we found.
      const meanwhile: StoredEvent[] = [];
      const stopKeeping = hub.watch((events) => meanwhile.push(...events));
      try {
        const after = fromCursor(hub.store.id, request.headers["last-event-id"]);
        const opening =
          (after === null ? null : await replay(hub.store, after, reader, { cursor, wire })) ?? (await snapshot());
        const since = meanwhile.flatMap((event) => {
          const isNew = event.sequence > opening.upTo && concerns(reader, event);
          return (isNew ? toFrame(event, cursor(event.sequence), wire) : null) ?? [];
        });
        reply.hijack();
        response.writeHead(200, {
          "content-type": "text/event-stream; charset=utf-8",
          "cache-control": "no-store",
          "x-accel-buffering": "no",
          ...(reply.getHeaders() as Record<string, string>),
        });
        streams.open(reader, `retry: 1000\n\n${opening.frames}${since.join("")}`);
      } finally {
        stopKeeping();
      }

      async function snapshot(): Promise<{ frames: string; upTo: number }> {
        const upTo = await hub.store.lastSequence();
        const page = await listPage(hub, { status: "pending", ...scope, order: "oldest", limit: snapshotSize }, wire);
        return { frames: textFrame("snapshot", page, cursor(upTo)), upTo };
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
