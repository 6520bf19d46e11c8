import type { ServerResponse } from "node:http";
import type { HubEvent } from "@yourcall/core/internal/wire";
import { canSee } from "../access/permit.ts";
import type { Hub } from "../hub.ts";
import type { AskRecord, StoredEvent } from "../store/store.ts";
import { type Audience, toWireDelivery, toWireDraft, toWireText, type WireContext } from "../to-wire.ts";
import { toCursor } from "./cursor.ts";

/** One reader of the event stream. */
export interface Reader {
  response: ServerResponse;
  audience: Audience;
  /** Only asks of this token and session; both undefined for a person. */
  token: string | undefined;
  session: string | undefined;
}

/** What a reader gets first, and the sequence of the last event that this covers. */
export interface Opening {
  frames: string;
  upTo: number;
}

export interface EventStreams {
  /** Sends the opening, then later events, starting with those in `meanwhile`, until the reader leaves. */
  open(reader: Reader, opening: Opening, meanwhile: readonly StoredEvent[]): void;
  /** Sends each reader the events it does not have yet, after the replies of this turn of the event loop: waiting agents go first. */
  broadcast(events: readonly StoredEvent[]): void;
  count(): number;
  dropped(): number;
  /** Ends every stream; the readers reconnect, and get a snapshot if the store has lost events that they know. */
  restart(): void;
  /** Ends every stream for good, because the hub stops; the readers reconnect later. */
  end(): void;
}

// A reader that falls behind is dropped and can resume where it was, instead of filling our memory.
const maxBuffered = 1024 * 1024;
const heartbeatMs = 15_000;
// Thousands of heartbeats in one go would delay everybody else, and their buffers would pile up in memory.
const beatsAtOnce = 100;
const largestPiece = 64 * 1024;

/** How far a reader has got. An event may be announced after a read has already shown it, and must not be sent twice. */
interface Progress {
  sentUpTo: number;
  /** How many bytes may be buffered for this reader. */
  maxBuffered: number;
}

export function createEventStreams(
  { clock, store }: Pick<Hub, "clock" | "store">,
  wire: (audience: Audience) => WireContext,
): EventStreams {
  const readers = new Map<Reader, Progress>();
  let queue: StoredEvent[] = [];
  let dropped = 0;
  let ended = false;
  let stopHeartbeat = clock.after(heartbeatMs, beat);

  function beat(): void {
    beatSome(readers.keys());
    stopHeartbeat = clock.after(heartbeatMs, beat);
  }

  function beatSome(left: Iterator<Reader>): void {
    for (let count = 0; count < beatsAtOnce; count++) {
      const { value, done } = left.next();
      if (done === true) return;
      send(value, ":\n\n");
    }
    setImmediate(beatSome, left);
  }

  function send(reader: Reader, frame: string): void {
    const progress = readers.get(reader);
    if (progress === undefined) return;
    if (reader.response.writableLength > progress.maxBuffered) {
      dropped += 1;
      readers.delete(reader);
      reader.response.destroy();
    } else reader.response.write(frame);
  }

  /** Each event is serialized once per audience, and sent to each reader in few pieces. */
  function sendEvents(to: Iterable<Reader>, events: readonly StoredEvent[]): void {
    const frames = events.map((): Partial<Record<Audience, string>> => ({}));
    const wires = { human: wire("human"), agent: wire("agent"), app: wire("app") };
    for (const reader of to) {
      const progress = readers.get(reader);
      if (progress === undefined) continue;
      const { audience } = reader;
      let piece = "";
      for (const [index, event] of events.entries()) {
        if (event.sequence <= progress.sentUpTo) continue;
        progress.sentUpTo = event.sequence;
        const written = frames[index];
        if (written === undefined || !canSee(reader, event.record)) continue;
        written[audience] ??= toFrame(event, store.epoch, wires[audience]) ?? "";
        piece += written[audience];
        // Sent in pieces, because a slow reader is noticed only between two of them.
        if (piece.length < largestPiece) continue;
        send(reader, piece);
        piece = "";
      }
      if (piece !== "") send(reader, piece);
    }
  }

  function flush(): void {
    const events = queue;
    queue = [];
    sendEvents([...readers.keys()], events);
  }

  function restart(): void {
    flush();
    for (const reader of readers.keys()) reader.response.end();
    readers.clear();
  }

  return {
    open(reader, { frames, upTo }, meanwhile) {
      const { response } = reader;
      // The reader may have left during the catch-up; no "close" event would follow.
      if (ended || response.destroyed) return void response.destroy();
      response.once("close", () => readers.delete(reader));
      // A slow connection gets the time it needs for a large opening, as long as it then keeps up.
      const progress = { sentUpTo: upTo, maxBuffered: maxBuffered + frames.length * 3 };
      readers.set(reader, progress);
      // Sent alone, the headers become one string. Sent with a body, Node would keep them in 28 pieces until the stream ends.
      response.flushHeaders();
      response.write(`retry: 1000\n\n${frames}`, () => {
        progress.maxBuffered = maxBuffered;
      });
      sendEvents([reader], meanwhile);
    },
    broadcast(events) {
      if (queue.length === 0) setImmediate(flush);
      queue.push(...events);
    },
    count: () => readers.size,
    dropped: () => dropped,
    restart,
    end() {
      ended = true;
      stopHeartbeat();
      restart();
    },
  };
}

/** One event as it is sent, or null if this audience does not get it. */
export function toFrame(event: StoredEvent, epoch: string, context: WireContext): string | null {
  const { record } = event;
  const id = toCursor(epoch, event.sequence);
  switch (event.type) {
    case "ask-drafted": {
      const draft = toWireDraft(record);
      if (context.audience === "agent" || draft === undefined) return null;
      const expires = record.expiresAt === undefined ? {} : { expiresAt: new Date(record.expiresAt).toISOString() };
      return textFrame(event.type, JSON.stringify({ id: record.id, draft, ...expires }), id);
    }
    case "ask-created":
      // A replayed event carries the current ask; later changes have their own events.
      return askFrame(event.type, asCreated(record), id, context);
    case "ask-ended":
      return askFrame(event.type, record, id, context);
    case "ask-delivered":
      return textFrame(event.type, JSON.stringify({ id: record.id, delivery: toWireDelivery(record) }), id);
  }
}

function asCreated(record: AskRecord): AskRecord {
  if (record.status === "pending" && record.draft === undefined) return record;
  return { ...record, status: "pending", draft: undefined, outcome: undefined, delivery: undefined };
}

function askFrame(type: HubEvent["type"], record: AskRecord, id: string, context: WireContext): string {
  return textFrame(type, `{"ask":${toWireText(record, context)}}`, id);
}

/** A frame around data that is already JSON. */
export function textFrame(type: HubEvent["type"], data: string, id: string): string {
  return `id: ${id}\nevent: ${type}\ndata: ${data}\n\n`;
}
