import { isRecord, type SessionMode, YourcallError } from "@yourcall/core";
import type {
  DeskInfo,
  Session,
  SessionEvent,
  StartSession,
  TranscriptPage,
  TranscriptQuery,
} from "@yourcall/core/wire";
import type { Connection, StreamState } from "./connection.ts";
import { createCall } from "./read-reply.ts";
import { toPath } from "./transport.ts";

export interface WatchSessionsOptions {
  /** Ends the iteration, without an error. */
  signal?: AbortSignal;
  /** Includes the transcript of this session. */
  session?: string;
  /** Called on each change. `no-desk`: the hub responds, but no desk is running. */
  onState?: (state: StreamState | "no-desk") => void;
}

/** The desk's sessions, through the hub. Each call is one attempt; `desk-unreachable` is thrown if no desk runs. */
export interface SessionsClient {
  list(): Promise<DeskInfo>;
  get(id: string): Promise<Session>;
  start(body: StartSession): Promise<Session>;
  transcript(id: string, query?: TranscriptQuery): Promise<TranscriptPage>;
  /** Sends a message, immediately if the agent accepts messages while it works, otherwise after its turn. */
  send(id: string, text: string): Promise<Session>;
  /** Ends the turn and withdraws its questions. */
  interrupt(id: string): Promise<Session>;
  /** Continues a session that failed, was stopped or was interrupted. */
  resume(id: string): Promise<Session>;
  /** Ends the agent. The session is kept. */
  stop(id: string): Promise<Session>;
  /** Sets what the agent may do without asking, from its next turn on. */
  setMode(id: string, mode: SessionMode): Promise<Session>;
  /** Everything that happens, endlessly; after every gap it starts again with `desk`. */
  events(options?: WatchSessionsOptions): AsyncIterable<SessionEvent>;
}

// The desk sends a heartbeat every 5 s.
const stallMs = 12_000;
const lookAgainMs = 1000;

export function createSessionsClient(connection: Connection): SessionsClient {
  const call = createCall(connection);
  const pathOf = (id: string) => `/v1/sessions/${encodeURIComponent(id)}`;
  const callOne = (method: "GET" | "POST", path: string, body?: object) =>
    call<Session>(method, path, "id", "a session", body);
  const act = (id: string, verb: string, body: object = {}) => callOne("POST", `${pathOf(id)}/${verb}`, body);

  return {
    list: () => call<DeskInfo>("GET", "/v1/sessions", "sessions", "a list of sessions"),
    get: (id) => callOne("GET", pathOf(id)),
    start: (body) => callOne("POST", "/v1/sessions", body),
    transcript: (id, query = {}) =>
      call<TranscriptPage>("GET", toPath(`${pathOf(id)}/transcript`, query), "entries", "a transcript"),
    send: (id, text) => act(id, "messages", { text }),
    interrupt: (id) => act(id, "interrupt"),
    resume: (id) => act(id, "resume"),
    stop: (id) => act(id, "stop"),
    setMode: (id, mode) => act(id, "mode", { mode }),
    events({ signal, session, onState } = {}) {
      return connection.watch<SessionEvent>({
        path: toPath("/v1/sessions/events", { session }),
        signal,
        stallMs,
        onState,
        toEvent: toSessionEvent,
        // A desk may be started at any time, and the hub responds.
        retryAfter(error) {
          if (!YourcallError.isInstance(error) || error.code !== "desk-unreachable") return undefined;
          onState?.("no-desk");
          return lookAgainMs;
        },
      });
    },
  };
}

function toSessionEvent({ event, data }: { event?: string; data: string }): SessionEvent | null {
  try {
    const body: unknown = JSON.parse(data);
    return isRecord(body) && event !== undefined ? ({ ...body, type: event } as unknown as SessionEvent) : null;
  } catch {
    return null;
  }
}
