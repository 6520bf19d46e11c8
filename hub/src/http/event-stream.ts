import type { ServerResponse } from "node:http";
import type { HubEvent } from "@yourcall/client";
import type { StoredEvent } from "../store/store.ts";
import { type Audience, toWire, toWireDraft, type WireContext } from "../to-wire.ts";

/** One reader of the event stream. */
export interface Reader {
  response: ServerResponse;
  audience: Audience;
  /** Only asks of this token and session; both undefined for a person. */
  token: string | undefined;
  session: string | undefined;
}

export interface EventStreams {
  add(reader: Reader): void;
  remove(reader: Reader): void;
  broadcast(events: readonly StoredEvent[]): void;
  count(): number;
  dropped(): number;
  /** Ends every stream; the readers come back elsewhere or later. */
  end(): void;
}

// A reader that does not read is let go: it resumes from where it was, instead of growing in our memory.
const maxBuffered = 1024 * 1024;
const heartbeatMs = 15_000;

export function createEventStreams(options: {
  cursor: (sequence: number) => string;
  wire: (audience: Audience) => WireContext;
}): EventStreams {
  const readers = new Set<Reader>();
  let dropped = 0;
  const heartbeat = setInterval(() => {
    for (const reader of readers) send(reader, ":\n\n");
  }, heartbeatMs);
  heartbeat.unref();

  function send(reader: Reader, frame: string): void {
    if (reader.response.writableLength > maxBuffered) {
      dropped += 1;
      readers.delete(reader);
      reader.response.destroy();
    } else reader.response.write(frame);
  }

  return {
    add: (reader) => void readers.add(reader),
    remove: (reader) => void readers.delete(reader),
    broadcast(events) {
      for (const event of events) {
        // Written once for all who may read the same, however many they are.
        const frames: Partial<Record<Audience, string | null>> = {};
        for (const reader of readers) {
          if (!concerns(reader, event)) continue;
          const { audience } = reader;
          if (frames[audience] === undefined)
            frames[audience] = toFrame(event, options.cursor(event.sequence), options.wire(audience));
          const frame = frames[audience];
          if (frame !== null && frame !== undefined) send(reader, frame);
        }
      }
    },
    count: () => readers.size,
    dropped: () => dropped,
    end() {
      clearInterval(heartbeat);
      for (const reader of readers) reader.response.end();
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
  if (event.type === "ask-drafted") {
    const draft = toWireDraft(record);
    if (context.audience === "agent" || draft === undefined) return null;
    const expires = record.expiresAt === null ? {} : { expiresAt: new Date(record.expiresAt).toISOString() };
    return frame({ type: "ask-drafted", id: record.id, draft, ...expires }, id);
  }
  return frame({ type: event.type, ask: toWire(record, context) }, id);
}

export function frame(event: HubEvent, id: string): string {
  const { type, ...data } = event;
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
