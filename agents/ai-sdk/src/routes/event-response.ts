import type { HubEvent } from "@yourcall/client";
import { createEventQueue } from "@yourcall/core/internal";
import type { AskFeed, FedEvent } from "./ask-feed.ts";
import { noStore } from "./refuse.ts";

interface EventSource {
  feed: AskFeed;
  /** The reader's pending asks, sent as its first event. */
  snapshot: () => Promise<Extract<HubEvent, { type: "snapshot" }>>;
  /** Whether this reader may see the asks of a session. */
  sees: (session: string | undefined) => Promise<boolean>;
  /** The request's signal, aborted when the reader disconnects. */
  signal: AbortSignal;
}

// `@yourcall/client` assumes that a stream is dead after 45 s of silence.
const heartbeatMs = 15_000;
// How many events may queue up before a reader is disconnected. It reconnects and gets a new snapshot.
const maxWaiting = 1000;

/** The events of one reader. The stream ends when the hub goes away, so that the reader reconnects. Rejects if the hub is away now. */
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

  async function receive(fed: FedEvent): Promise<void> {
    waiting += 1;
    if (waiting > maxWaiting) return stop();
    await queue.push(fed);
    waiting -= 1;
  }

  async function* toFrames(first: HubEvent): AsyncGenerator<string> {
    yield toFrame(first);
    for await (const fed of queue)
      if (fed === "beat") yield ":\n\n";
      // The hub's own snapshot is replaced by ours.
      else if (fed.event.type !== "snapshot" && (await sees(fed.session))) yield toFrame(fed.event);
  }

  try {
    leave = await feed.listen({ receive: receive, lost: stop });
    // Read only after the feed has started, so that no event falls between the two.
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
  // A compressing middleware, such as Express's `compression`, would hold events back.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

function toFrame({ type, ...data }: HubEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
