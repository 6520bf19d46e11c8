import type { HubEvent, PersonClient, WatchOptions } from "@yourcall/client";
import { createEventQueue, type EventQueue } from "@yourcall/core/internal";

type LinkState = Parameters<NonNullable<WatchOptions["onState"]>>[0];
// Keep the stream open for a moment: a card that goes away is often replaced by another.
const idleMs = 2_000;

type Heard = HubEvent | { type: "failed"; error: unknown };

/**
 * The client with one event stream shared by all its followers: a browser opens only six connections to a server. Later followers
 * first get the last `snapshot`, which may be stale and only tells them to load what they follow.
 */
export function shareEvents(client: PersonClient, session: string): PersonClient {
  const readers = new Map<EventQueue<Heard>, WatchOptions["onState"]>();
  let stream: AbortController | undefined;
  let snapshot: HubEvent | undefined;
  let state: LinkState | undefined;

  async function read(signal: AbortSignal): Promise<void> {
    const onState = (next: LinkState) => {
      if (signal.aborted) return;
      state = next;
      for (const tell of readers.values()) tell?.(next);
    };
    try {
      for await (const event of client.events({ session, signal, onState })) {
        if (event.type === "snapshot") snapshot = event;
        for (const reader of readers.keys()) void reader.push(event);
      }
    } catch (error) {
      for (const reader of readers.keys()) void reader.push({ type: "failed", error });
    }
  }

  function leave(reader: EventQueue<Heard>): void {
    reader.end();
    readers.delete(reader);
    setTimeout(() => {
      if (readers.size > 0) return;
      stream?.abort();
      stream = snapshot = state = undefined;
    }, idleMs);
  }

  async function* events({ signal, onState }: WatchOptions = {}): AsyncGenerator<HubEvent, void, undefined> {
    if (signal?.aborted) return;
    const reader = createEventQueue<Heard>(queueMicrotask);
    readers.set(reader, onState);
    const left = () => leave(reader);
    signal?.addEventListener("abort", left, { once: true });
    if (state !== undefined) onState?.(state);
    if (snapshot !== undefined) void reader.push(snapshot);
    if (stream === undefined) {
      stream = new AbortController();
      void read(stream.signal);
    }
    try {
      for await (const event of reader) {
        if (signal?.aborted) return;
        if (event.type === "failed") throw event.error;
        yield event;
      }
    } finally {
      signal?.removeEventListener("abort", left);
      left();
    }
  }

  return { ...client, events };
}
