import { type SessionMode, YourcallError } from "@yourcall/core";
import type {
  DeskInfo,
  Session,
  SessionEvent,
  StartSession,
  TranscriptPage,
  TranscriptQuery,
} from "@yourcall/core/wire";
import type { Connection } from "./connection.ts";
import { isRecord, unexpected } from "./to-wire-ask.ts";
import { type StreamState, watchStream } from "./watch-stream.ts";

export interface WatchSessionsOptions {
  /** Ends the iteration, without an error. */
  signal?: AbortSignal;
  /** Also the transcript of this session. */
  session?: string;
  /** `no-desk`: the hub is there and no desk is. Called on each change. */
  onState?: (state: StreamState | "no-desk") => void;
}

/** The desk's sessions, through the hub. Each call is one attempt; `desk-unreachable` is thrown if no desk runs. */
export interface SessionsClient {
  list(): Promise<DeskInfo>;
  get(id: string): Promise<Session>;
  start(body: StartSession): Promise<Session>;
  transcript(id: string, query?: TranscriptQuery): Promise<TranscriptPage>;
  /** Passed on at once if the agent takes messages while it works, otherwise after its turn. */
  send(id: string, text: string): Promise<Session>;
  /** Ends the turn and withdraws what it asked. */
  interrupt(id: string): Promise<Session>;
  /** Lets a session go on that failed, was stopped or was interrupted. */
  resume(id: string): Promise<Session>;
  /** Ends the agent. The session is kept. */
  stop(id: string): Promise<Session>;
  /** What it may do without asking, from its next turn on. */
  setMode(id: string, mode: SessionMode): Promise<Session>;
  /** Everything that happens, without an end; after every gap it starts again with `desk`. */
  events(options?: WatchSessionsOptions): AsyncIterable<SessionEvent>;
}

// The desk sends a heartbeat every 5 s.
const stallMs = 12_000;
const lookAgainMs = 1000;

export function createSessionsClient(connection: Connection): SessionsClient {
  const pathOf = (id: string) => `/v1/sessions/${encodeURIComponent(id)}`;

  async function act(id: string, verb: string, body: object = {}): Promise<Session> {
    return toSession(await connection.call({ method: "POST", path: `${pathOf(id)}/${verb}`, body }));
  }

  return {
    async list() {
      const body = await connection.call({ method: "GET", path: "/v1/sessions" });
      if (!isRecord(body) || !Array.isArray(body.sessions)) throw unexpected("a list of sessions");
      return body as unknown as DeskInfo;
    },
    get: async (id) => toSession(await connection.call({ method: "GET", path: pathOf(id) })),
    start: async (body) => toSession(await connection.call({ method: "POST", path: "/v1/sessions", body })),
    async transcript(id, { before, limit } = {}) {
      const search = new URLSearchParams();
      if (before !== undefined) search.set("before", `${before}`);
      if (limit !== undefined) search.set("limit", `${limit}`);
      const body = await connection.call({ method: "GET", path: `${pathOf(id)}/transcript?${search}` });
      if (!isRecord(body) || !Array.isArray(body.entries)) throw unexpected("a transcript");
      return body as unknown as TranscriptPage;
    },
    send: (id, text) => act(id, "messages", { text }),
    interrupt: (id) => act(id, "interrupt"),
    resume: (id) => act(id, "resume"),
    stop: (id) => act(id, "stop"),
    setMode: (id, mode) => act(id, "mode", { mode }),
    events({ signal, session, onState } = {}) {
      const query = session === undefined ? "" : `?session=${encodeURIComponent(session)}`;
      return watchStream<SessionEvent>(connection, {
        path: `/v1/sessions/events${query}`,
        signal,
        stallMs,
        onState,
        toEvent: toSessionEvent,
        // A desk may be started any time, and its hub is there.
        retryAfter(error) {
          if (!YourcallError.isInstance(error) || error.code !== "desk-unreachable") return undefined;
          onState?.("no-desk");
          return lookAgainMs;
        },
      });
    },
  };
}

function toSession(body: unknown): Session {
  if (!isRecord(body) || typeof body.id !== "string") throw unexpected("a session");
  return body as unknown as Session;
}

function toSessionEvent({ event, data }: { event?: string; data: string }): SessionEvent | null {
  try {
    const body: unknown = JSON.parse(data);
    return isRecord(body) && event !== undefined ? ({ ...body, type: event } as unknown as SessionEvent) : null;
  } catch {
    return null;
  }
}
