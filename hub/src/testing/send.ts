import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import type { Batch, GrantOffers, WireAsk, WireDraft, WireError, WireGrant } from "@yourcall/core/internal/wire";

/** A request with only the given headers: no token, and any `Host`, or none (`host: null`). */
export interface RawRequest {
  port?: number;
  socketPath?: string;
  method: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  host?: string | null | undefined;
  /** Sent as JSON, unless it is text. */
  body?: unknown;
  signal?: AbortSignal;
  /** Resolves with the first piece of the body, for a body that has no end. */
  firstPiece?: boolean;
}

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The text as JSON; empty if it is not JSON. */
  body: Body;
}

/** Any reply of a hub. */
export interface Body extends Partial<Omit<WireAsk, "draft">>, Partial<Omit<WireError, "code" | "outcome" | "draft">> {
  proof?: string;
  asks?: WireAsk[];
  cursor?: string;
  back?: string;
  code?: string;
  draft?: WireDraft;
  revision?: number;
  token?: string;
  tokens?: Record<string, unknown>[];
  grants?: WireGrant[];
  covers?: GrantOffers["covers"];
  batch?: Batch["batch"];
  results?: Batch["results"];
}

const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

export function send({
  method,
  path,
  headers = {},
  host,
  body,
  firstPiece,
  ...where
}: RawRequest): Promise<RawResponse> {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = request({
      ...where,
      ...(where.port === undefined ? {} : { host: "127.0.0.1" }),
      agent,
      method,
      path,
      setHost: host === undefined,
      headers: {
        ...(typeof host === "string" ? { host } : {}),
        ...(text === undefined
          ? {}
          : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
        ...headers,
      },
    });
    call.on("error", reject);
    call.on("response", (response) => {
      let received = "";
      response.setEncoding("utf8");
      const finish = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: received,
          body: toJson(received),
        });
      response.on("data", (chunk) => {
        received += chunk;
        if (firstPiece === true) finish();
      });
      response.on("error", reject);
      response.on("end", finish);
    });
    call.end(text);
  });
}

function toJson(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return {};
  }
}
