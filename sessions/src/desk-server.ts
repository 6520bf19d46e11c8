import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Session, SessionEvent, TranscriptPage } from "@yourcall/client";
import type { SessionCall } from "@yourcall/client/internal";
import { messageOf, YourcallError } from "@yourcall/core";
import { httpStatuses, toIssues, toTitle } from "@yourcall/core/internal";
import type { TranscriptQuery } from "@yourcall/core/internal/wire";
import * as z from "zod/mini";
import { createDesk, type Desk, type DeskOptions } from "./create-desk.ts";
import { deskFilePath, readDeskFile } from "./desk-file.ts";
import type { LiveSession } from "./live-session.ts";
import { sessionRows } from "./session-rows.ts";
import { discardSession, mergeSession, readSessionChanges } from "./worktree/session-worktree.ts";

const heartbeatMs = 5000;
const lookMs = 2000;
// A client that does not read is disconnected; it can reconnect and starts again with a snapshot.
const maxBuffered = 4 * 1024 * 1024;
const soonMs = 1000;
const maxBody = 1024 * 1024;

type Rows = typeof sessionRows;
interface Row {
  body?: z.ZodMiniType;
  query?: z.ZodMiniType;
  replies: object;
  maxBodyBytes?: number;
}
type Given<Row, Part extends string> = Row extends { [Key in Part]: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : undefined;

/** A request as its row describes it. */
interface DeskCall<Name extends SessionCall> {
  id: string;
  body: Given<Rows[Name], "body">;
  query: Given<Rows[Name], "query">;
  response: ServerResponse;
}

/** For each row, what returns the body of the reply; undefined if it replies itself. */
type Handlers = { [Name in SessionCall]: (call: DeskCall<Name>) => unknown };

/** Starts the desk of a state directory, which must be the only one. It listens at `socket`, which only this user can reach. */
export async function startDesk(options: DeskOptions & { socket: string }): Promise<{ stop(): Promise<void> }> {
  const { directory, socket } = options;
  const key = randomBytes(32).toString("base64url");
  const desk = await createDesk(options);
  const server = createDeskServer(desk, key);
  rmSync(socket, { force: true });
  // Set before listening, so that nobody else can connect even for a moment.
  const mask = process.umask(0o177);
  server.listen(socket);
  await once(server, "listening").finally(() => process.umask(mask));
  if (process.platform !== "win32") chmodSync(socket, 0o600);
  const file = deskFilePath(directory);
  writeFileSync(`${file}.new`, JSON.stringify({ pid: process.pid, socket, key }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return {
    async stop() {
      // Only if the files are still its own: a newer desk may have replaced them.
      if (readDeskFile(directory)?.key === key) {
        rmSync(file, { force: true });
        rmSync(socket, { force: true });
      }
      await desk.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The desk over HTTP, for the hub, which checks callers' tokens. Only those who can read the desk's file know `key`. */
function createDeskServer(desk: Desk, key: string): Server {
  const expected = Buffer.from(`Bearer ${key}`);

  const handlers: Handlers = {
    list: () => desk.info(),
    start: async ({ body }) => (await desk.start(body)).view(),
    events: ({ query, response }) => follow(query.session, response),
    get: ({ id }) => (desk.elsewhere.has(id) ? desk.elsewhere.view(id) : desk.find(id).view()),
    transcript: ({ id, query }) => pageOf(id, query),
    send: ({ id, body }) => act(id, (session) => session.send(body)),
    addPicture({ id, body }) {
      const { bytes, ...kept } = desk.find(id).pictures.add(Buffer.from(body.data, "base64"));
      return kept;
    },
    picture({ id, query }) {
      const { type, bytes } = desk.find(id).pictures.read(query.picture);
      return { id: query.picture, type, data: Buffer.from(bytes).toString("base64") };
    },
    interrupt: ({ id }) => act(id, (session) => soon(session.interrupt())),
    resume: ({ id }) => act(id, (session) => session.resume()),
    stop: ({ id }) => act(id, (session) => soon(session.stop())),
    changes: ({ id }) => readSessionChanges(desk.find(id)),
    merge: ({ id, body }) => act(id, (session) => mergeSession(session, body.revision)),
    discard: ({ id, body }) => act(id, (session) => discardSession(session, body.revision)),
    rename: ({ id, body }) => act(id, (session) => session.amend({ title: toTitle(body.title) })),
    archive: ({ id, body }) =>
      act(id, (session) => session.amend({ archivedAt: body.archived ? new Date().toISOString() : undefined })),
    remove: ({ id }) => desk.remove(id),
    setMode: ({ id, body }) => act(id, (session) => session.setMode(body.mode)),
    setModel: ({ id, body }) => act(id, (session) => session.setModel(body.model)),
  };

  function pageOf(id: string, query?: TranscriptQuery): TranscriptPage {
    return desk.elsewhere.has(id) ? desk.elsewhere.page(id, query) : desk.find(id).transcript.page(query);
  }

  async function act(id: string, change: (session: LiveSession) => void | Promise<void>): Promise<Session> {
    const session = desk.find(id);
    await change(session);
    return session.view();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = Buffer.from(request.headers.authorization ?? "");
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new YourcallError("unauthorized", "Only the hub may call the desk.");
    const url = new URL(request.url ?? "/", "http://desk");
    const { name, id } = findRow(request, url.pathname);
    const row: Row = sessionRows[name];
    const body = row.body && check(row.body, await readJson(request, row.maxBodyBytes));
    const query = row.query && check(row.query, Object.fromEntries(url.searchParams));
    // The row that checked them is the handler's own.
    const handle = handlers[name] as (call: { id: string; body: unknown; query: unknown; response: object }) => unknown;
    const reply = await handle({ id, body, query, response });
    const [status] = Object.keys(row.replies);
    if (reply !== undefined) send(response, Number(status), reply);
  }

  function follow(id: string | undefined, response: ServerResponse): undefined {
    // Throws for an unknown session, before anything is sent.
    const { entries, more } = id === undefined ? { entries: [], more: false } : pageOf(id);
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    function send({ type, ...data }: SessionEvent): void {
      if (response.writableLength > maxBuffered) return void response.destroy();
      response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    }
    // Nothing happens between the pages and the first event, so nothing is missed or sent twice.
    send({ type: "desk", ...desk.info() });
    if (id !== undefined) send({ type: "transcript", id, entries, more });
    const unwatch = desk.watch((event) => {
      const isDetail = event.type === "entry" || event.type === "text";
      if (!isDetail || event.id === id) send(event);
    });
    const beat = setInterval(() => response.write(":\n\n"), heartbeatMs);
    const look = id !== undefined && desk.elsewhere.has(id) ? lookAgain(id, send) : undefined;
    response.once("close", () => {
      unwatch();
      clearInterval(beat);
      clearInterval(look);
    });
  }

  /** Sends the conversation of a session that runs elsewhere again whenever it has changed. */
  function lookAgain(id: string, send: (event: SessionEvent) => void): NodeJS.Timeout {
    let seen = desk.elsewhere.changedAt(id);
    return setInterval(() => {
      const now = desk.elsewhere.changedAt(id);
      if (now !== seen && desk.elsewhere.has(id)) send({ type: "transcript", id, ...pageOf(id) });
      seen = now;
    }, lookMs);
  }

  return createServer((request, response) => {
    answer(request, response).catch((error) => {
      const code = YourcallError.isInstance(error) ? error.code : undefined;
      const status = code === undefined ? 500 : httpStatuses[code];
      // Core has no error code for a malformed body that is not an ask.
      send(response, status, {
        code: status === 422 ? "bad-request" : (code ?? "store-unavailable"),
        message: messageOf(error),
      });
    });
  });
}

/** The row of a request, and the `:id` in its path. */
function findRow({ method }: IncomingMessage, path: string): { name: SessionCall; id: string } {
  const parts = path.split("/").map(decodeURIComponent);
  const names = Object.keys(sessionRows) as SessionCall[];
  const name = names.find((name) => {
    const row = sessionRows[name];
    const pattern = row.path.split("/");
    const fits = pattern.length === parts.length && pattern.every((part, at) => part === ":id" || part === parts[at]);
    return fits && row.method === method;
  });
  if (name === undefined) throw new YourcallError("not-found", `There is no route ${method} ${path}.`);
  return { name, id: parts[3] ?? "" };
}

/** Waits only briefly: an agent may take its time to end, and the event stream reports when it has. */
function soon(ending: Promise<void>): Promise<void> {
  return Promise.race([ending, new Promise<void>((resolve) => setTimeout(resolve, soonMs).unref())]);
}

function check<Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> {
  const result = z.safeParse(schema, given);
  if (result.success) return result.data;
  const issues = toIssues(result.error.issues, given);
  throw new YourcallError("invalid-ask", issues.map(({ path, message }) => `${path}: ${message}`).join("\n"));
}

async function readJson(request: IncomingMessage, most = maxBody): Promise<unknown> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > most) throw new YourcallError("too-large", "The request is too large.");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new YourcallError("invalid-ask", "The body is not JSON.");
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}
