import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { Connection } from "./connection.ts";
import { HubUnreachableError } from "./errors.ts";
import { toHubEvent } from "./to-wire-ask.ts";
import type { HubEvent } from "./wire.ts";

// A hub sends a heartbeat every 15 s; a stream silent for longer than this is dead, even if the connection looks open.
const stallMs = 45_000;

export interface WatchOptions {
  /** Ends the iteration, without an error. */
  signal?: AbortSignal;
  /** Only events of this session. */
  session?: string;
  /** Called on each change, first when the first connection is open or has failed. */
  onState?: (state: "live" | "reconnecting") => void;
}

/**
 * The hub's events, in order, over as many connections as it takes. After a drop it resumes after the last complete
 * event; a `snapshot` in between means that the hub no longer has that position.
 */
export async function* watchEvents(
  connection: Connection,
  { signal, session, onState }: WatchOptions = {},
): AsyncGenerator<HubEvent, void, undefined> {
  const path = session === undefined ? "/v1/events" : `/v1/events?session=${encodeURIComponent(session)}`;
  const patience = connection.createPatience({ signal });
  let state: "live" | "reconnecting" | undefined;
  let lastEventId = "";
  let retryMs: number | undefined;

  function enter(next: "live" | "reconnecting") {
    if (state !== next) onState?.(next);
    state = next;
  }

  while (!signal?.aborted) {
    const link = new AbortController();
    const cut = () => link.abort(signal?.reason);
    signal?.addEventListener("abort", cut, { once: true });
    let failure: unknown;
    try {
      const headers = {
        accept: "text/event-stream",
        ...(lastEventId === "" ? {} : { "last-event-id": lastEventId }),
      };
      const { lines } = await connection.stream(path, headers, link.signal);
      enter("live");
      const messages: EventSourceMessage[] = [];
      const parser = createParser({
        onEvent: (message) => messages.push(message),
        onRetry: (ms) => {
          retryMs = ms;
        },
      });
      for await (const text of withStallLimit(connection, lines, link)) {
        patience.reset();
        parser.feed(text);
        for (const message of messages.splice(0)) {
          const event = toHubEvent(message);
          lastEventId = message.id ?? lastEventId;
          if (event !== null) yield event;
          if (signal?.aborted) return;
        }
      }
      failure = new HubUnreachableError("The event stream ended.", { mayHaveArrived: true });
    } catch (error) {
      failure = error;
    } finally {
      signal?.removeEventListener("abort", cut);
      link.abort();
    }
    if (signal?.aborted) return;
    enter("reconnecting");
    try {
      await patience.after(failure, retryMs);
    } catch (error) {
      if (signal?.aborted) return;
      throw error;
    }
  }
}

/** Passes the text on, and cuts the link if nothing comes for too long. The time the reader takes does not count. */
async function* withStallLimit(
  { clock }: Connection,
  lines: AsyncIterable<string>,
  link: AbortController,
): AsyncGenerator<string, void, undefined> {
  const iterator = lines[Symbol.asyncIterator]();
  for (;;) {
    const cancel = clock.after(stallMs, () =>
      link.abort(new HubUnreachableError("The event stream went silent.", { mayHaveArrived: true })),
    );
    let next: IteratorResult<string>;
    try {
      next = await iterator.next();
    } finally {
      cancel();
    }
    if (next.done === true) return;
    yield next.value;
  }
}
