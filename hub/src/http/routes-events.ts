import type { FastifyInstance } from "fastify";
import { permitSession } from "../access/permit.ts";
import type { StoredEvent } from "../store/store.ts";
import { toWire } from "../to-wire.ts";
import { audienceOf, type HttpContext, wireContext } from "./context.ts";
import { concerns, type EventStreams, frame, type Reader, toFrame } from "./event-stream.ts";
import { refusals } from "./responses.ts";
import { stopping } from "./routes-asks.ts";

const snapshotSize = 200;
// Further behind than this a fresh snapshot is cheaper than the way to it.
const maxReplayed = 2000;

export function addEventRoutes(app: FastifyInstance, context: HttpContext, streams: EventStreams): void {
  const { hub } = context;
  const cursorOf = (sequence: number) => toCursor(hub.store.id, sequence);

  app.get<{ Querystring: { session?: string } }>(
    "/v1/events",
    {
      schema: {
        summary: "Events",
        description:
          "Server-sent events: first `snapshot`, then `ask-created`, `ask-drafted`, `ask-ended`. `Last-Event-ID` resumes without gap, repeat or second snapshot.",
        response: refusals(),
      },
    },
    async (request, reply) => {
      if (context.stopping()) throw stopping();
      const scope = permitSession(request.caller, request.query.session);
      const audience = audienceOf(request.caller);
      const response = reply.raw;
      const reader: Reader = { response, audience, token: scope.token, session: scope.session };
      const wire = wireContext(context, audience);

      // What is committed while we look is kept and sent after what we found.
      const meanwhile: StoredEvent[] = [];
      const stopKeeping = hub.watch((events) => meanwhile.push(...events));
      let opening: string[];
      let upTo: number;
      try {
        const after = fromCursor(hub.store.id, request.headers["last-event-id"]);
        const missed = after === null ? null : await hub.store.eventsAfter(after, maxReplayed);
        if (missed !== null && missed.length < maxReplayed) {
          upTo = missed.at(-1)?.sequence ?? after ?? 0;
          opening = missed.flatMap((event) => {
            const text = concerns(reader, event) ? toFrame(event, cursorOf(event.sequence), wire) : null;
            return text === null ? [] : [text];
          });
        } else {
          upTo = await hub.store.lastSequence();
          const { records, cursor } = await hub.list({
            status: "pending",
            ...scope,
            order: "oldest",
            limit: snapshotSize,
          });
          const asks = records.map((record) => toWire(record, wire));
          opening = [frame({ type: "snapshot", asks, ...(cursor === undefined ? {} : { cursor }) }, cursorOf(upTo))];
        }
      } catch (error) {
        stopKeeping();
        throw error;
      }

      reply.hijack();
      response.writeHead(200, {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
        ...(reply.getHeaders() as Record<string, string>),
      });
      response.write(`retry: 1000\n\n${opening.join("")}`);
      stopKeeping();
      streams.add(reader);
      for (const event of meanwhile) {
        const text =
          event.sequence > upTo && concerns(reader, event) ? toFrame(event, cursorOf(event.sequence), wire) : null;
        if (text !== null) response.write(text);
      }
      response.once("close", () => streams.remove(reader));
    },
  );
}

export function toCursor(store: string, sequence: number): string {
  return `${store}.${sequence}`;
}

/** The sequence in a cursor of this store; null for none, a foreign one, or nonsense: then a snapshot is due. */
function fromCursor(store: string, cursor: unknown): number | null {
  if (typeof cursor !== "string") return null;
  const at = cursor.lastIndexOf(".");
  const sequence = Number(cursor.slice(at + 1));
  return cursor.slice(0, at) === store && Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : null;
}
