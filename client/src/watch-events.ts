import type { Connection } from "./connection.ts";
import { HubUnreachableError } from "./errors.ts";
import { createEventParser, toHubEvent } from "./parse-events.ts";
import type { HubEvent } from "./wire.ts";

/** A hub sends at least a comment this often; a stream silent for longer is dead, however open it looks. */
const stallMs = 45_000;

export interface WatchOptions {
  /** Ends the iteration, without an error. */
  signal?: AbortSignal;
  /** Only what belongs to this session. */
  session?: string;
  /** Called on each change; the first call is made when the first connection stands or has failed. */
  onState?: (state: "live" | "reconnecting") => void;
}

/**
 * The events of the hub, one after the other, over as many connections as it takes. After a drop it resumes behind the
 * last event that was read whole; a `snapshot` in between means that the hub no longer knows that place.
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
      const parser = createEventParser(lastEventId);
      for await (const text of withStallLimit(connection, lines, link)) {
        patience.reset();
        for (const message of parser.push(text)) {
          const event = toHubEvent(message);
          if (event !== null) yield event;
          if (signal?.aborted) return;
        }
        lastEventId = parser.lastEventId;
        retryMs = parser.retryMs ?? retryMs;
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

/** Passes the text on, and cuts the link where nothing came for too long. The time a reader takes does not count. */
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
