import { type Clock, machineClock } from "@yourcall/core";
import { pause } from "@yourcall/core/internal";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { HubUnreachableError, isRetryable, toError, type UnavailableError } from "./errors.ts";
import type { Transport, TransportRequest, TransportResponse, TransportStream } from "./transport.ts";

const firstDelayMs = 100;
const longestDelayMs = 10_000;

/** A failed request that is about to be retried. */
export interface Failure {
  error: Error;
  /** How many failed in a row, this one included. */
  attempt: number;
}

export interface ConnectionOptions {
  transport: Transport;
  clock?: Clock;
  /** From 0 up to 1, to spread the attempts of many clients. */
  random?: () => number;
  /** How long a response may take beyond the time it is held. 15 seconds. */
  requestTimeoutMs?: number;
  /** How long without a hub before `ask`, `create`, `wait` and `events` throw. Never by default. */
  giveUpAfterMs?: number;
  /**
   * Awaited before each new attempt, once for all waiting calls: the place to start a hub, to inform the person, or to return
   * another transport when the hub has moved. An error that it throws ends the call.
   */
  onUnreachable?: (failure: Failure) => unknown;
}

interface Limits {
  signal?: AbortSignal;
  giveUpAfterMs?: number;
  /**
   * The total time, whether or not the hub is reachable. When it is up, the last failure is thrown, or that the hub did not
   * respond if an attempt was under way.
   */
  withinMs?: number;
}

/** `signal` is aborted by the caller or when time is up, `limit` only when time is up. */
type Attempt<Result> = (signal?: AbortSignal, limit?: AbortSignal) => Promise<Result>;

export type StreamState = "live" | "reconnecting";

interface StreamOptions<Event> {
  path: string;
  /** Ends the iteration, without an error. */
  signal?: AbortSignal;
  /** A stream silent for longer than this is dead, even if the connection looks open. */
  stallMs: number;
  /** Called on each change, first when the first connection is open or has failed. */
  onState?: (state: StreamState) => void;
  /** Null for a message that is not understood. */
  toEvent: (message: EventSourceMessage) => Event | null;
  /** How long to wait after this failure; undefined to wait and give up like every other request. */
  retryAfter?: (error: unknown) => number | undefined;
}

export interface Connection {
  readonly clock: Clock;
  /** One attempt. A refusal is thrown as its typed error. */
  call(request: HubRequest): Promise<unknown>;
  /** Attempts until one succeeds or throws an error that retrying cannot help. Each attempt gets the signals that may end it. */
  keepTrying<Result>(attempt: Attempt<Result>, limits: Limits): Promise<Result>;
  /** A stream's events, in order, over as many connections as it takes. After a drop it resumes after the last complete event. */
  watch<Event>(options: StreamOptions<Event>): AsyncGenerator<Event, void, undefined>;
  close(): void;
}

export interface HubRequest {
  method: TransportRequest["method"];
  path: string;
  body?: unknown;
  /** How long the hub may hold the response; sent as `Prefer` if there is a `body`. */
  holdSeconds?: number;
  /** How long the response may take, for a request that is large. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** How requests and streams reach the hub: how long each may take, and what happens while the hub is away. */
export function createConnection(options: ConnectionOptions): Connection {
  const { clock = machineClock, random = Math.random, requestTimeoutMs = 15_000 } = options;
  let { transport } = options;
  let moves = 0;
  let recovering: Promise<void> | undefined;

  /** Runs `act` with a signal that also aborts it when the hub stays silent for too long. */
  async function withTimeout<Result>(
    ms: number,
    outer: AbortSignal | undefined,
    act: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const limit = new AbortController();
    const cancel = clock.after(ms, () =>
      limit.abort(
        new HubUnreachableError(
          `The hub did not respond within ${Math.round(ms / 1000)} s. It may be paused or stuck: run \`yourcall doctor\`.`,
          { mayHaveArrived: true },
        ),
      ),
    );
    try {
      return await act(anySignal(limit.signal, outer));
    } finally {
      cancel();
    }
  }

  async function call({ method, path, body, holdSeconds = 0, timeoutMs, signal }: HubRequest): Promise<unknown> {
    const response = await withTimeout(timeoutMs ?? requestTimeoutMs + holdSeconds * 1000, signal, (signal) =>
      transport.request({
        method,
        path,
        signal,
        body,
        ...(body !== undefined && holdSeconds > 0 ? { headers: { prefer: `wait=${holdSeconds}` } } : {}),
      }),
    );
    return expectSuccess(response, path).body;
  }

  async function open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<TransportStream> {
    // The limit applies only until the response begins: after that, its signal must not cut a long stream.
    const opened = await withTimeout(requestTimeoutMs, undefined, (limit) =>
      unlessAborted(transport.stream({ path, headers, signal }), limit),
    );
    return expectSuccess(opened, path);
  }

  function recover(failure: Failure): Promise<void> {
    recovering ??= (async () => {
      try {
        const replacement = await options.onUnreachable?.(failure);
        if (!isTransport(replacement)) return;
        transport = replacement;
        moves += 1;
      } finally {
        recovering = undefined;
      }
    })();
    return recovering;
  }

  /** One call's consecutive failures. */
  function createPatience(signal?: AbortSignal, giveUpAfterMs = options.giveUpAfterMs) {
    let attempt = 0;
    let lostAt: number | undefined;
    let knownMoves = moves;
    return {
      /** Waits before the next attempt. Throws the error if there must be none. */
      async after(error: unknown, leastMs = firstDelayMs): Promise<void> {
        if (signal?.aborted) throw signal.reason;
        if (!isRetryable(error)) throw error;
        lostAt ??= clock.now();
        const longest = Math.max(longestDelayMs, leastMs);
        const spread = Math.min(longest, leastMs * 2 ** Math.min(attempt++, 20)) * (0.5 + random() / 2);
        const delay = Math.max(spread, (error as Partial<UnavailableError>).retryAfterMs ?? 0);
        const leftMs = giveUpAfterMs === undefined ? Number.POSITIVE_INFINITY : lostAt + giveUpAfterMs - clock.now();
        if (leftMs <= 0) throw error;
        // If another call has already found the hub's new address, a failure of the old one means nothing.
        if (moves === knownMoves) await unlessAborted(recover({ error, attempt }), signal);
        if (moves === knownMoves || attempt > 1) await pause(clock, Math.min(delay, leftMs), signal);
        knownMoves = moves;
      },
      /** The hub responded: the next failure counts as the first again. */
      reset() {
        attempt = 0;
        lostAt = undefined;
      },
    };
  }

  async function keepTrying<Result>(
    attempt: Attempt<Result>,
    { withinMs, giveUpAfterMs, signal: outer }: Limits,
  ): Promise<Result> {
    async function tryAgain(limit?: AbortSignal): Promise<Result> {
      const signal = limit === undefined ? outer : anySignal(limit, outer);
      const patience = createPatience(signal, giveUpAfterMs);
      for (;;) {
        try {
          return await attempt(signal, limit);
        } catch (failure) {
          await patience.after(failure).catch((error) => {
            // If the time ran out between two attempts, the last failure says more than the time limit.
            throw error === signal?.reason && !outer?.aborted ? failure : error;
          });
        }
      }
    }
    return withinMs === undefined ? tryAgain() : withTimeout(withinMs, undefined, tryAgain);
  }

  async function* watch<Event>(options: StreamOptions<Event>): AsyncGenerator<Event, void, undefined> {
    const { path, signal, stallMs, onState, toEvent, retryAfter = () => undefined } = options;
    const patience = createPatience(signal);
    let state: StreamState | undefined;
    let lastEventId = "";
    let retryMs: number | undefined;

    function enter(next: StreamState) {
      if (state !== next) onState?.(next);
      state = next;
    }

    while (!signal?.aborted) {
      const link = new AbortController();
      const silent = () => new HubUnreachableError("The event stream went silent.", { mayHaveArrived: true });
      const listen = () => clock.after(stallMs, () => link.abort(silent()));
      let heard = () => {};
      let failure: unknown;
      try {
        const headers = {
          accept: "text/event-stream",
          ...(lastEventId === "" ? {} : { "last-event-id": lastEventId }),
        };
        const { lines } = await open(path, headers, anySignal(link.signal, signal));
        enter("live");
        const messages: EventSourceMessage[] = [];
        const parser = createParser({
          onEvent: (message) => messages.push(message),
          onRetry: (ms) => {
            retryMs = ms;
          },
        });
        heard = listen();
        for await (const text of lines) {
          heard();
          patience.reset();
          parser.feed(text);
          for (const message of messages.splice(0)) {
            const event = toEvent(message);
            lastEventId = message.id ?? lastEventId;
            if (event !== null) yield event;
            if (signal?.aborted) return;
          }
          // The time that the reader of the events takes is not silence.
          heard = listen();
        }
        failure = new HubUnreachableError("The event stream ended.", { mayHaveArrived: true });
      } catch (error) {
        failure = error;
      } finally {
        heard();
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
          await pause(clock, ms, signal);
        }
      } catch (error) {
        if (signal?.aborted) return;
        throw error;
      }
    }
  }

  return { clock, call, keepTrying, watch, close: () => transport.close?.() };
}

/** Aborted as soon as one of them is. */
function anySignal(limit: AbortSignal, outer?: AbortSignal): AbortSignal {
  return outer === undefined ? limit : AbortSignal.any([outer, limit]);
}

function expectSuccess<Response extends TransportResponse>(response: Response, path: string): Response {
  if (response.status >= 200 && response.status < 300) return response;
  throw toError(response, path);
}

function isTransport(value: unknown): value is Transport {
  return typeof value === "object" && value !== null && "request" in value && "stream" in value;
}

function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
