import { pause } from "@yourcall/core";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { Connection } from "./connection.ts";
import { HubUnreachableError } from "./errors.ts";

export type StreamState = "live" | "reconnecting";

export interface StreamOptions<Event> {
  path: string;
  /** Ends the iteration, without an error. */
  signal?: AbortSignal;
  /** A stream silent for longer than this is dead, even if the connection looks open. */
  stallMs: number;
  /** Called on each change, first when the first connection is open or has failed. */
  onState?: (state: StreamState) => void;
  /** Null for a message that is not understood. */
  toEvent: (message: EventSourceMessage) => Event | null;
  /** How long to wait after this failure; undefined to wait and give up as every request does. */
  retryAfter?: (error: unknown) => number | undefined;
}

/** A stream's events, in order, over as many connections as it takes. After a drop it resumes after the last complete event. */
export async function* watchStream<Event>(
  connection: Connection,
  { path, signal, stallMs, onState, toEvent, retryAfter = () => undefined }: StreamOptions<Event>,
): AsyncGenerator<Event, void, undefined> {
  const patience = connection.createPatience({ signal });
  let state: StreamState | undefined;
  let lastEventId = "";
  let retryMs: number | undefined;

  function enter(next: StreamState) {
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
      for await (const text of withStallLimit(connection, lines, link, stallMs)) {
        patience.reset();
        parser.feed(text);
        for (const message of messages.splice(0)) {
          const event = toEvent(message);
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
    try {
      const ms = retryAfter(failure);
      if (ms === undefined) {
        enter("reconnecting");
        await patience.after(failure, retryMs);
      } else {
        state = undefined;
        await pause(connection.clock, ms, signal);
      }
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
  stallMs: number,
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
