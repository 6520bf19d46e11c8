import { permitSession } from "../access/permit.ts";
import type { StoredEvent } from "../store/store.ts";
import { audienceOf, type HttpContext, wireContext } from "./context.ts";
import { concerns, type EventStreams, type Reader, textFrame, toFrame } from "./event-stream.ts";
import { stopping } from "./hold.ts";
import { listPage } from "./list-page.ts";
import { replay } from "./replay.ts";
import { defineRoute, type Route } from "./route.ts";
import * as schemas from "./wire-schemas.ts";

const snapshotSize = 200;

/** The event stream. */
export function eventRoutes(context: HttpContext, streams: EventStreams): Route[] {
  const { hub } = context;
  const cursor = (sequence: number) => toCursor(hub.store.id, sequence);

  const events = defineRoute({
    method: "GET",
    path: "/v1/events",
    scopes: ["human", "agent"],
    summary: "Events",
    description:
      "Server-sent events: first `snapshot`, then `ask-created`, `ask-drafted`, `ask-ended`. `Last-Event-ID` resumes without gap, repeat or second snapshot.",
    headers: { "last-event-id": "The `id` of the last event that was read" },
    query: schemas.eventsQuery,
    replies: { 200: { description: "The stream", type: "text/event-stream" } },
    async handle({ caller, query, request, response }) {
      if (context.stopping()) throw stopping();
      const scope = permitSession(caller, query.session);
      const audience = audienceOf(caller);
      const reader: Reader = {
        response,
        audience,
        owner: caller.token,
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
        response.writeHead(200, {
          "content-type": "text/event-stream; charset=utf-8",
          "cache-control": "no-store",
          "x-accel-buffering": "no",
          "x-content-type-options": "nosniff",
        });
        streams.open(reader, `retry: 1000\n\n${opening.frames}${since.join("")}`);
      } finally {
        stopKeeping();
      }
      return undefined;

      async function snapshot(): Promise<{ frames: string; upTo: number }> {
        const upTo = await hub.store.lastSequence();
        const page = await listPage(hub, { status: "pending", ...scope, order: "oldest", limit: snapshotSize }, wire);
        return { frames: textFrame("snapshot", page, cursor(upTo)), upTo };
      }
    },
  });
  return [events];
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
