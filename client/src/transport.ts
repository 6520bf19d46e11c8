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
  /** Parsed if the hub says it is JSON, otherwise text. A stream has one only if its status is not 200. */
  body?: unknown;
}

export type TransportStreamRequest = Omit<TransportRequest, "method" | "body">;

export interface TransportStream extends TransportResponse {
  /** Text as it arrives, cut anywhere. Ends when the other side ends it, rejects when the connection breaks. */
  lines: AsyncIterable<string>;
}

/**
 * How the client reaches a hub, with its token. Every status is a response, not an error. A connection that
 * cannot be made or breaks rejects with a `YourcallError` of code `hub-unreachable`; an aborted signal rejects with its
 * reason, even in the middle of a stream.
 */
export interface Transport {
  request(options: TransportRequest): Promise<TransportResponse>;
  stream(options: TransportStreamRequest): Promise<TransportStream>;
  /** Ends every connection. */
  close?(): void;
}

/** Parses a body by its content type; invalid JSON stays text. */
export function parseBody(text: string, headers: Record<string, string>): unknown {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(headers["content-type"] ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A path with this query; undefined values are omitted. */
export function toPath(path: string, query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}
