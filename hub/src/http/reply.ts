import type { ServerResponse } from "node:http";

/** Where the response to one request goes: JSON text, whole and once. */
export interface Reply {
  /** `more` are further headers, names and values in turn. `sent` is called when all was written to the connection. */
  send(status: number, text: string, more?: readonly string[], sent?: () => void): void;
}

/** What every such response says of itself, but for its length. */
export const jsonHeaders = [
  ...["content-type", "application/json; charset=utf-8"],
  ...["x-content-type-options", "nosniff", "cache-control", "no-store"],
] as const;

export function toReply(response: ServerResponse, isStopping: () => boolean): Reply {
  return {
    send(status, text, more = [], sent) {
      // What fails while a response is being written can be told nobody.
      if (response.headersSent) return void response.destroy();
      const length = Buffer.byteLength(text);
      response.writeHead(status, [
        ...jsonHeaders,
        ...["content-length", `${length}`],
        ...more,
        // Kept alive, the connection would only keep the hub from going.
        ...(isStopping() ? ["connection", "close"] : []),
      ]);
      if (sent !== undefined) response.once("finish", sent);
      response.end(text);
    },
  };
}
