import type { Agent, IncomingMessage, RequestOptions } from "node:http";
import { YourcallError } from "@yourcall/core";
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
  url?: string;
  /** The hub's unix socket. Preferred; if there is none, `url` is tried. */
  socketPath?: string;
  token?: string | undefined;
}

// An import would evaluate all exports of the module, and some of them load undici.
const http = process.getBuiltinModule("node:http");

type Outgoing = Omit<TransportRequest, "method"> & { method?: TransportRequest["method"] };

/** Reaches a hub over node:http with kept connections. (`fetch` would load undici, which costs more than a whole ask.) */
export function createNodeTransport({ url, socketPath, token }: NodeTransportOptions): Transport {
  if (url === undefined && socketPath === undefined) throw new TypeError("A hub has a url, a socketPath or both.");
  if (url !== undefined && !URL.canParse(url))
    throw new YourcallError("hub-unreachable", `"${url}" is no address of a hub. It looks like http://127.0.0.1:2255.`);
  const target = url === undefined ? undefined : new URL(url);
  const where = socketPath ?? url;
  let agent: Agent | undefined;
  let secureAgent: Agent | undefined;

  async function toPlace(address: "socket" | "url", path: string) {
    if (address === "socket" || target === undefined) {
      agent ??= new http.Agent({ keepAlive: true });
      return { request: http.request, agent, socketPath, path };
    }
    const place = {
      hostname: target.hostname.replace(/^\[|\]$/g, ""),
      port: target.port,
      path: target.pathname.replace(/\/$/, "") + path,
    };
    if (target.protocol === "https:") {
      const https = process.getBuiltinModule("node:https");
      secureAgent ??= new https.Agent({ keepAlive: true });
      return { request: https.request, agent: secureAgent, ...place };
    }
    agent ??= new http.Agent({ keepAlive: true });
    return { request: http.request, agent, ...place };
  }

  /** Sends to one address; resolves with the head of the response. */
  async function sendTo(address: "socket" | "url", { method = "GET", path, headers, body, signal }: Outgoing) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const { request, ...place } = await toPlace(address, path);
    signal?.throwIfAborted();
    const options: RequestOptions = {
      ...place,
      method,
      headers: {
        host: address === "url" && target !== undefined ? target.host : "localhost",
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
      const onAbort = () => outgoing.destroy(new Error("aborted"));
      signal?.addEventListener("abort", onAbort, { once: true });
      outgoing.on("socket", (socket) => {
        if (socket.connecting) socket.once("connect", () => (connected = true));
        else connected = true;
      });
      outgoing.on("response", (response) => {
        // It may break before it is read; the reader checks for that.
        response.on("error", () => {});
        resolve(response);
      });
      // Stays attached after the response: a broken body is reported on the response itself.
      outgoing.on("error", (error) => {
        if (signal?.aborted) return reject(signal.reason);
        const stale = connected && outgoing.reusedSocket;
        reject(Object.assign(toUnreachable(error, connected, where), { stale }));
      });
      outgoing.on("close", () => signal?.removeEventListener("abort", onAbort));
      outgoing.end(text);
    });
  }

  async function send(options: Outgoing): Promise<IncomingMessage> {
    const addresses: ("socket" | "url")[] = [];
    if (socketPath !== undefined) addresses.push("socket");
    if (target !== undefined) addresses.push("url");
    let failure: unknown;
    for (const address of addresses) {
      try {
        return await sendTo(address, options).catch((error) => {
          // The hub closed a kept connection just as it was reused. A read can be repeated; anything else might not.
          if (error?.stale === true && (options.method ?? "GET") === "GET") return sendTo(address, options);
          throw error;
        });
      } catch (error) {
        failure = error;
        // A missing socket was never offered. One that refuses was left by a hub that died, and its port may be
        // another program's by now: the token must not go there.
        if (
          !(error instanceof HubUnreachableError) ||
          (error.cause as { code?: string } | undefined)?.code !== "ENOENT"
        )
          break;
      }
    }
    throw failure;
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
      // After a whole response this comes too late to matter.
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
    close() {
      agent?.destroy();
      secureAgent?.destroy();
    },
  };
}

function toUnreachable(error: unknown, mayHaveArrived: boolean, where: string | undefined): HubUnreachableError {
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
