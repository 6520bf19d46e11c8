import * as schemas from "@yourcall/core/internal/wire";
import { canSee, permitSession } from "../access/permit.ts";
import type { Hub } from "../hub.ts";
import { stopping } from "../hub-errors.ts";
import type { StoredEvent } from "../store/store.ts";
import { audienceOf, type WireContext } from "../to-wire.ts";
import { type HttpContext, wireContext } from "./context.ts";
import { fromCursor, toCursor } from "./cursor.ts";
import { type EventStreams, type Opening, type Reader, textFrame, toFrame } from "./event-stream.ts";
import { listPage } from "./list-page.ts";
import { defineRoute, type Route } from "./route.ts";

const snapshotSize = 200;
// Events per read: each may carry an ask of a megabyte.
const pieceSize = 20;
// Beyond this a fresh snapshot is cheaper than a replay.
const maxEvents = 2000;
const maxCharacters = 4 * 1024 * 1024;

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

interface Catching {
  hub: Hub;
  reader: Reader;
  wire: WireContext;
}

/** What a reader gets first: the events it missed, or a snapshot if it has no sequence or is too far behind. */
async function catchUp(given: Catching, after: number | null): Promise<Opening> {
  return (after === null ? null : await replay(given, after)) ?? (await takeSnapshot(given));
}

/** The pending asks, and the events that came while they were read, without asks that are already on the page. */
async function takeSnapshot(given: Catching): Promise<Opening> {
  const { hub, reader, wire } = given;
  const upTo = await hub.store.lastSequence();
  const { token, session } = reader;
  const page = await listPage(hub, { status: "pending", token, session, order: "oldest", limit: snapshotSize }, wire);
  const since = (await replay(given, upTo, page.ids)) ?? { frames: "", upTo };
  return { ...since, frames: textFrame("snapshot", page.text, toCursor(hub.store.epoch, upTo)) + since.frames };
}

/**
 * What this reader missed since a sequence; null if it is too far behind. The store has only the current draft of an ask, so only
 * its last draft event is sent. An ask that was already shown is not announced again.
 */
async function replay(given: Catching, after: number, shown: ReadonlySet<string> = new Set()): Promise<Opening | null> {
  const { hub, reader, wire } = given;
  const frames: string[] = [];
  const drafts = new Map<string, number>();
  let characters = 0;
  let upTo = after;
  for (let count = 0; count < maxEvents; count += pieceSize) {
    const events = await hub.store.eventsAfter(upTo, pieceSize);
    if (events === null) return null;
    for (const event of events) {
      upTo = event.sequence;
      if (event.type === "ask-created" && shown.has(event.record.id)) continue;
      const text = canSee(reader, event.record) ? toFrame(event, hub.store.epoch, wire) : null;
      if (text === null) continue;
      if (event.type === "ask-drafted") {
        const earlier = drafts.get(event.record.id);
        if (earlier !== undefined) {
          characters -= frames[earlier]?.length ?? 0;
          frames[earlier] = "";
        }
        drafts.set(event.record.id, frames.length);
      }
      frames.push(text);
      characters += text.length;
      if (characters > maxCharacters) return null;
    }
    if (events.length < pieceSize) return { frames: frames.join(""), upTo };
  }
  return null;
}
