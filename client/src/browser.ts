import { createConnection } from "./connection.ts";
import { createHubClient as createClient, type HubClient, type HubClientOptions } from "./create-hub-client.ts";
import { HubUnreachableError } from "./errors.ts";
import { createPersonClient as createPerson, type PersonClient } from "./person-client.ts";
import { createPicturesClient } from "./pictures-client.ts";
import { parseBody, type Transport } from "./transport.ts";

export interface BrowserTransportOptions {
  /** Where the hub is; the page's own origin by default. */
  baseUrl?: string;
  /** Called for each request; null sends it without a token. */
  token: () => string | null;
  /** Resolves with what is sent in place of the token, before each request that carries it. If it rejects, nothing is sent. */
  beforeToken?: (token: string) => Promise<string>;
  /** Called after a break: a request failed, a stream ended, or what was sent instead of the token was refused. */
  onBreak?: () => void;
  /** Called if the hub does not know the token, or no longer does. */
  onUnauthorized?: () => void;
  fetch?: typeof fetch;
}

// Browsers refuse `keepalive` for more than 64 KB in all.
const mostKeptAlive = 16_000;

/**
 * Reaches the hub with fetch, for the event stream too: an EventSource cannot send the token.
 *
 * @example
 * import { createHubClient as createClient } from "@yourcall/client";
 * const client = createClient({ transport: createBrowserTransport({ token: () => sessionStorage.getItem("token") }) });
 */
export function createBrowserTransport({
  baseUrl = "",
  token,
  beforeToken,
  onBreak,
  onUnauthorized,
  fetch: given,
}: BrowserTransportOptions): Transport {
  async function send(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    let refused: string | null = null;
    for (;;) {
      const secret = token();
      const shown = secret === null ? null : ((await beforeToken?.(secret)) ?? secret);
      const headers = { ...init.headers, ...(shown === null ? {} : { authorization: `Bearer ${shown}` }) };
      const response = await call(path, { ...init, headers });
      if (response.status !== 401) return response;
      // What was sent instead of the token may have been for a hub that was restarted since, so try once more.
      if (shown === secret || refused !== null) {
        onUnauthorized?.();
        return response;
      }
      refused = shown;
      onBreak?.();
    }
  }

  async function call(path: string, init: RequestInit): Promise<Response> {
    try {
      return await (given ?? globalThis.fetch)(`${baseUrl.replace(/\/$/, "")}${path}`, {
        ...init,
        cache: "no-store",
        credentials: "omit",
        redirect: "manual",
      });
    } catch (error) {
      if (init.signal?.aborted) throw init.signal.reason;
      onBreak?.();
      throw toUnreachable(error);
    }
  }

  async function* read(response: Response, signal: AbortSignal | undefined): AsyncGenerator<string> {
    if (response.body === null) return;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
        if (text !== "") yield text;
        if (done) return;
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      onBreak?.();
      throw toUnreachable(error);
    } finally {
      reader.cancel().catch(() => {});
    }
  }

  /** However a stream ends, it no longer shows that the hub is there. */
  async function* readStream(response: Response, signal: AbortSignal | undefined): AsyncGenerator<string> {
    try {
      yield* read(response, signal);
    } finally {
      onBreak?.();
    }
  }

  async function readWhole(response: Response, signal: AbortSignal | undefined) {
    let text = "";
    for await (const part of read(response, signal)) text += part;
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: parseBody(text, headers) };
  }

  return {
    async request({ method, path, headers, body, signal }) {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const response = await send(path, {
        method,
        headers: {
          accept: "application/json",
          ...(text === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        // What a person did must arrive even if the page closes right after.
        ...(text === undefined ? {} : { body: text, keepalive: text.length < mostKeptAlive }),
        signal,
      });
      return readWhole(response, signal);
    },
    async stream({ path, headers, signal }) {
      const response = await send(path, { headers: { ...headers }, signal });
      if (response.status !== 200) return { ...(await readWhole(response, signal)), lines: none() };
      return { status: 200, headers: Object.fromEntries(response.headers), lines: readStream(response, signal) };
    },
  };
}

/**
 * The hub that serves this page, or the one at `baseUrl`.
 *
 * @example
 * const human = createHubClient({ token: () => sessionStorage.getItem("token") });
 * const { asks } = await human.list({ status: "pending" });
 */
export function createHubClient(options: BrowserTransportOptions & Omit<HubClientOptions, "transport">): HubClient {
  return createClient({ ...options, transport: createBrowserTransport(options) });
}

/**
 * The same hub, for a page that only shows cards and should load little.
 *
 * @example
 * const person = createPersonClient({ token: () => sessionStorage.getItem("token") });
 * console.log((await person.get("ask_1")).status);
 */
export function createPersonClient(options: BrowserTransportOptions): PersonClient {
  const connection = createConnection({ transport: createBrowserTransport(options) });
  return { ...createPerson(connection), ...createPicturesClient(connection) };
}

/** fetch does not say whether a request left the machine, so it may have. */
function toUnreachable(error: unknown): HubUnreachableError {
  return new HubUnreachableError("The hub cannot be reached. Is it running (`yourcall status`)?", {
    cause: error,
    mayHaveArrived: true,
  });
}

async function* none(): AsyncGenerator<string> {}
