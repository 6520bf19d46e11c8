import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Fields = Record<string, unknown>;
type Access = "read" | "write";

export interface NtfyStandIn {
  url: string;
  /** The next publishing requests, or the next readers, are refused so; 0 takes the message and drops the reply. */
  refusals: { what: "publish" | "read"; status: number }[];
  /** How many streams are open. */
  readers(): number;
  [Symbol.asyncDispose](): Promise<void>;
}

interface StandInOptions {
  /** What each token may do with each topic, `""` for nobody's. Without it everybody may do everything. */
  access?: Record<string, Record<string, Access[]>>;
  /** A server before 2.16 ignores `sequence_id`. */
  replaces?: boolean;
}

/** An ntfy server with its limits: three actions, less than 4,096 bytes, access lists, and messages that are kept for those who come later. */
export async function startNtfyStandIn({ access, replaces = true }: StandInOptions = {}): Promise<NtfyStandIn> {
  const kept: Fields[] = [];
  const readers = new Set<{ topic: string; response: ServerResponse }>();
  const refusals: NtfyStandIn["refusals"] = [];
  let next = 1;

  function may({ headers }: IncomingMessage, topic: string, what: Access): boolean {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
    return access === undefined || (access[token]?.[topic] ?? []).includes(what);
  }

  function refused(what: "publish" | "read"): number | undefined {
    const at = refusals.findIndex((one) => one.what === what);
    return at < 0 ? undefined : refusals.splice(at, 1)[0]?.status;
  }

  function publish(request: IncomingMessage, fields: Fields): { status: number; message?: Fields } {
    const topic = String(fields.topic);
    const actions = Array.isArray(fields.actions) ? fields.actions : [];
    if (actions.length > 3 || !/^[-\w]{1,64}$/.test(topic)) return { status: 400 };
    if (!may(request, topic, "write")) return { status: 403 };
    const { sequence_id: sequence, ...rest } = fields;
    const message = { id: `m${next++}`, event: "message", ...rest, ...(replaces ? { sequence_id: sequence } : {}) };
    kept.push(message);
    for (const reader of readers) if (reader.topic === topic) reader.response.write(`${JSON.stringify(message)}\n`);
    return { status: 200, message };
  }

  function read(response: ServerResponse, topic: string, query: URLSearchParams): void {
    const since = query.get("since") ?? "";
    const from = kept.findIndex(({ id }) => id === since) + 1;
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    if (query.get("poll") !== "1") response.write(`${JSON.stringify({ id: "o", event: "open", topic })}\n`);
    for (const message of since === "" ? [] : kept.slice(from))
      if (message.topic === topic) response.write(`${JSON.stringify(message)}\n`);
    if (query.get("poll") === "1") return void response.end();
    const reader = { topic, response };
    readers.add(reader);
    response.on("close", () => readers.delete(reader));
  }

  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const url = new URL(request.url ?? "/", "http://stand-in");
    const [, topic = "", what] = url.pathname.split("/");
    if (request.method === "GET") {
      const status = may(request, topic, "read") ? (refused("read") ?? 200) : 403;
      if (status !== 200) return void response.writeHead(status).end();
      if (what === "json") return read(response, topic, url.searchParams);
      return void response.end(JSON.stringify({ success: true }));
    }
    const status = refused("publish");
    if (status !== undefined && status !== 0) return void response.writeHead(status).end();
    if (Buffer.byteLength(text) >= 4096) return void response.writeHead(500).end();
    const published = publish(request, topic === "" ? JSON.parse(text) : { topic, message: text });
    if (status === 0) return void response.destroy();
    response.writeHead(published.status).end(JSON.stringify(published.message ?? { http: published.status }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusals,
    readers: () => readers.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
