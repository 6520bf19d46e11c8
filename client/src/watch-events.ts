import type { HubEvent } from "@yourcall/core/wire";
import type { Connection } from "./connection.ts";
import { toHubEvent } from "./to-wire-ask.ts";
import { type StreamState, watchStream } from "./watch-stream.ts";

// A hub sends a heartbeat every 15 s.
const stallMs = 45_000;

export interface WatchOptions {
  /** Ends the iteration, without an error. */
  signal?: AbortSignal;
  /** Only events of this session. */
  session?: string;
  /** Called on each change, first when the first connection is open or has failed. */
  onState?: (state: StreamState) => void;
}

/**
 * The hub's events, in order, over as many connections as it takes. After a drop it resumes after the last complete
 * event; a `snapshot` in between means that the hub no longer has that position.
 */
export function watchEvents(
  connection: Connection,
  { signal, session, onState }: WatchOptions = {},
): AsyncGenerator<HubEvent, void, undefined> {
  const path = session === undefined ? "/v1/events" : `/v1/events?session=${encodeURIComponent(session)}`;
  return watchStream(connection, { path, signal, stallMs, onState, toEvent: toHubEvent });
}
