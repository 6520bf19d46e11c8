import type { HubEvent } from "@yourcall/client";
import type { AskFeed, FedEvent } from "./ask-feed.ts";
import { noStore } from "./refuse.ts";

export interface EventSource {
  feed: AskFeed;
  /** What is pending for this reader, for its first event. */
  snapshot: () => Promise<Extract<HubEvent, { type: "snapshot" }>>;
  /** Whether this reader may see the asks of a session. */
  sees: (session: string | undefined) => Promise<boolean>;
  /** The request's own, which ends when the reader leaves. */
  signal: AbortSignal;
}

// `@yourcall/client` takes a stream that is silent for 45 s for dead.
const heartbeatMs = 15_000;
// A reader that does not read is dropped: it comes back and starts with a new snapshot.
const maxWaiting = 1000;

/** The events of one reader. The stream ends when the hub is away, and the reader comes back. Rejects if it is away now. */
export async function toEventResponse({ feed, snapshot, sees, signal }: EventSource): Promise<Response> {
  const waiting: FedEvent[] = [];
  let wake = () => {};
  let ended = false;
  const end = () => {
    ended = true;
    wake();
  };
  const leave = await feed.listen({
    hear(fed) {
      waiting.push(fed);
      if (waiting.length > maxWaiting) end();
      wake();
    },
    lost: end,
  });
  const stop = () => {
    leave();
    end();
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();

  async function* frames(): AsyncGenerator<string> {
    try {
      yield toFrame(first);
      while (!ended) {
        const fed = waiting.shift();
        if (fed !== undefined) {
          // What the hub showed at the beginning is in our own snapshot.
          if (fed.event.type !== "snapshot" && (await sees(fed.session))) yield toFrame(fed.event);
          continue;
        }
        const isBeat = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(true), heartbeatMs);
          wake = () => {
            clearTimeout(timer);
            resolve(false);
          };
        });
        if (isBeat) yield ":\n\n";
      }
    } finally {
      stop();
    }
  }

  // Read after the feed has begun, so that nothing falls between the two.
  const first = await snapshot().catch((error) => {
    stop();
    throw error;
  });
  const encoder = new TextEncoder();
  const iterator = frames();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: stop,
  });
  return new Response(body, {
    headers: {
      ...noStore,
      "content-type": "text/event-stream; charset=utf-8",
      // Compression, as `compression` for Express, would hold events back.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

function toFrame({ type, ...data }: HubEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
