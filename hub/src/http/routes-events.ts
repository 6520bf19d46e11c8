import * as schemas from "@yourcall/core/internal/wire";
import { permitSession } from "../access/permit.ts";
import { stopping } from "../hub-errors.ts";
import type { StoredEvent } from "../store/store.ts";
import { audienceOf } from "../to-wire.ts";
import { catchUp } from "./catch-up.ts";
import { type HttpContext, wireContext } from "./context.ts";
import { fromCursor } from "./cursor.ts";
import type { EventStreams, Opening, Reader } from "./event-stream.ts";
import { defineRoute, type Route } from "./route.ts";

/** The event stream. */
export function eventRoutes(context: HttpContext, streams: EventStreams): Route[] {
  const { hub } = context;
  return [
    defineRoute({
      method: "GET",
      path: "/v1/events",
      scopes: ["human", "agent", "app"],
      summary: "Events",
      description:
        "Server-sent events: first `snapshot`, then `ask-created`, `ask-drafted`, `ask-ended`, `ask-delivered`. `Last-Event-ID` resumes without gap, repeat or second snapshot.",
      headers: { "last-event-id": "The `id` of the last event that was read" },
      query: schemas.sessionQuery,
      replies: { 200: { description: "The stream", type: "text/event-stream" } },
      async handle({ caller, query, request, response }) {
        if (context.stopping()) throw stopping();
        const { token, session } = permitSession(caller, query.session);
        const audience = audienceOf(caller);
        const reader: Reader = { response, audience, token, session };
        const wire = wireContext(context, audience);

        // Events that are announced during the catch-up are kept and sent after it.
        let meanwhile: StoredEvent[] = [];
        let isRewound: boolean;
        const stopKeeping = hub.watch(
          (events) => meanwhile.push(...events),
          () => {
            isRewound = true;
          },
        );
        try {
          const after = toSequence(hub.store.epoch, request.headers["last-event-id"]);
          let opening: Opening;
          do {
            isRewound = false;
            meanwhile = [];
            opening = await catchUp({ hub, reader, wire }, after);
          } while (isRewound);
          // The stream ends with its connection, so it needs no chunked encoding.
          response.useChunkedEncodingByDefault = false;
          response.writeHead(200, {
            "content-type": "text/event-stream; charset=utf-8",
            "cache-control": "no-store",
            "x-accel-buffering": "no",
            "x-content-type-options": "nosniff",
          });
          streams.open(reader, opening, meanwhile);
          // An open stream of everything that a token asked shows that its asker is there.
          const isFollower = caller.scope === "app" || (caller.scope === "agent" && session === undefined);
          if (isFollower && !response.destroyed) response.once("close", hub.waiters.follow(caller.token));
        } finally {
          stopKeeping();
        }
        return undefined;
      },
    }),
  ];
}

/** The sequence after which to resume; null, which leads to a snapshot, if the cursor is not valid here. */
function toSequence(epoch: string, cursor: unknown): number | null {
  const { place = "", isCurrent } = fromCursor(epoch, cursor);
  return isCurrent && /^\d{1,15}$/.test(place) ? Number(place) : null;
}
