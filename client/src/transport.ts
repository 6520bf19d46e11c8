/** One request to the hub. `path` begins with `/v1/…` and carries its query. */
export interface TransportRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
}

export interface TransportResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Parsed where the hub says it is JSON, otherwise its text. */
  body: unknown;
}

export interface TransportStreamRequest {
  path: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface TransportStream {
  status: number;
  headers: Record<string, string>;
  /** What was said instead of a stream, where the status is not 200. */
  body?: unknown;
  /** Text as it comes in, cut anywhere. Ends when the other side ends it, rejects when the connection breaks. */
  lines: AsyncIterable<string>;
}

/**
 * How the client reaches a hub; it brings the token along. Every status is a response, not an error. A connection that
 * cannot be made or breaks rejects with a `YourcallError` of code `hub-unreachable`; an aborted signal rejects with its
 * reason, also in the middle of a stream.
 */
export interface Transport {
  request(options: TransportRequest): Promise<TransportResponse>;
  stream(options: TransportStreamRequest): Promise<TransportStream>;
  /** Ends every connection. */
  close?(): void;
}

/** A body as its content type tells; text that claims to be JSON and is not stays text. */
export function parseBody(text: string, headers: Record<string, string>): unknown {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(headers["content-type"] ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
