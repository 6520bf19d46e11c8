import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Outcome } from "@yourcall/core";
import type { WireAsk } from "@yourcall/core/internal/wire";

/** A fault for the next matching request, before or after it is handled. */
export type Fault =
  | "drop-before"
  | "drop-after"
  | "hang"
  | { status: number; body?: unknown; headers?: Record<string, string>; afterwards?: true };

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

/** State that survives a restart. */
export interface HubMemory {
  asks: WireAsk[];
  events: { id: string; event: string; data: unknown }[];
}

export interface SmallHub {
  url: string;
  port: number;
  memory: HubMemory;
  requests: SeenRequest[];
  /** Plans faults for requests such as `POST /v1/asks`, one per request, in order. */
  plan(request: string, ...faults: Fault[]): void;
  /** Resolves when `count` requests of this kind have arrived in all. */
  until(request: string, count?: number): Promise<SeenRequest>;
  end(id: string, outcome: Outcome): void;
  /** Writes raw text to every open event stream. */
  say(text: string): void;
  /** Cuts every connection. */
  cut(): void;
  stop(): Promise<void>;
}

export const answered: Outcome = {
  status: "answered",
  answers: [{ question: "Which database?", header: "Database", selectedOptions: ["SQLite"] }],
  by: { surface: "web", act: "click" },
  at: "2030-01-01T00:00:00.000Z",
};

/** Swallows a response. */
const nowhere = { writeHead: () => nowhere, end: () => nowhere, on: () => nowhere } as unknown as ServerResponse;

/** A real server with the minimum that the client needs, which fails on demand. Waits end only with the ask. */
export async function startSmallHub(
  options: {
    port?: number;
    socketPath?: string;
    memory?: HubMemory;
    events?: (request: SeenRequest, response: ServerResponse) => void;
  } = {},
): Promise<SmallHub> {
  const memory = options.memory ?? { asks: [], events: [] };
  const requests: SeenRequest[] = [];
  const planned: { request: string; fault: Fault }[] = [];
  const watchers: (() => void)[] = [];
  const waiting = new Map<string, Set<() => void>>();
  const streams = new Set<ServerResponse>();

  const nameOf = ({ method, url }: SeenRequest) => `${method} ${url.replace(/\?.*/, "")}`;
  const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

  function end(id: string, outcome: Outcome) {
    const ask = memory.asks.find((one) => one.id === id);
    if (ask === undefined || ask.outcome !== undefined) return;
    Object.assign(ask, { status: outcome.status, outcome });
    for (const tell of waiting.get(id) ?? []) tell();
  }

  function create(body: Record<string, unknown>): WireAsk {
    const ask = {
      ...body,
      id: `ask_${memory.asks.length + 1}`,
      kind: "question",
      status: "pending",
      agent: { name: "test" },
      createdAt: "2030-01-01T00:00:00.000Z",
      waiting: { count: 0, lastSeenAt: "2030-01-01T00:00:00.000Z" },
      url: "http://localhost/",
    } as unknown as WireAsk;
    memory.asks.push(ask);
    return ask;
  }

  /** Replies with the ask: immediately, or once it has ended if the request waits for more than a second. */
  function show(response: ServerResponse, status: number, ask: WireAsk, seconds: number) {
    const reply = () => json(response, status, ask);
    if (ask.outcome !== undefined || seconds <= 1) return reply();
    const tellers = waiting.get(ask.id) ?? new Set();
    waiting.set(ask.id, tellers.add(reply));
    response.on("close", () => tellers.delete(reply));
  }

  function treat(request: SeenRequest, response: ServerResponse) {
    const url = new URL(request.url, "http://hub");
    const [, , kind, id, verb] = url.pathname.split("/");
    const ask = memory.asks.find((one) => one.id === id);
    if (kind === "events") {
      streams.add(response);
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      return options.events?.(request, response);
    }
    if (request.method === "POST" && id === undefined) {
      const key = request.body.key;
      const known = memory.asks.find((one) => one.key === key && !["cancelled", "expired"].includes(one.status));
      const seconds = Number(/wait=(\d+)/.exec(String(request.headers.prefer))?.[1] ?? 0);
      return show(response, known === undefined ? 201 : 200, known ?? create(request.body), seconds);
    }
    if (ask === undefined) return json(response, 404, { code: "not-found", message: "There is no such ask." });
    if (request.method === "GET") return show(response, 200, ask, Number(url.searchParams.get("wait")));
    if (ask.outcome !== undefined)
      return json(response, 409, { code: "already-ended", message: "It has ended.", outcome: ask.outcome });
    if (verb === "cancel") end(ask.id, { status: "cancelled", at: "2030-01-01T00:00:00.000Z", ...request.body });
    if (verb === "answer") end(ask.id, answered);
    if (verb === "decline") {
      const { reason, ...by } = request.body as { reason?: string; surface: string; act: "submit" };
      end(ask.id, { status: "declined", reason, by, at: "2030-01-01T00:00:00.000Z" });
    }
    json(response, 200, ask);
  }

  const server: Server = createServer(async (incoming, response) => {
    let text = "";
    for await (const part of incoming) text += part;
    const { method = "", url = "", headers } = incoming;
    const request = { method, url, headers, body: text === "" ? {} : JSON.parse(text) };
    requests.push(request);
    const index = planned.findIndex((plan) => plan.request === nameOf(request));
    const fault = index === -1 ? undefined : planned.splice(index, 1)[0]?.fault;
    if (fault === undefined) treat(request, response);
    else if (fault === "drop-before") incoming.socket.destroy();
    else if (fault === "drop-after") {
      treat(request, nowhere);
      incoming.socket.destroy();
    } else if (fault !== "hang") {
      if (fault.afterwards) treat(request, nowhere);
      json(response, fault.status, fault.body ?? {}, fault.headers);
    }
    for (const watcher of [...watchers]) watcher();
  });
  await new Promise<void>((resolve) =>
    options.socketPath === undefined
      ? server.listen(options.port ?? 0, "127.0.0.1", resolve)
      : server.listen(options.socketPath, resolve),
  );
  const port = options.socketPath === undefined ? (server.address() as AddressInfo).port : 0;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    memory,
    requests,
    plan: (request, ...faults) => planned.push(...faults.map((fault) => ({ request, fault }))),
    until: (name, count = 1) =>
      new Promise((resolve) => {
        const look = () => {
          const found = requests.filter((request) => nameOf(request) === name)[count - 1];
          if (found === undefined) return;
          watchers.splice(watchers.indexOf(look), 1);
          resolve(found);
        };
        watchers.push(look);
        look();
      }),
    end,
    say(text) {
      for (const stream of streams) stream.write(text);
    },
    cut: () => server.closeAllConnections(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
