import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read the fields they expect
  body: any;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly host: string;
  readonly received: Received[];
  /** Resolves once this many have arrived. */
  until(count: number): Promise<Received[]>;
}

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

/** A local server that receives webhooks. It is closed after the test. */
export async function startReceiver(
  respond: Respond = (response) => void response.writeHead(204).end(),
): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const watchers = new Set<() => void>();
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const { method, url: path, headers } = request;
      received.push({ method, path, headers, body: text === "" ? undefined : JSON.parse(text) });
      respond(response, request);
      for (const watcher of watchers) watcher();
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    received,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length >= count) resolve(received);
        };
        watchers.add(look);
        look();
      }),
  };
}
