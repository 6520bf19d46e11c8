import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { httpStatuses, messageOf, toIssues, YourcallError } from "@yourcall/core";
import { messageBody, modeBody, type SessionEvent, startBody, transcriptQuery } from "@yourcall/core/wire";
import * as z from "zod/mini";
import { createDesk, type Desk, type DeskOptions } from "./create-desk.ts";
import type { LiveSession } from "./create-session.ts";
import { deskFilePath, readDeskFile } from "./desk-file.ts";

const heartbeatMs = 5000;
// A client that does not read is disconnected; it can reconnect and starts again with a snapshot.
const maxBuffered = 4 * 1024 * 1024;
const soonMs = 1000;
const maxBody = 1024 * 1024;

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

type Reply = { status: number; body: unknown } | undefined;

/** The desk over HTTP, for the hub, which checks callers' tokens. Only those who can read the desk's file know `key`. */
function createDeskServer(desk: Desk, key: string): Server {
  const expected = Buffer.from(`Bearer ${key}`);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<Reply> {
    const given = Buffer.from(request.headers.authorization ?? "");
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new YourcallError("unauthorized", "Only the hub may call the desk.");
    const url = new URL(request.url ?? "/", "http://desk");
    const [, , , id, verb] = url.pathname.split("/").map(decodeURIComponent);
    const isGet = request.method === "GET";
    if (id === undefined && isGet) return { status: 200, body: desk.info() };
    if (id === undefined) {
      const session = await desk.start(check(startBody, await readJson(request)));
      return { status: 201, body: session.view() };
    }
    if (id === "events" && isGet) return follow(url.searchParams.get("session") ?? undefined, response);
    const session = desk.find(id);
    if (isGet && verb === undefined) return { status: 200, body: session.view() };
    if (isGet && verb === "transcript") {
      const query = check(transcriptQuery, Object.fromEntries(url.searchParams));
      return { status: 200, body: session.transcript.page(query) };
    }
    await act(session, verb ?? "", request);
    return { status: 200, body: session.view() };
  }

  function follow(id: string | undefined, response: ServerResponse): undefined {
    const session = id === undefined ? undefined : desk.find(id);
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    function send({ type, ...data }: SessionEvent): void {
      if (response.writableLength > maxBuffered) return void response.destroy();
      response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    }
    // Nothing happens between the pages and the first event, so nothing is missed or sent twice.
    const { entries, more } = session?.transcript.page() ?? { entries: [], more: false };
    send({ type: "desk", ...desk.info() });
    if (id !== undefined) send({ type: "transcript", id, entries, more });
    const unwatch = desk.watch((event) => {
      const isDetail = event.type === "entry" || event.type === "text";
      if (!isDetail || event.id === id) send(event);
    });
    const beat = setInterval(() => response.write(":\n\n"), heartbeatMs);
    response.once("close", () => {
      unwatch();
      clearInterval(beat);
    });
  }

  return createServer((request, response) => {
    answer(request, response).then(
      (reply) => reply && send(response, reply.status, reply.body),
      (error) => {
        const code = YourcallError.isInstance(error) ? error.code : undefined;
        const status = code === undefined ? 500 : httpStatuses[code];
        // Core has no error code for a malformed body that is not an ask.
        send(response, status, {
          code: status === 422 ? "bad-request" : (code ?? "store-unavailable"),
          message: messageOf(error),
        });
      },
    );
  });
}

async function act(session: LiveSession, verb: string, request: IncomingMessage): Promise<void> {
  switch (`${request.method} ${verb}`) {
    case "POST messages":
      return session.send(check(messageBody, await readJson(request)).text);
    case "POST interrupt":
      return soon(session.interrupt());
    case "POST resume":
      return session.resume();
    case "POST stop":
      return soon(session.stop());
    case "POST mode":
      return session.setMode(check(modeBody, await readJson(request)).mode);
    default:
      throw new YourcallError("not-found", `There is no route ${request.method} ${request.url}.`);
  }
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

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > maxBody) throw new YourcallError("too-large", "The request is too large.");
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
