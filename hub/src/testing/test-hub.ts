import { readFileSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import { join } from "node:path";
import type { WireAsk } from "@yourcall/core/internal/wire";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { type RunningHub, type StartOptions, startHub } from "../start-hub.ts";
import { openSqliteStore } from "../store/sqlite/open-store.ts";
import type { Store } from "../store/store.ts";
import { type EventReader, readEvents } from "./read-events.ts";
import { findRow } from "./route-table.ts";
import { database } from "./sample-questions.ts";
import { type RawResponse, send } from "./send.ts";
import { type AtEnd, temporaryDirectory } from "./temporary-directory.ts";

export interface CallOptions {
  headers?: OutgoingHttpHeaders;
  /** `human`, `agent`, or a token; none by default. */
  as?: string;
  host?: string | null;
  signal?: AbortSignal;
  firstPiece?: boolean;
  /** Over the unix socket instead of TCP. */
  socket?: boolean;
}

/** A hub in this process, on a real file and real sockets. It is stopped after the test. */
export interface TestHub extends RunningHub {
  readonly directory: string;
  readonly tokens: { agent: string; human: string };
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<RawResponse>;
  human(method: string, path: string, body?: unknown, options?: CallOptions): Promise<RawResponse>;
  agent(method: string, path: string, body?: unknown, options?: CallOptions): Promise<RawResponse>;
  /** An ask by the local agent, with one question by default. Throws if it is refused. */
  ask(more?: Record<string, unknown>, options?: CallOptions): Promise<WireAsk>;
  events(options?: { as?: string; after?: string; session?: string }): Promise<EventReader>;
  /** One figure of `/metrics`. */
  metric(name: string): Promise<number>;
  /** Stops this hub and starts another on the same directory. */
  restart(options?: Partial<StartOptions>): Promise<TestHub>;
}

/** Options for a hub with a changed store, for example a slow one. */
export function withStore(change: (store: Store) => Partial<Store>): Partial<StartOptions> {
  const directory = temporaryDirectory("hub");
  return {
    directory,
    store: async () => {
      const store = await openSqliteStore(join(directory, "yourcall.db"));
      return { ...store, ...change(store) };
    },
  };
}

/** One hub for all tests of a file or a group, if they do not disturb each other. */
export function shareTestHub(): () => TestHub {
  const ends: (() => void | Promise<void>)[] = [];
  let hub: TestHub | undefined;
  beforeAll(async () => {
    hub = await startTestHub({ maxPendingPerSession: 100_000 }, (act) => void ends.unshift(act));
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return () => {
    if (hub === undefined) throw new Error("The hub has not started yet.");
    return hub;
  };
}

export async function startTestHub(
  options: Partial<StartOptions> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<TestHub> {
  const directory = options.directory ?? temporaryDirectory("hub", atEnd);
  const started = { version: "1.2.3", port: 0, ...options, directory };
  const running = await startHub(started);
  atEnd(() => running.stop());
  const { port, socket: socketPath } = running;
  const tokens = JSON.parse(readFileSync(join(directory, "tokens.json"), "utf8")) as TestHub["tokens"];

  function authorization(as: string | undefined): { authorization?: string } {
    if (as === undefined) return {};
    return { authorization: `Bearer ${as === "human" || as === "agent" ? tokens[as] : as}` };
  }

  async function call(method: string, path: string, body?: unknown, given: CallOptions = {}): Promise<RawResponse> {
    const { headers, as, host, signal, firstPiece, socket } = given;
    const response = await send({
      ...(socket === true ? { socketPath } : { port }),
      method,
      path,
      body,
      headers: { ...authorization(as), ...headers },
      host,
      signal,
      firstPiece,
    });
    // The contract lists every status that a route sends, and /openapi.json every status of the contract.
    const row = findRow(method, path);
    if (row !== undefined) expect(row.statuses, `${method} ${path}: ${response.text}`).toContain(response.status);
    return response;
  }

  const agent: TestHub["agent"] = (method, path, body, given) => call(method, path, body, { as: "agent", ...given });
  const human: TestHub["human"] = (method, path, body, given) => call(method, path, body, { as: "human", ...given });
  return {
    ...running,
    directory,
    tokens,
    call,
    human,
    agent,
    async ask(more = {}, given) {
      const { status, body, text } = await agent("POST", "/v1/asks", { questions: [database], ...more }, given);
      if (status !== 201 && status !== 200) throw new Error(`The ask was refused: ${status} ${text}`);
      return body as WireAsk;
    },
    events({ as = "human", after, session } = {}) {
      const query = session === undefined ? "" : `?session=${encodeURIComponent(session)}`;
      const opened = readEvents({
        port,
        path: `/v1/events${query}`,
        headers: { ...authorization(as), ...(after === undefined ? {} : { "last-event-id": after }) },
      });
      onTestFinished(async () => (await opened.catch(() => null))?.close());
      return opened;
    },
    async metric(name) {
      const { text } = await human("GET", "/metrics");
      const line = text.split("\n").find((candidate) => candidate.startsWith(`${name} `));
      return Number(line?.slice(name.length + 1));
    },
    async restart(again) {
      await running.stop();
      return startTestHub({ ...options, ...again, directory });
    },
  };
}
