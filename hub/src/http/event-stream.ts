import type { ServerResponse } from "node:http";
import type { HubEvent } from "@yourcall/client";
import type { Clock } from "../clock.ts";
import type { AskRecord, StoredEvent } from "../store/store.ts";
import { type Audience, toWireDraft, toWireText, type WireContext } from "../to-wire.ts";

/** One reader of the event stream. */
export interface Reader {
  response: ServerResponse;
  audience: Audience;
  /** The token it came with; with the token the stream ends. */
  owner: string;
  /** Only asks of this token and session; both undefined for a person. */
  token: string | undefined;
  session: string | undefined;
}

export interface EventStreams {
  /** Sends the reader what it has missed, and from then on what happens, until it goes. */
  open(reader: Reader, opening: string): void;
  broadcast(events: readonly StoredEvent[]): void;
  count(): number;
  dropped(): number;
  /** Ends the streams of a token that was taken back. */
  endOf(owner: string): void;
  /** Ends every stream; the readers come back elsewhere or later. */
  end(): void;
}

// A reader that does not read is let go: it resumes from where it was, instead of growing in our memory.
const maxBuffered = 1024 * 1024;
const heartbeatMs = 15_000;
const largestPiece = 64 * 1024;

export function createEventStreams(options: {
  cursor: (sequence: number) => string;
  wire: (audience: Audience) => WireContext;
  clock: Clock;
}): EventStreams {
  /** Each with how much may wait to be sent to it. */
  const readers = new Map<Reader, number>();
  let dropped = 0;
  let ended = false;
  let stopHeartbeat = options.clock.after(heartbeatMs, beat);

  function beat(): void {
    for (const reader of readers.keys()) send(reader, ":\n\n");
    stopHeartbeat = options.clock.after(heartbeatMs, beat);
  }

  function send(reader: Reader, frame: string): void {
    const most = readers.get(reader);
    if (most === undefined) return;
    if (reader.response.writableLength > most) {
      dropped += 1;
      readers.delete(reader);
      reader.response.destroy();
    } else reader.response.write(frame);
  }

  return {
    open(reader, opening) {
      const { response } = reader;
      // It may have gone while we looked up what it has missed; then nothing will tell us any more.
      if (ended || response.destroyed) return void response.destroy();
      response.once("close", () => readers.delete(reader));
      // A slow line has the time it needs for a large opening, as long as it takes the events after it.
      readers.set(reader, maxBuffered + opening.length * 3);
      response.write(opening, () => {
        if (readers.has(reader)) readers.set(reader, maxBuffered);
      });
    },
    broadcast(events) {
      // Written once for all who may read the same, however many they are, and sent to each in few pieces.
      const frames = events.map((): Partial<Record<Audience, string>> => ({}));
      const wires = { human: options.wire("human"), agent: options.wire("agent") };
      for (const reader of [...readers.keys()]) {
        const { audience } = reader;
        let piece = "";
        for (const [index, event] of events.entries()) {
          const written = frames[index];
          if (written === undefined || !concerns(reader, event)) continue;
          written[audience] ??= toFrame(event, options.cursor(event.sequence), wires[audience]) ?? "";
          piece += written[audience];
          // Who does not keep up is noticed between two pieces.
          if (piece.length < largestPiece) continue;
          send(reader, piece);
          piece = "";
        }
        if (piece !== "") send(reader, piece);
      }
    },
    count: () => readers.size,
    dropped: () => dropped,
    endOf(owner) {
      for (const reader of readers.keys()) {
        if (reader.owner !== owner) continue;
        readers.delete(reader);
        reader.response.destroy();
      }
    },
    end() {
      ended = true;
      stopHeartbeat();
      for (const reader of readers.keys()) reader.response.end();
      readers.clear();
    },
  };
}

export function concerns(reader: Pick<Reader, "token" | "session">, { record }: StoredEvent): boolean {
  if (reader.token !== undefined && record.token !== reader.token) return false;
  return reader.session === undefined || record.agent.session === reader.session;
}

/** One event as it goes over the wire, or null where this audience does not get it. */
export function toFrame(event: StoredEvent, id: string, context: WireContext): string | null {
  const { record } = event;
  switch (event.type) {
    case "ask-drafted": {
      const draft = toWireDraft(record);
      if (context.audience === "agent" || draft === undefined) return null;
      const expires = record.expiresAt === null ? {} : { expiresAt: new Date(record.expiresAt).toISOString() };
      return textFrame(event.type, JSON.stringify({ id: record.id, draft, ...expires }), id);
    }
    case "ask-created":
      // Read again later, an event comes with the ask as it is by then; what came after has events of its own.
      return askFrame(event.type, asCreated(record), id, context);
    case "ask-ended":
      return askFrame(event.type, record, id, context);
  }
}

function asCreated(record: AskRecord): AskRecord {
  if (record.status === "pending" && record.draft === null) return record;
  return { ...record, status: "pending", draft: null, outcome: null };
}

function askFrame(type: HubEvent["type"], record: AskRecord, id: string, context: WireContext): string {
  return textFrame(type, `{"ask":${toWireText(record, context)}}`, id);
}

/** A frame around data that is JSON text already. */
export function textFrame(type: HubEvent["type"], data: string, id: string): string {
  return `id: ${id}\nevent: ${type}\ndata: ${data}\n\n`;
}
