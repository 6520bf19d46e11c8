import type { HubEvent } from "@yourcall/client";
import { createEventQueue } from "@yourcall/core";
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
  const queue = createEventQueue<FedEvent | "beat">(queueMicrotask);
  const beating = setInterval(() => void queue.push("beat"), heartbeatMs);
  let waiting = 0;
  let leave = () => {};

  function stop(): void {
    leave();
    clearInterval(beating);
    queue.end();
  }

  async function hear(fed: FedEvent): Promise<void> {
    waiting += 1;
    if (waiting > maxWaiting) return stop();
    await queue.push(fed);
    waiting -= 1;
  }

  async function* toFrames(first: HubEvent): AsyncGenerator<string> {
    yield toFrame(first);
    for await (const fed of queue)
      if (fed === "beat") yield ":\n\n";
      // What the hub showed at the beginning is in our own snapshot.
      else if (fed.event.type !== "snapshot" && (await sees(fed.session))) yield toFrame(fed.event);
  }

  try {
    leave = await feed.listen({ hear, lost: stop });
    // Read after the feed has begun, so that nothing falls between the two.
    const frames = toFrames(await snapshot());
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await frames.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: stop,
    });
    return new Response(body, { headers });
  } catch (error) {
    stop();
    throw error;
  }
}

const headers = {
  ...noStore,
  "content-type": "text/event-stream; charset=utf-8",
  // Compression, as `compression` for Express, would hold events back.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

function toFrame({ type, ...data }: HubEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
