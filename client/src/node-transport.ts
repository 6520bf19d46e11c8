import type { IncomingMessage, RequestOptions } from "node:http";
import { YourcallError } from "@yourcall/core";
import { createKey } from "./create-ask-id.ts";
import { createHubClient as createClient, type HubClient, type HubClientOptions } from "./create-hub-client.ts";
import { HubUnreachableError } from "./errors.ts";
import {
  parseBody,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  type TransportStream,
} from "./transport.ts";

export interface NodeTransportOptions {
  /** The hub's address, as in `http://127.0.0.1:2255`. */
  url?: string | undefined;
  /** The hub's unix socket. With it, `url` is never tried: its port may be somebody else's by now, and must not get the token. */
  socketPath?: string | undefined;
  token?: string | undefined;
}

// An import would evaluate all exports of the module, and some of them load undici.
const http = process.getBuiltinModule("node:http");

type Outgoing = Omit<TransportRequest, "method"> & { method?: TransportRequest["method"] };

/**
 * Reaches a hub over node:http with keep-alive connections. (`fetch` would load undici, which costs more than a whole ask.)
 *
 * @example
 * import { createHubClient as createClient } from "@yourcall/client";
 * const client = createClient({ transport: createNodeTransport({ url, token }) });
 */
export function createNodeTransport({ url, socketPath, token }: NodeTransportOptions): Transport {
  const where = socketPath ?? url ?? "";
  if (where === "") throw new TypeError("Give the hub's url or its socketPath.");
  if (socketPath === undefined && !URL.canParse(where))
    throw new YourcallError(
      "hub-unreachable",
      `"${where}" is not the address of a hub. Use one like http://127.0.0.1:2255.`,
    );
  const target = socketPath === undefined ? new URL(where) : undefined;
  const { request, Agent } = target?.protocol === "https:" ? process.getBuiltinModule("node:https") : http;
  const agent = new Agent({ keepAlive: true });
  const place: RequestOptions = {
    agent,
    // Without a name for TLS, the agent would compile its expression for IPv6 addresses: 6 ms of every start, for nothing.
    ...(target === undefined
      ? { socketPath, servername: "" }
      : { hostname: target.hostname.replace(/^\[|\]$/g, ""), port: target.port }),
  };
  const basePath = target?.pathname.replace(/\/$/, "") ?? "";

  /** Resolves with the head of the response. */
  async function sendOnce({ method = "GET", path, headers, body, signal }: Outgoing) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    signal?.throwIfAborted();
    const options: RequestOptions = {
      ...place,
      path: basePath + path,
      method,
      headers: {
        host: target?.host ?? "localhost",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        accept: "application/json",
        ...(text === undefined
          ? {}
          : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }),
        ...headers,
      },
    };

    return new Promise<IncomingMessage>((resolve, reject) => {
      let connected = false;
      const outgoing = request(options);
      const onAbort = () => {
        outgoing.destroy(new Error("aborted"));
        // Bun reports no error of a request that was destroyed.
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      outgoing.on("socket", (socket) => {
        if (socket.connecting) socket.once("connect", () => (connected = true));
        else connected = true;
      });
      outgoing.on("response", (response) => {
        // The response may break before it is read; the reader checks for that.
        response.on("error", () => {});
        resolve(response);
      });
      // Stays attached after the response: a broken body is reported on the response itself.
      outgoing.on("error", (error) => {
        if (signal?.aborted) return reject(signal.reason);
        const stale = connected && outgoing.reusedSocket;
        const hasArrived = connected && !isUnconnected(error);
        reject(Object.assign(toUnreachable(error, hasArrived, where), { stale }));
      });
      outgoing.on("close", () => signal?.removeEventListener("abort", onAbort));
      outgoing.end(text);
    });
  }

  async function send(options: Outgoing): Promise<IncomingMessage> {
    return sendOnce(options).catch((error) => {
      // The hub closed a keep-alive connection just as it was reused. Reading twice does no harm; anything else might.
      if (error?.stale === true && (options.method ?? "GET") === "GET") return sendOnce(options);
      throw error;
    });
  }

  async function* read(response: IncomingMessage, signal: AbortSignal | undefined): AsyncGenerator<string> {
    response.setEncoding("utf8");
    try {
      for await (const text of response) yield text as string;
    } catch (error) {
      throw signal?.aborted ? signal.reason : toUnreachable(error, true, where);
    }
  }

  function readWhole(response: IncomingMessage, signal: AbortSignal | undefined): Promise<TransportResponse> {
    return new Promise((resolve, reject) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => {
        const headers = toHeaders(response);
        resolve({ status: response.statusCode ?? 0, headers, body: parseBody(text, headers) });
      });
      const onBroken = (error?: unknown) =>
        reject(signal?.aborted ? signal.reason : toUnreachable(error ?? "closed", true, where));
      response.on("error", onBroken);
      // After a complete response this comes too late to matter.
      response.on("close", onBroken);
      if (response.destroyed && !response.complete) onBroken(response.errored);
    });
  }

  return {
    async request(options) {
      return readWhole(await send(options), options.signal);
    },
    async stream(options): Promise<TransportStream> {
      const response = await send(options);
      if (response.statusCode !== 200) return { ...(await readWhole(response, options.signal)), lines: none() };
      return { status: 200, headers: toHeaders(response), lines: read(response, options.signal) };
    },
    close: () => agent.destroy(),
  };
}

/**
 * The hub at a url or a unix socket.
 *
 * @example
 * const agent = createHubClient({ url, token });
 * const outcome = await agent.ask(ask);
 */
export function createHubClient(options: NodeTransportOptions & Omit<HubClientOptions, "transport">): HubClient {
  return createClient({
    // An import would cost every start 5 ms, also of callers that have a key of their own.
    createKey: () => createKey(process.getBuiltinModule("node:crypto").randomUUID()),
    ...options,
    transport: createNodeTransport(options),
  });
}

/** Bun provides the socket before it is connected; only these codes show that it never was. */
function isUnconnected({ code = "" }: NodeJS.ErrnoException): boolean {
  return ["FailedToOpenSocket", "ConnectionRefused"].includes(code);
}

function toUnreachable(error: unknown, mayHaveArrived: boolean, where: string): HubUnreachableError {
  const detail = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
  const message = mayHaveArrived
    ? `The connection to the hub at ${where} broke (${detail}). Look at the ask before trying again.`
    : `No hub answers at ${where} (${detail}). Start one with \`yourcall serve\`.`;
  return new HubUnreachableError(message, { cause: error, mayHaveArrived });
}

function toHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

async function* none(): AsyncGenerator<string> {}
