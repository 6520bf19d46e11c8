import { YourcallError } from "@yourcall/core";
import { isRecord, parseJson, type SessionMode } from "@yourcall/core/internal";
import type {
  DeskInfo,
  KeptPicture,
  Session,
  SessionChanges,
  SessionEvent,
  SessionPicture,
  StartSession,
  TranscriptPage,
  TranscriptQuery,
} from "@yourcall/core/internal/wire";
import type { Connection, StreamState } from "./connection.ts";
import { createCall } from "./read-reply.ts";
import { toPath } from "./transport.ts";

/** Where each call about sessions is found. Without schemas, so that a page with a client loads none. */
export const sessionPaths = {
  list: { method: "GET", path: "/v1/sessions" },
  start: { method: "POST", path: "/v1/sessions" },
  events: { method: "GET", path: "/v1/sessions/events" },
  get: { method: "GET", path: "/v1/sessions/:id" },
  transcript: { method: "GET", path: "/v1/sessions/:id/transcript" },
  send: { method: "POST", path: "/v1/sessions/:id/messages" },
  addPicture: { method: "POST", path: "/v1/sessions/:id/pictures" },
  picture: { method: "GET", path: "/v1/sessions/:id/pictures" },
  interrupt: { method: "POST", path: "/v1/sessions/:id/interrupt" },
  resume: { method: "POST", path: "/v1/sessions/:id/resume" },
  stop: { method: "POST", path: "/v1/sessions/:id/stop" },
  changes: { method: "GET", path: "/v1/sessions/:id/changes" },
  merge: { method: "POST", path: "/v1/sessions/:id/merge" },
  discard: { method: "POST", path: "/v1/sessions/:id/discard" },
  rename: { method: "POST", path: "/v1/sessions/:id/title" },
  archive: { method: "POST", path: "/v1/sessions/:id/archive" },
  remove: { method: "DELETE", path: "/v1/sessions/:id" },
  setMode: { method: "POST", path: "/v1/sessions/:id/mode" },
  setModel: { method: "POST", path: "/v1/sessions/:id/model" },
} as const;
export type SessionCall = keyof typeof sessionPaths;

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
  send(id: string, text: string, options?: { pictures?: readonly string[] }): Promise<Session>;
  /** Adds a picture (PNG, JPEG, WebP or GIF, at most 10 MB) that a message can name by its id. `data` is base64. */
  addPicture(id: string, data: string): Promise<KeptPicture>;
  /** A picture of its messages. */
  picture(id: string, picture: string): Promise<SessionPicture>;
  /** Ends the turn and withdraws its questions. */
  interrupt(id: string): Promise<Session>;
  /** Continues a session that failed, was stopped or was interrupted. */
  resume(id: string): Promise<Session>;
  /** Ends the agent. The session is kept. */
  stop(id: string): Promise<Session>;
  /** Sets what the agent may do without asking, from its next turn on; Claude at once. */
  setMode(id: string, mode: SessionMode): Promise<Session>;
  /** Sets its model, one of those that it offers, from its next turn on; Claude at once. */
  setModel(id: string, model: string): Promise<Session>;
  /** What a session with a worktree of its own has changed. */
  changes(id: string): Promise<SessionChanges>;
  /** Merges its changes into the branch that it began from. `revision` is that of the changes the person saw. */
  merge(id: string, revision: string): Promise<Session>;
  /** Removes its worktree and its branch, with everything in them. */
  discard(id: string, revision: string): Promise<Session>;
  rename(id: string, title: string): Promise<Session>;
  /** Puts a session away, or back. */
  archive(id: string, archived: boolean): Promise<Session>;
  /** Deletes a session that is not running, with its transcript; the reply is the session as it was. */
  remove(id: string): Promise<Session>;
  /** Everything that happens, endlessly; after every gap it starts again with `desk`. */
  events(options?: WatchSessionsOptions): AsyncIterable<SessionEvent>;
}

// The desk sends a heartbeat every 5 s.
const stallMs = 12_000;
const lookAgainMs = 1000;

export function createSessionsClient(connection: Connection): SessionsClient {
  const call = createCall(connection);
  const pathOf = (name: SessionCall, id: string) => sessionPaths[name].path.replace(":id", encodeURIComponent(id));
  const callOne = (name: SessionCall, id: string, body?: object) =>
    call<Session>(sessionPaths[name].method, pathOf(name, id), "id", "a session", body);

  return {
    list: () => call<DeskInfo>("GET", sessionPaths.list.path, "sessions", "a list of sessions"),
    get: (id) => callOne("get", id),
    start: (body) => callOne("start", "", body),
    transcript: (id, query = {}) =>
      call<TranscriptPage>("GET", toPath(pathOf("transcript", id), query), "entries", "a transcript"),
    send: (id, text, { pictures } = {}) => callOne("send", id, { text, pictures }),
    addPicture: (id, data) =>
      call<KeptPicture>(sessionPaths.addPicture.method, pathOf("addPicture", id), "id", "a picture", { data }),
    picture: (id, picture) =>
      call<SessionPicture>("GET", toPath(pathOf("picture", id), { picture }), "data", "a picture"),
    interrupt: (id) => callOne("interrupt", id, {}),
    resume: (id) => callOne("resume", id, {}),
    stop: (id) => callOne("stop", id, {}),
    setMode: (id, mode) => callOne("setMode", id, { mode }),
    setModel: (id, model) => callOne("setModel", id, { model }),
    changes: (id) => call<SessionChanges>("GET", pathOf("changes", id), "files", "a list of changes"),
    merge: (id, revision) => callOne("merge", id, { revision }),
    discard: (id, revision) => callOne("discard", id, { revision }),
    rename: (id, title) => callOne("rename", id, { title }),
    archive: (id, archived) => callOne("archive", id, { archived }),
    remove: (id) => callOne("remove", id),
    events({ signal, session, onState } = {}) {
      return connection.watch<SessionEvent>({
        path: toPath(sessionPaths.events.path, { session }),
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
  const body = parseJson(data);
  return isRecord(body) && event !== undefined ? ({ ...body, type: event } as unknown as SessionEvent) : null;
}
